//go:build display

package walkthrough_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/walkthrough"
)

// In half a minute an idle window takes under 120 yards more than an empty window of Fyne, which
// polls for events and draws sixty times a second: that is 0.2 % of a core where a yard takes
// half a millisecond.
func TestAnIdleWindowTakesLittle(t *testing.T) {
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
	_, err = commands.Run(t.Context(), "set", "new", "Groceries")
	must(t, err)
	shown := func(name string, args ...string) *os.Process {
		window := display.Command(t.Context(), name, args...)
		window.Env = append(window.Env, "XDG_CONFIG_HOME="+t.TempDir())
		must(t, window.Start())
		t.Cleanup(func() { _ = window.Process.Signal(syscall.SIGTERM); _ = window.Wait() })
		return window.Process
	}
	ours, theirs := shown(program, "--data", commands.Data), shown(empty)
	const limit = 120
	time.Sleep(8 * time.Second)
	more := math.Inf(1)
	for try := 0; try < 5 && more >= limit; try++ { // others may slow one of them down
		a, b, yard := spent(t, ours), spent(t, theirs), pace.Yard()
		time.Sleep(30 * time.Second)
		a, b, yard = spent(t, ours)-a, spent(t, theirs)-b, max(yard, pace.Yard())
		if a == 0 || b == 0 {
			t.Fatal("nothing was measured")
		}
		more = float64(a-b) / float64(yard)
		t.Logf("in half a minute the window takes %v, an empty one %v, and a yard %v", a, b, yard)
	}
	if more >= limit {
		t.Errorf("an idle window takes %.0f yards more than an empty one", more)
	}
}

// spent is how long the threads of a process ran.
func spent(t *testing.T, p *os.Process) (all time.Duration) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.Pid))
	must(t, err)
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		must(t, err)
		var ran int64
		if _, err := fmt.Sscan(string(text), &ran); err != nil {
			t.Fatalf("%s: %v", thread, err)
		}
		all += time.Duration(ran)
	}
	return all
}
