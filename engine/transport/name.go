package transport

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxName is the greatest length of an escaped name in bytes. Two of them, three
// dots, "complete", "opml", and the dot and the 19 digits of a pending file fit into
// the 255 bytes that file systems give a name.
const MaxName = 110

// The endings of the names of feeds in a shared folder.
const (
	XML  = ".xml"
	OPML = ".opml"
)

// complete stands before the ending of a complete feed. No endpoint is called so: a dot
// in its name is escaped.
const complete = ".complete"

// FileName is the name of the feed that an endpoint writes for a set in a
// shared folder: NAME.ENDPOINT.xml, or .opml, both escaped by Escape.
func FileName(set, endpoint, ending string) string {
	return Escape(set) + "." + Escape(endpoint) + ending
}

// formerName is FileName as older versions had it.
func formerName(set, endpoint, ending string) string {
	return EscapeFormer(set) + "." + EscapeFormer(endpoint) + ending
}

// WithComplete are the address of a feed and that of the complete feed beside it, which an older
// feed that another program put back does not name.
func WithComplete(address string) []string {
	return []string{address, Beside(address, CompleteName(address))}
}

// CompleteName is the name of the complete feed beside a partial one:
// Groceries.desk.complete.xml beside Groceries.desk.xml. For an address it is that of
// its last segment. What has no ending gets that of XML.
func CompleteName(address string) string {
	name := Name(address)
	ending := path.Ext(name)
	if ending == "" {
		return name + complete + XML
	}
	return strings.TrimSuffix(name, ending) + complete + ending
}

// OwnFeeds are those of the files that are named as feeds of an endpoint, whatever their sets.
// Complete feeds whose partial ones are there are left out.
func OwnFeeds(endpoint string, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !isOfEndpoint(endpoint, name) ||
			slices.ContainsFunc(names, func(other string) bool { return SameName(CompleteName(other), name) })
	})
}

// FeedsOf picks from the names of the files in a folder the feeds of a set, of
// either ending: those that other programs than Crossfeed wrote there with a dot
// more, like copies that file synchronisers make, included. The endpoint's own
// are left out, and so are complete feeds whose partial ones are there, which lead to
// them. Names that are one for many file systems (SameName) are one.
func FeedsOf(set, endpoint string, names []string) []string {
	ledTo := map[string]bool{}
	for _, name := range names {
		ledTo[folded(CompleteName(name))] = true
	}
	var feeds []string
	for _, name := range names {
		if IsFileOf(set, name) && !isOwn(set, endpoint, name) && !ledTo[folded(name)] {
			feeds = append(feeds, name)
		}
	}
	return feeds
}

// isFeedTail tells whether what follows the first dot is ENDPOINT.xml or
// ENDPOINT.opml.
func isFeedTail(s string) bool { return endsIn(s, XML) || endsIn(s, OPML) }

func endsIn(s, end string) bool {
	return len(s) > len(end) && strings.EqualFold(s[len(s)-len(end):], end)
}

// IsFileOf reports whether a file is named as a feed of a set in a shared folder.
func IsFileOf(set, name string) bool {
	head, tail, _ := strings.Cut(name, ".")
	return (SameName(head, Escape(set)) || SameName(head, EscapeFormer(set))) && isFeedTail(tail)
}

// isOfEndpoint reports whether a file is named as a feed of an endpoint, whatever its set.
func isOfEndpoint(endpoint, name string) bool {
	_, tail, _ := strings.Cut(name, ".")
	return isOwn("", endpoint, "."+tail)
}

func isOwn(set, endpoint, name string) bool {
	for _, ending := range []string{XML, OPML, complete + XML, complete + OPML} {
		if SameName(name, FileName(set, endpoint, ending)) || SameName(name, formerName(set, endpoint, ending)) {
			return true
		}
	}
	return false
}

// Escape makes a name safe as a part of a file name, and keeps it readable: letters,
// digits, harmless signs and spaces between them stay, every other byte becomes =XX. So
// two names never collide, none holds a dot or leaves its folder, and none is a device of
// Windows: the first letter of CON and its like is escaped too. There is no percent sign
// in it, which some programs decode in paths. Case is kept, but names that differ in
// nothing else are not told apart (FeedsOf), so a store must not hold two such (SameName).
func Escape(name string) string { return escape(name, "=%02X", "-_&,()'!") }

// EscapeFormer is Escape as older versions had it: every other byte becomes %XX.
func EscapeFormer(name string) string { return escape(name, "%%%02X", "-_") }

// Unescape is the name that Escape or EscapeFormer made a part of a file name of; "" where
// neither did.
func Unescape(part string) string {
	for sign, escaped := range map[string]func(string) string{"=": Escape, "%": EscapeFormer} {
		name, err := url.PathUnescape(strings.ReplaceAll(part, sign, "%"))
		if err == nil && SameName(escaped(name), part) {
			return name
		}
	}
	return ""
}

// escape writes each byte that is not plain as a code. signs are plain.
func escape(name, code, signs string) string {
	var b strings.Builder
	for i, r := range name {
		width := utf8.RuneLen(r)
		if plain(r) || strings.ContainsRune(signs, r) || r == ' ' && i > 0 && i+1 < len(name) {
			b.WriteRune(r)
			continue
		}
		if r == utf8.RuneError {
			_, width = utf8.DecodeRuneInString(name[i:])
		}
		for _, c := range []byte(name[i : i+width]) {
			fmt.Fprintf(&b, code, c)
		}
	}
	if isDevice(b.String()) {
		return fmt.Sprintf(code, b.String()[0]) + b.String()[1:]
	}
	return b.String()
}

func plain(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// isDevice reports whether Windows gives a name to a device, whatever ending follows it.
func isDevice(name string) bool {
	upper := strings.ToUpper(name)
	switch upper {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	device, isNumbered := strings.CutPrefix(upper, "COM")
	if !isNumbered {
		device, isNumbered = strings.CutPrefix(upper, "LPT")
	}
	return isNumbered && len(device) == 1 && unicode.IsDigit(rune(device[0]))
}

// SameName tells whether two names are one for a file system that does not tell upper
// from lower case, or that writes accents as characters of their own, as some of Apple's
// do.
func SameName(a, b string) bool { return folded(a) == folded(b) }

// folded is a name in one case and one form (Unicode NFC).
func folded(name string) string {
	return strings.ToLower(strings.ToUpper(norm.NFC.String(name)))
}
