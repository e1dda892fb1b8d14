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

// MaxName is the maximum length of an escaped name in bytes. Two names, three dots,
// "complete", "opml", and the dot and the 19 digits of a temporary file fit into the 255 bytes
// that file systems allow for a name.
const MaxName = 110

// The extensions of feeds in a shared folder.
const (
	XML  = ".xml"
	OPML = ".opml"
)

// complete precedes the extension of a complete feed. It cannot be part of an endpoint's name,
// because dots in names are escaped.
const complete = ".complete"

// FileName returns the name of the feed that an endpoint writes for a list in a shared folder:
// NAME.ENDPOINT.xml, or .opml, both escaped by Escape.
func FileName(set, endpoint, ending string) string {
	return Escape(set) + "." + Escape(endpoint) + ending
}

// formerName is FileName as in older versions.
func formerName(set, endpoint, ending string) string {
	return EscapeFormer(set) + "." + EscapeFormer(endpoint) + ending
}

// WithComplete returns the address of a feed, and the address of the complete feed next to it.
// An older feed that another program restored does not name the complete feed.
func WithComplete(address string) []string {
	return []string{address, Sibling(address, CompleteName(address))}
}

// CompleteName returns the name of the complete feed next to a partial one:
// Groceries.desk.complete.xml next to Groceries.desk.xml. For an address, it uses the last
// segment. A name without an extension gets that of XML.
func CompleteName(address string) string {
	name := Name(address)
	ending := path.Ext(name)
	if ending == "" {
		return name + complete + XML
	}
	return strings.TrimSuffix(name, ending) + complete + ending
}

// OwnFeeds returns the files that are named as feeds of an endpoint, for any list. It leaves
// out complete feeds whose partial feeds exist.
func OwnFeeds(endpoint string, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !isOfEndpoint(endpoint, name) ||
			slices.ContainsFunc(names, func(other string) bool { return SameName(CompleteName(other), name) })
	})
}

// FeedsOf returns the feeds of a list among the files in a folder, with either extension. They
// include feeds that other programs named with an additional dot, such as the copies that file
// synchronizers make. It leaves out the endpoint's own feeds, and complete feeds whose partial
// feeds exist, because those link to them. Names that are equal for many file systems
// (SameName) count as equal.
func FeedsOf(set, endpoint string, names []string) []string {
	ledTo := map[string]bool{}
	for _, name := range names {
		ledTo[Folded(CompleteName(name))] = true
	}
	var feeds []string
	for _, name := range names {
		if IsFileOf(set, name) && !isOwn(set, endpoint, name) && !ledTo[Folded(name)] {
			feeds = append(feeds, name)
		}
	}
	return feeds
}

// isFeedTail reports whether the text after the first dot is ENDPOINT.xml or ENDPOINT.opml.
func isFeedTail(s string) bool { return endsIn(s, XML) || endsIn(s, OPML) }

func endsIn(s, end string) bool {
	return len(s) > len(end) && strings.EqualFold(s[len(s)-len(end):], end)
}

// IsFileOf reports whether a file is named as a feed of a list in a shared folder.
func IsFileOf(set, name string) bool {
	head, tail, _ := strings.Cut(name, ".")
	return (SameName(head, Escape(set)) || SameName(head, EscapeFormer(set))) && isFeedTail(tail)
}

// isOfEndpoint reports whether a file is named as a feed of an endpoint, for any list.
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

// Escape makes a name safe as part of a file name, and keeps it readable: letters, digits,
// harmless signs and inner spaces stay, and every other byte becomes =XX. So two names never
// collide, none contains a dot or leaves its folder, and none is a Windows device: the first
// letter of CON and the like is escaped too. Percent signs are avoided because some programs
// decode them in paths. Case is preserved, but names that differ only in case are not
// distinguished (FeedsOf), so a store must not have two such names (SameName).
func Escape(name string) string { return escape(name, "=%02X", "-_&,()'!") }

// EscapeFormer is Escape as in older versions: every other byte becomes %XX.
func EscapeFormer(name string) string { return escape(name, "%%%02X", "-_") }

// Unescape returns the name that Escape or EscapeFormer turned into part of a file name, or ""
// if neither did.
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

// isDevice reports whether Windows reserves a name for a device, whatever its extension.
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

// SameName reports whether two names are equal for a file system that ignores case, or that
// decomposes accented characters, as some of Apple's do.
func SameName(a, b string) bool { return Folded(a) == Folded(b) }

// Folded returns a name in one case and one form (Unicode NFC).
func Folded(name string) string {
	return strings.ToLower(strings.ToUpper(norm.NFC.String(name)))
}
