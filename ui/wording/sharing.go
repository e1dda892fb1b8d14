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
		return L("anyone-with-the-address-can-read", "Anyone with the address can read the list: the server does not ask for a password.")
	case transport.SignedIn:
		return L("anyone-who-can-sign-in-there-can", "Anyone who can sign in there can read the list, and so can those who run the server.")
	case transport.ThisUser:
		return L("on-this-computer-only-you-can-read", "On this computer, only you can read it. If another program syncs the folder, anyone with access to it there can read the list, too.")
	case transport.ThisComputer:
		return L("everyone-who-uses-this-computer-can-read", "Everyone who uses this computer can read it. If another program syncs the folder, anyone with access to it there can read the list, too.")
	}
	return L("could-not-determine-who-can-read", "Could not determine who can read it. Assume that anyone with the address can.")
}

// Exposes says how many items become readable to those who can open a location.
func Exposes(items int, at string) string {
	if items == 0 {
		return L("items-that-you-add-will-be", "Items that you add will be readable by everyone who can open {{.At}}.", Data{"At": at})
	}
	return N("your-n-items-will-be-readable", "Your {{.N}} items will be readable by everyone who can open {{.At}}.", items, Data{"N": Number(items), "At": at})
}

// ExposesFiles says how many files become readable to those who can open a location.
func ExposesFiles(files int, at string) string {
	return N("your-n-files-will-be-readable", "Your {{.N}} files will be readable by everyone who can open {{.At}}.", files, Data{"N": Number(files), "At": at})
}

// FileReaders says who can get the files that are published at a location.
func FileReaders(r transport.Readers) string {
	switch r.Who {
	case transport.Everyone:
		return L("anyone-with-the-address-can-download", "Anyone with the address can download the files: the server does not ask for a password.")
	case transport.SignedIn:
		return L("anyone-who-can-sign-in-there", "Anyone who can sign in there can download the files, and so can those who run the server.")
	case transport.ThisUser:
		return L("on-this-computer-only-you-can", "On this computer, only you can open the files there. If another program syncs the folder, anyone with access to it there can open them, too.")
	case transport.ThisComputer:
		return L("everyone-who-uses-this-computer-can", "Everyone who uses this computer can open the files there. If another program syncs the folder, anyone with access to it there can open them, too.")
	}
	return L("could-not-determine-who-can-download", "Could not determine who can download the files. Assume that anyone with the address can.")
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
	return " " + L("the-address-begins-with-http-not", "The address begins with http, not https: anyone on the network path can read everything, including the password.")
}

// PasswordStorage says where a password will be stored.
func PasswordStorage(w credentials.Where) string {
	switch {
	case w.Safe:
		return L("the-password-is-stored-in-the", "The password is stored in the keyring of this computer.")
	case w.File != "":
		if w.Refused {
			return L("the-keyring-of-this-computer-did", "The keyring of this computer did not accept the password. It is stored unencrypted in a file that only you can read: {{.Path}}", Data{"Path": w.File})
		}
		return L("this-computer-has-no-keyring-the", "This computer has no keyring. The password is stored unencrypted in a file that only you can read: {{.Path}}", Data{"Path": w.File})
	}
	return L("the-password-is-not-saved-and", "The password is not saved and is forgotten when you close Crossfeed.")
}

// Kind says what a list is for.
func Kind(kind string) string {
	switch kind {
	case "todo":
		return L("todos", "Todos")
	case "contact":
		return L("contacts", "Contacts")
	case "outline":
		return L("outline", "Outline")
	}
	return L("notes", "Notes")
}

// Dialect returns the name of a sharing dialect; "" means that the feed is not shared.
func Dialect(dialect item.Dialect) string {
	switch dialect {
	case item.FeedSync10:
		return L("feedsync-1-0", "FeedSync 1.0")
	case item.SSE093:
		return L("sse-0-93-compatible-with-feedsync", "SSE 0.93 (compatible with FeedSync)")
	case item.SSE091:
		return L("sse-0-91-older-format", "SSE 0.91 (older format)")
	}
	return L("ordinary-feed-without-sync-information", "ordinary feed without sync information")
}

// invitation describes what is wrong with an invitation.
func invitation(e *sharing.Error) string {
	switch e.Problem {
	case sharing.None:
		return L("no-invitation-found-an-invitation-is", "No invitation found. An invitation is a link that begins with crossfeed://invite, or a .crossfeed file.")
	case sharing.CutOff:
		return L("the-invitation-is-cut-off-ask", "The invitation is cut off. Ask the sender for it again, preferably as a file.")
	case sharing.TooLarge:
		return L("that-is-too-large-to-be", "That is too large to be an invitation.")
	case sharing.Missing:
		return L("the-invitation-is-incomplete-ask-the", "The invitation is incomplete. Ask the sender for it again.")
	case sharing.Unknown:
		return L("this-kind-of-invitation-is-not", "This kind of invitation is not supported. A newer version of Crossfeed may open it.")
	case sharing.Control, sharing.Address:
		return L("the-location-in-the-invitation-is", "The location in the invitation is not valid. The invitation is damaged, or someone wants to deceive you.")
	}
	return L("the-invitation-is-damaged-ask-the", "The invitation is damaged. Ask the sender for it again, preferably as a file.")
}

// Copies lists known copies of a list that is being deleted; "" if there are none. person
// returns the name of a device.
func Copies(c sharing.Copies, person func(by string) string) string {
	var which []string
	for _, at := range c.Feeds {
		which = append(which, L("its-feed-at-at", "its feed at {{.At}}", Data{"At": at}))
	}
	if n := len(c.Devices); n > 0 {
		var who []string
		for _, by := range c.Devices {
			who = append(who, person(by))
		}
		which = append(which, N("the-feeds-of-who", "the feeds of {{.Who}}", n, Data{"Who": And(who)}))
	}
	folders := map[string]int{}
	for _, path := range c.Backups {
		folders[filepath.Dir(path)]++
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		which = append(which, N("n-backups-in-folder-which-may", "{{.N}} backups in {{.Folder}} that may contain it", folders[folder], Data{"N": Number(folders[folder]), "Folder": folder}))
	}
	var said []string
	if n := len(c.Feeds) + len(c.Devices) + len(c.Backups); n > 0 {
		said = append(said, N("crossfeed-knows-of-n-copies-which", "Crossfeed knows of {{.N}} copies: {{.Which}}.", n, Data{"N": Number(n), "Which": And(which)}))
	}
	if c.Away != "" {
		said = append(said, L("folder-cannot-be-read-now-backups", "{{.Folder}} cannot be read right now; backups there may contain it.", Data{"Folder": c.Away}))
	}
	if len(said) > 0 {
		said = append(said, L("it-does-not-know-of-exports", "There may be more: exports, other backups, or copies that others made."))
	}
	return strings.Join(said, " ")
}
