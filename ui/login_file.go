//go:build !headless && !windows

package ui

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"crossfeed/ui/window"
)

// loginFile is a file that makes the system start the program at login.
type loginFile struct{ path, text string }

func loginOf(program, dir string) window.Login {
	if runtime.GOOS == "darwin" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil
		}
		return loginFile{filepath.Join(home, "Library", "LaunchAgents", metadata().ID+".plist"), launchAgent(program, dir)}
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return nil
	}
	return loginFile{filepath.Join(config, "autostart", metadata().ID+".desktop"), autostart(program, dir)}
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
		err = os.WriteFile(f.path, []byte(f.text), 0o600)
	}
	if err != nil {
		return fmt.Errorf("writing the file that starts Crossfeed at login: %w", err)
	}
	return nil
}

// autostart returns the file for desktops with the Desktop Application Autostart Specification.
func autostart(program, dir string) string {
	return "[Desktop Entry]\nType=Application\nName=Crossfeed\nExec=" + quotedExec(program) + " --data " + quotedExec(dir) + "\n"
}

// quotedExec returns a path as an argument of the key Exec (Desktop Entry Specification, "The
// Exec key"): quoted, and with a doubled percent sign. The value is a string itself, in which
// every backslash is doubled.
func quotedExec(path string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`, "%", "%%").Replace(path)
	return strings.ReplaceAll(`"`+quoted+`"`, `\`, `\\`)
}

// launchAgent returns the file for macOS: the property list of a launch agent ("Creating Launch
// Daemons and Agents").
func launchAgent(program, dir string) string {
	text := func(s string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(s)) // a Builder accepts everything
		return "<string>" + b.String() + "</string>"
	}
	return xml.Header + `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	` + text(metadata().ID) + `
	<key>ProgramArguments</key>
	<array>
		` + text(program) + `
		` + text("--data") + `
		` + text(dir) + `
	</array>
	<key>RunAtLoad</key>
	<true/>
</dict>
</plist>
`
}
