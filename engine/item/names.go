package item

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// NameClaim is a name that a feed gives to a device.
type NameClaim struct {
	// By is the identifier of the device, Name what it is called.
	By, Name string
	// From is the device that publishes the feed: By where the device names itself.
	From string
}

// Names has the names of devices by their identifiers. The nil Names has none. It is not
// changed once it was made.
type Names struct {
	own   string
	names map[string]NameLabel
	// claimed counts the devices that have a name, however it is written.
	claimed map[string]int
}

// NameLabel is what a device is called, and who says so. The sentence is made where it is
// shown.
type NameLabel struct {
	// Name is the name, or "" where the device has none and its identifier means nothing.
	Name string
	// According is the device through whose feed the name came, where the device has not
	// named itself and nobody here named it; "" otherwise.
	According string
	// Short tells this device from others, where its Name alone does not; "" otherwise.
	Short string
	// given says that the name is from the address book.
	given bool
}

// NewNames is the book of the device own. Names that a person gave here come first; then
// what a device's own feed says, and then what the feeds of others say of it. Nobody else
// says what this device is called, and what a feed of its own says is known here already.
func NewNames(own string, given map[string]string, claims []NameClaim) *Names {
	b := &Names{own: own, names: map[string]NameLabel{}, claimed: map[string]int{}}
	for by, l := range fromClaims(own, claims) {
		b.names[by] = l
	}
	for by, name := range given {
		if name = CleanName(name); name != "" {
			b.names[by] = NameLabel{Name: name, given: true}
		}
	}
	for _, l := range b.names {
		b.claimed[foldedName(l.Name)]++
	}
	return b
}

// fromClaims are the names that feeds give. Of several for one device the one counts that
// most feeds say, and of those the first in the order of the alphabet, so that the order
// in which feeds are read makes no difference.
func fromClaims(own string, claims []NameClaim) map[string]NameLabel {
	direct, retold := map[string]map[NameLabel]int{}, map[string]map[NameLabel]int{}
	for _, c := range claims {
		name := CleanName(c.Name)
		if c.By == "" || c.By == own || c.From == "" || c.From == own || name == "" {
			continue
		}
		to, l := direct, NameLabel{Name: name}
		if c.From != c.By {
			to, l = retold, NameLabel{Name: name, According: c.From}
		}
		if to[c.By] == nil {
			to[c.By] = map[NameLabel]int{}
		}
		to[c.By][l]++
	}
	labels := map[string]NameLabel{}
	for _, of := range []map[string]map[NameLabel]int{retold, direct} {
		for by, said := range of {
			labels[by] = mostSaid(said)
		}
	}
	return labels
}

func mostSaid(said map[NameLabel]int) NameLabel {
	return slices.MinFunc(slices.Collect(maps.Keys(said)), func(a, b NameLabel) int {
		return cmp.Or(cmp.Compare(said[b], said[a]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.According, b.According))
	})
}

// Label is what a device is called. A name that the device or another one chose never
// passes for another device's, nor for one of the words in reserved, such as "you": its
// Short is set then. A person here may give one name to several devices.
func (b *Names) Label(by string, reserved ...string) NameLabel {
	l, others := b.label(by)
	switch {
	case l.Name == "":
		l.Short = ShortID(by)
	case l.given:
	case others, slices.ContainsFunc(reserved, func(word string) bool { return foldedName(word) == foldedName(l.Name) }):
		l.Short = ShortID(by)
	}
	return l
}

// label is what a device is called, or the identifier that a person chose for it. others
// tells that another device has the name, too.
func (b *Names) label(by string) (l NameLabel, others bool) {
	if b != nil {
		if l, known := b.names[by]; known {
			return l, b.claimed[foldedName(l.Name)] > 1
		}
	}
	if IsGeneratedID(by) {
		return NameLabel{}, false
	}
	l.Name = CleanName(by)
	return l, b != nil && b.claimed[foldedName(l.Name)] > 0
}

// Name is the name of a device, or "" where nobody gave it one.
func (b *Names) Name(by string) string {
	if b == nil {
		return ""
	}
	return b.names[by].Name
}

// Own is the identifier of this device, or "".
func (b *Names) Own() string {
	if b == nil {
		return ""
	}
	return b.own
}

// Given reports whether a person here gave a device its name.
func (b *Names) Given(by string) bool { return b != nil && b.names[by].given }

// Known lists the devices that have a name, in the order of their identifiers.
func (b *Names) Known() []string {
	if b == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(b.names))
}

// Equal reports whether two books call every device the same.
func (b *Names) Equal(other *Names) bool {
	if b == nil || other == nil {
		return b.Own() == other.Own() && len(b.Known()) == len(other.Known())
	}
	return b.own == other.own && maps.Equal(b.names, other.names)
}

// foldedName is a name as people compare names.
func foldedName(name string) string {
	return strings.TrimSpace(cases.Fold().String(norm.NFKC.String(name)))
}

// MaxName is how many characters a name has at most.
const MaxName = 60

// CleanName is a name as it is stored, published and shown: one line without control
// characters, without characters that turn the direction of the text around them or
// cannot be seen, without spaces at its ends, and of at most MaxName characters. It is
// cutName between characters as a person sees them, so an accent or a part of an emoji is
// never separated from the rest.
func CleanName(name string) string {
	const enough = 8 << 10 // bytes; what is longer is no name
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(name[:min(len(name), enough)], "") {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !isHidden(r):
			b.WriteRune(r)
		}
	}
	return cutName(strings.Join(strings.Fields(b.String()), " "))
}

// isHidden reports whether a character has no place in a name: nobody sees it, or it
// changes how the text around the name is read. XML cannot carry some of them at all.
func isHidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d': // joiners: Persian words and emoji need them
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Bidi_Control) ||
		r == unicode.ReplacementChar || r&0xFFFE == 0xFFFE
}

// cutName keeps the first MaxName code points, or fewer where the last character would be
// split.
func cutName(name string) string {
	if utf8.RuneCountInString(name) <= MaxName {
		return name
	}
	length, state, rest := 0, -1, name
	var b strings.Builder
	for rest != "" {
		var character string
		character, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if length += utf8.RuneCountInString(character); length > MaxName {
			break
		}
		b.WriteString(character)
	}
	return strings.TrimSpace(b.String())
}

// generated is what an identifier looks like that a program made: Crossfeed's own, a
// UUID, or another long number.
var generated = regexp.MustCompile(`^(?i:urn:uuid:|\{)?([a-z2-7]{16,}|(?i:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(?i:[0-9a-f]{16,}))\}?$`)

// IsGeneratedID reports whether a program made an identifier: it means nothing to a person.
// Identifiers that people chose, such as "laptop" or "ray@example.com", do.
func IsGeneratedID(id string) bool {
	return generated.MatchString(id) || utf8.RuneCountInString(id) > MaxName
}

// shortLength is how many characters of an identifier tell devices apart.
const shortLength = 5

// ShortID is an identifier by which a person tells devices apart: of one that a program
// made it is the beginning.
func ShortID(id string) string {
	if !IsGeneratedID(id) {
		return CleanName(id)
	}
	if m := generated.FindStringSubmatch(id); m != nil {
		id = m[1]
	}
	all := []rune(CleanName(id))
	return strings.ToLower(string(all[:min(len(all), shortLength)]))
}

// English is a device in English, as the subject or object of a sentence: for commands
// and documents, which speak English whatever the window speaks.
func (b *Names) English(by string) string {
	switch {
	case by == "":
		return "somebody"
	case b != nil && by == b.own:
		return "you"
	}
	return b.Label(by, "you", "somebody").english(b)
}

func (l NameLabel) english(b *Names) string {
	text := l.Name
	switch {
	case text == "":
		return "unnamed device " + l.Short
	case l.Short != "":
		text = fmt.Sprintf("%s (%s)", text, l.Short)
	}
	if l.According == "" {
		return text
	}
	return fmt.Sprintf("%s, according to %s", text, b.Label(l.According, "you", "somebody").alone(b))
}

// alone is english without who said so: the source of a name has no source.
func (l NameLabel) alone(b *Names) string {
	l.According = ""
	return l.english(b)
}
