//go:build !headless

package ui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"crossfeed/ui/window"
)

// startAtLogin returns how to start the program with a data folder at login, or nil if that is not
// known here.
func startAtLogin(dir string) window.Login {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil
	}
	return loginOf(program, dir)
}

// runCommand returns the command that Windows runs at login. File names have no quotation marks
// there, so only backslashes before a closing one have to be escaped, as in "D:\\"
// (CommandLineToArgvW).
func runCommand(program, dir string) (string, error) {
	const longest = 260 // "Run and RunOnce Registry Keys"
	quoted := func(path string) string {
		end := strings.Repeat(`\`, len(path)-len(strings.TrimRight(path, `\`)))
		return `"` + path + end + `"`
	}
	command := quoted(program) + " --data " + quoted(dir)
	if len(utf16.Encode([]rune(command))) > longest {
		return "", errors.New("the paths of the program and of its data are too long for Windows")
	}
	return command, nil
}
