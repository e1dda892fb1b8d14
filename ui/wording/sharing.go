package wording

import (
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/engine/credentials"
	"crossfeed/engine/item"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

// Readers says who could read a feed at a location.
func Readers(r transport.Readers) string {
	switch r.Who {
	case transport.Everyone:
		return L("Everyone who knows the address can read the list: the server asks for no password.")
	case transport.SignedIn:
		return L("Whoever can sign in there can read the list, and so can those who run the server.")
	case transport.ThisUser:
		return L("On this computer only you can read it. If a program carries the folder elsewhere, whoever has it there can read the list, too.")
	case transport.ThisComputer:
		return L("Everyone who uses this computer can read it. If a program carries the folder elsewhere, whoever has it there can read the list, too.")
	}
	return L("Who can read it could not be found out. Take it that everyone can who knows the address.")
}

// Exposes says how many items become readable to those who can open a location.
func Exposes(items int, at string) string {
	if items == 0 {
		return L("What you add will become readable to everyone who can open {{.At}}.", Data{"At": at})
	}
	return N("Your {{.N}} items will become readable to everyone who can open {{.At}}.", items, Data{"N": Number(items), "At": at})
}

// ExposesFiles says how many files become readable to those who can open a location.
func ExposesFiles(files int, at string) string {
	return N("Your {{.N}} files will become readable to everyone who can open {{.At}}.", files, Data{"N": Number(files), "At": at})
}

// FileReaders says who can get the files that are published at a location.
func FileReaders(r transport.Readers) string {
	switch r.Who {
	case transport.Everyone:
		return L("Everyone who knows the address can get the files: the server asks for no password.")
	case transport.SignedIn:
		return L("Whoever can sign in there can get the files, and so can those who run the server.")
	case transport.ThisUser:
		return L("On this computer only you can get the files there. If a program carries the folder elsewhere, whoever has it there can, too.")
	case transport.ThisComputer:
		return L("Everyone who uses this computer can get the files there. If a program carries the folder elsewhere, whoever has it there can, too.")
	}
	return L("Who can get the files could not be found out. Take it that everyone can who knows the address.")
}

// Open warns of an unencrypted address; it returns "" for others.
func Open(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || !strings.EqualFold(u.Scheme, "http") {
		return ""
	}
	if host := net.ParseIP(u.Hostname()); u.Hostname() == "localhost" || host != nil && host.IsLoopback() {
		return ""
	}
	return " " + L("The address begins with http, not https: Whoever is on the way can read along, the password, too.")
}

// PasswordStorage says where a password will be stored.
func PasswordStorage(w credentials.Where) string {
	switch {
	case w.Safe:
		return L("The password is kept in the keyring of this computer.")
	case w.File != "":
		if w.Refused {
			return L("The keyring of this computer took no password. It is kept in a file that only you can open, but that is not locked: {{.Path}}", Data{"Path": w.File})
		}
		return L("This computer has no keyring. The password is kept in a file that only you can open, but that is not locked: {{.Path}}", Data{"Path": w.File})
	}
	return L("The password is kept until Crossfeed is closed.")
}

// Kind says what a list is for.
func Kind(kind string) string {
	switch kind {
	case "todo":
		return L("Todos")
	case "contact":
		return L("Contacts")
	case "outline":
		return L("Outline")
	}
	return L("Notes")
}

// Dialect returns the name of a sharing dialect; "" means that the feed is not shared.
func Dialect(dialect item.Dialect) string {
	switch dialect {
	case item.FeedSync10:
		return L("shared by FeedSync 1.0")
	case item.SSE093:
		return L("shared by SSE 0.93, which goes with FeedSync")
	case item.SSE091:
		return L("shared by SSE 0.91, the older way")
	}
	return L("an ordinary feed")
}

// invitation describes what is wrong with an invitation.
func invitation(e *sharing.Error) string {
	switch e.Problem {
	case sharing.None:
		return L("There is no invitation in it. It begins with crossfeed://invite, or is a file whose name ends in .crossfeed.")
	case sharing.CutOff:
		return L("The invitation is cut off. Ask for it again, as a file perhaps.")
	case sharing.TooLarge:
		return L("That is too large to be an invitation.")
	case sharing.Missing:
		return L("Something is missing in the invitation. Ask for it again, whole.")
	case sharing.Unknown:
		return L("The invitation is of a kind that is not known here. A newer Crossfeed may know it.")
	case sharing.Control, sharing.Address:
		return L("The invitation leads to no place that can be used. It was damaged, or made to deceive.")
	}
	return L("The invitation is damaged. Ask for it again, as a file perhaps.")
}

// Copies lists known copies of a list that is being deleted; "" if there are none. person
// returns the name of a device.
func Copies(c sharing.Copies, person func(by string) string) string {
	var which []string
	for _, at := range c.Feeds {
		which = append(which, L("its feed at {{.At}}", Data{"At": at}))
	}
	if n := len(c.Devices); n > 0 {
		var who []string
		for _, by := range c.Devices {
			who = append(who, person(by))
		}
		which = append(which, N("the feeds of {{.Who}}", n, Data{"Who": And(who)}))
	}
	folders := map[string]int{}
	for _, path := range c.Backups {
		folders[filepath.Dir(path)]++
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		which = append(which, N("{{.N}} backups in {{.Folder}}, which may have it", folders[folder], Data{"N": Number(folders[folder]), "Folder": folder}))
	}
	var said []string
	if n := len(c.Feeds) + len(c.Devices) + len(c.Backups); n > 0 {
		said = append(said, N("Crossfeed knows of {{.N}} copies: {{.Which}}.", n, Data{"N": Number(n), "Which": And(which)}))
	}
	if c.Away != "" {
		said = append(said, L("{{.Folder}} cannot be read now: backups there may have it.", Data{"Folder": c.Away}))
	}
	if len(said) > 0 {
		said = append(said, L("It does not know of exports, other backups, or copies that others made."))
	}
	return strings.Join(said, " ")
}
