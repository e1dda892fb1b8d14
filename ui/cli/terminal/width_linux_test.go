package terminal_test

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"crossfeed/ui/cli/terminal"
)

// A pseudo terminal is as wide as whoever holds its other end says.
func TestATerminalHasItsWidth(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no pseudo terminals here: ", err)
	}
	defer f.Close()
	if err := unix.IoctlSetWinsize(int(f.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 132}); err != nil {
		t.Fatal(err)
	}
	if got := terminal.Width(f); got != 132 {
		t.Errorf("it has %d columns, want 132", got)
	}
}
