//go:build display

package walkthrough_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

// An idle window draws nothing, and its threads wake at most a tenth more often than those of
// an empty Fyne window, which polls for events sixty times a second. Both are counted instead
// of timed: how long it takes to wake a thread depends on the machine. The work of the window
// while it is awake is measured without a display (package ui).
func TestAnIdleWindowRests(t *testing.T) {
	program, err := filepath.Abs(*binary)
	must(t, err)
	empty := filepath.Join(t.TempDir(), "emptywindow")
	build := exec.CommandContext(t.Context(), "go", "build", "-tags", "migrated_fynedo", "-o", empty, "../../testdata/emptywindow")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building an empty window: %v\n%s", err, said)
	}
	display, err := walkthrough.StartDisplay(t.Context(), 1280, 800)
	must(t, err)
	t.Cleanup(display.Stop)
	commands := walkthrough.Commands{Binary: program, Data: t.TempDir()}
	_, err = commands.Run(t.Context(), "list", "create", "Groceries")
	must(t, err)
	shown := func(name string, args ...string) *os.Process {
		window := display.Command(t.Context(), name, args...)
		window.Env = append(window.Env, "XDG_CONFIG_HOME="+t.TempDir())
		must(t, window.Start())
		t.Cleanup(func() { _ = window.Process.Signal(syscall.SIGTERM); _ = window.Wait() })
		return window.Process
	}
	ours, theirs := shown(program, "--data", commands.Data), shown(empty)
	time.Sleep(8 * time.Second)
	const tries = 5 // something may still be drawn after the start
	for try := 1; ; try++ {
		a, b := woken(t, ours), woken(t, theirs)
		time.Sleep(30 * time.Second)
		a, b = woken(t, ours).since(a), woken(t, theirs).since(b)
		t.Logf("in half a minute the window woke %d times, %d of them to draw; an empty one %d times", a.all, a.drawing, b.all)
		if b.all < 1000 {
			t.Fatal("the empty window does not run")
		}
		if a.drawing == 0 && a.all <= b.all+b.all/10 {
			return
		}
		if try == tries {
			t.Fatal("an idle window does not rest")
		}
	}
}

// wakes counts how often the threads of a process were woken after waiting.
type wakes struct{ all, drawing int }

func (w wakes) since(before wakes) wakes {
	return wakes{w.all - before.all, w.drawing - before.drawing}
}

// woken counts the wakes of a process. Its drawing threads are Mesa's.
func woken(t *testing.T, p *os.Process) (w wakes) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", p.Pid))
	must(t, err)
	drawers := 0
	for _, thread := range threads {
		name, err := os.ReadFile(filepath.Join(thread, "comm"))
		must(t, err)
		status, err := os.ReadFile(filepath.Join(thread, "status"))
		must(t, err)
		_, after, _ := strings.Cut(string(status), "\nvoluntary_ctxt_switches:")
		var n int
		if _, err := fmt.Sscan(after, &n); err != nil {
			t.Fatalf("%s: %v", thread, err)
		}
		w.all += n
		if strings.HasPrefix(string(name), "llvmpipe") {
			drawers++
			w.drawing += n
		}
	}
	if drawers == 0 {
		t.Fatal("no thread that draws was found")
	}
	return w
}
