//go:build !headless

package ui

import (
	"os"
	"os/user"
	"strings"

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
