package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// hide lets a console not show what is typed, until show is called.
func hide(f *os.File) (show func() error, err error) {
	console := windows.Handle(f.Fd())
	var before uint32
	if err := windows.GetConsoleMode(console, &before); err != nil {
		return nil, err
	}
	hidden := before&^windows.ENABLE_ECHO_INPUT | windows.ENABLE_LINE_INPUT | windows.ENABLE_PROCESSED_INPUT
	if err := windows.SetConsoleMode(console, hidden); err != nil {
		return nil, err
	}
	return func() error { return windows.SetConsoleMode(console, before) }, nil
}
