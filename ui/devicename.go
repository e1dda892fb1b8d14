//go:build !headless

package ui

import (
	"os"
	"os/user"
	"strings"

	"crossfeed/engine/item"
)

// deviceName is what the system calls this device, to be suggested as its name: its host
// name, or its user where that says nothing; "" where neither does.
func deviceName() string {
	host, _ := os.Hostname() // without one the user is asked
	account, err := user.Current()
	if err != nil {
		account = &user.User{}
	}
	return suggested(host, account.Name, account.Username)
}

// nobody are names that say nothing about a device.
var nobody = map[string]bool{"": true, "localhost": true, "localdomain": true, "debian": true, "ubuntu": true, "fedora": true, "raspberrypi": true, "root": true}

// suggested is the first of a host's name, a person's and a user's that says something.
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
