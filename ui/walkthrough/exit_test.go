//go:build display

package walkthrough_test

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

var (
	endedWindows = flag.Int("ended.windows", 8, "how many windows are ended while they work")
	endedSeed    = flag.Uint64("ended.seed", uint64(time.Now().UnixNano()), "when they are ended")
)

// Windows that the system terminates while they start, sync and draw end properly: no crash is
// recorded, and no stored data is damaged.
func TestWindowsThatAreEndedWhileTheyWorkEndInOrder(t *testing.T) {
	t.Logf("seed %d", *endedSeed)
	random := rand.New(rand.NewPCG(*endedSeed, 0))
	program, err := filepath.Abs(*binary)
	must(t, err)
	display, err := walkthrough.StartDisplay(t.Context(), 1280, 800)
	must(t, err)
	t.Cleanup(display.Stop)
	commands := walkthrough.Commands{Binary: program, Data: t.TempDir()}
	shared := t.TempDir()
	do := func(args ...string) {
		t.Helper()
		_, err := commands.Run(t.Context(), args...)
		must(t, err)
	}
	do("list", "create", "Groceries")
	for range 20 {
		do("item", "add", "Groceries", "--title", "Milk")
	}
	do("publish", "Groceries", shared)
	do("subscription", "add", "Groceries", shared)
	for i := range *endedWindows {
		wait := time.Duration(random.IntN(2500)) * time.Millisecond
		log := end(t, display, program, commands.Data, wait)
		crash, err := os.ReadFile(filepath.Join(commands.Data, "crash.log"))
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("window %d, ended after %v, crashed (%v):\n%s\n%s", i, wait, err, crash, log)
		}
	}
	do("verify")
}

// If no window can be opened, the program says so, and what to do: that is not a crash.
func TestWithoutADisplayTheProgramSaysSo(t *testing.T) {
	program, err := filepath.Abs(*binary)
	must(t, err)
	data := t.TempDir()
	for _, display := range []string{"DISPLAY=", "DISPLAY=:4711"} {
		c := exec.CommandContext(t.Context(), program, "--data", data)
		c.Env = append(os.Environ(), display, "WAYLAND_DISPLAY=", "DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null", "LC_ALL=C.UTF-8")
		said, err := c.CombinedOutput()
		if c.ProcessState.ExitCode() != 3 || strings.Contains(string(said), "goroutine") || !strings.Contains(string(said), "there is no display") {
			t.Errorf("%s: %v, %s", display, err, said)
		}
	}
	if _, err := os.Stat(filepath.Join(data, "crash.log")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a crash is noted: %v", err)
	}
}

// end starts the program, terminates it as the system does, and returns its output.
func end(t *testing.T, display *walkthrough.Display, program, data string, wait time.Duration) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var log strings.Builder
	window := display.Command(ctx, program, "--data", data)
	window.Env = append(window.Env, "XDG_CONFIG_HOME="+data+".config")
	window.Stderr = &log
	must(t, window.Start())
	time.Sleep(wait)
	must(t, window.Process.Signal(syscall.SIGTERM))
	err := window.Wait()
	status := window.ProcessState.Sys().(syscall.WaitStatus)
	early := status.Signaled() && status.Signal() == syscall.SIGTERM || // its signal handler was not installed yet
		status.ExitStatus() == 128+int(syscall.SIGTERM) // the data was not open yet
	if err != nil && !early {
		t.Fatalf("ended after %v: %v\n%s", wait, err, log.String())
	}
	return log.String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
