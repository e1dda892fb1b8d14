//go:build !headless

package ui

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/assets"
	"crossfeed/engine/item"
)

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
