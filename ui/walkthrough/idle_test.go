//go:build display

package walkthrough_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

// An idle window takes under 0.2 % of a core more than an empty window of Fyne, which polls
// for events and draws sixty times a second.
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
	const settling, looking = 8 * time.Second, 30 * time.Second
	time.Sleep(settling)
	share := func(p *os.Process, before time.Duration) float64 {
		return 100 * float64(spent(t, p)-before) / float64(looking)
	}
	a, b := spent(t, ours), spent(t, theirs)
	time.Sleep(looking)
	idle, nothing := share(ours, a), share(theirs, b)
	t.Logf("the window takes %.2f %% of a core, an empty one %.2f %%", idle, nothing)
	if idle-nothing >= 0.2 {
		t.Errorf("an idle window takes %.2f %% of a core more than an empty one", idle-nothing)
	}
	if idle == 0 || nothing == 0 {
		t.Error("nothing was measured")
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
