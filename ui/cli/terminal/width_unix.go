//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Width is the number of columns of the terminal that a file is, or 0 where it is
// none.
func Width(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
