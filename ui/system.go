//go:build !headless

package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"crossfeed/assets"
	"crossfeed/engine/item"
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
	if dir, err = filepath.Abs(dir); err != nil {
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

// deviceName suggests a name for this device: its host name, or if that is generic, its user;
// "" if both are.
func deviceName() string {
	host, _ := os.Hostname() // without one, the user is asked
	account, err := user.Current()
	if err != nil {
		account = &user.User{}
	}
	return suggested(host, account.Name, account.Username)
}

// nobody are generic names that do not identify a device.
var nobody = map[string]bool{"": true, "localhost": true, "localdomain": true, "debian": true, "ubuntu": true, "fedora": true, "raspberrypi": true, "root": true}

// suggested returns the first of a host's name, a person's and a user's that is not generic.
func suggested(host, person, user string) string {
	host, _, _ = strings.Cut(host, ".")
	user = user[strings.LastIndex(user, `\`)+1:] // Windows puts the domain before it
	for _, name := range []string{host, person, user} {
		if name = item.CleanName(name); !nobody[strings.ToLower(name)] && !item.IsGeneratedID(strings.ToLower(name)) {
			return name
		}
	}
	return ""
}

// sampleFolder returns the absolute path of the folder of the sample, as subscriptions have it.
func sampleFolder(dataDir string) string {
	folder := filepath.Join(dataDir, "sample")
	if absolute, err := filepath.Abs(folder); err == nil {
		return absolute
	}
	return folder
}

// writeSample writes the feeds of the sample into a folder, and returns its lists. Existing feeds
// are overwritten, so that the sample can be tried again.
func writeSample(folder string) (lists []string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the sample: %w", err)
	}
	feeds, err := fs.Sub(assets.Sample, "sample")
	if err != nil {
		return nil, fmt.Errorf("opening the sample: %w", err)
	}
	names, err := fs.Glob(feeds, "*.xml")
	if err != nil {
		return nil, fmt.Errorf("listing the sample: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(feeds, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		if err != nil {
			return nil, fmt.Errorf("writing the sample's feed %s: %w", name, err)
		}
		if list, _, _ := strings.Cut(name, "."); !slices.Contains(lists, list) {
			lists = append(lists, list)
		}
	}
	return lists, nil
}
