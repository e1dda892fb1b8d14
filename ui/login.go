//go:build !headless

package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"crossfeed/ui/window"
)

// loginFile is the file that makes a Linux desktop start the program at login (Desktop
// Application Autostart Specification).
type loginFile struct{ path, program, dir string }

// startAtLogin returns how to start the program with a data folder at login, or nil if that is not
// known here.
func startAtLogin(dir string) window.Login {
	program, err := os.Executable()
	if err != nil || runtime.GOOS != "linux" {
		return nil
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return nil
	}
	return loginFile{filepath.Join(config, "autostart", "io.crossfeed.Crossfeed.desktop"), program, dir}
}

// Starts reports whether the file exists.
func (f loginFile) Starts() bool {
	_, err := os.Stat(f.path)
	return err == nil
}

// Set writes or removes the file.
func (f loginFile) Set(starts bool) error {
	if !starts {
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing the file that starts Crossfeed at login: %w", err)
		}
		return nil
	}
	err := os.MkdirAll(filepath.Dir(f.path), 0o700)
	if err == nil {
		err = os.WriteFile(f.path, []byte("[Desktop Entry]\nType=Application\nName=Crossfeed\nExec="+quotedExec(f.program)+" --data "+quotedExec(f.dir)+"\n"), 0o600)
	}
	if err != nil {
		return fmt.Errorf("writing the file that starts Crossfeed at login: %w", err)
	}
	return nil
}

// quotedExec returns a path as an argument of the key Exec (Desktop Entry Specification, "The
// Exec key"): quoted, and with a doubled percent sign. The value is a string itself, in which
// every backslash is doubled.
func quotedExec(path string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`, "%", "%%").Replace(path)
	return strings.ReplaceAll(`"`+quoted+`"`, `\`, `\\`)
}
