package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// Width is the number of columns of the console that a file is, or 0 where it is
// none.
func Width(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
