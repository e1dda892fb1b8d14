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

// NameClaim is a device's name according to a feed.
type NameClaim struct {
	// By is the identifier of the device, and Name its name.
	By, Name string
	// From is the device that publishes the feed; it equals By if the device names itself.
	From string
}

// Names maps the identifiers of devices to their names. A nil Names is empty. Names are
// immutable.
type Names struct {
	own   string
	names map[string]NameLabel
	// claimed counts the devices with each name, by its folded form.
	claimed map[string]int
}

// NameLabel is the name of a device and its source. The user interface makes a sentence of it.
type NameLabel struct {
	// Name is the name, or "" if the device has none and its identifier is not meaningful.
	Name string
	// According is the device whose feed provided the name, if neither the device itself nor a
	// person here named it; otherwise "".
	According string
	// Short distinguishes the device from others if its Name alone does not; otherwise "".
	Short string
	// given reports whether the name is from the address book.
	given bool
}

// NewNames returns the names known to the device own. Names given by a person here take
// precedence, followed by names from the device's own feed and then by those from other feeds.
// Claims about this device or in its own feeds are ignored.
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

// fromClaims returns the names from feeds. If there are several for one device, the most
// frequent one wins, and among these the alphabetically first, so that the order of the feeds
// does not matter.
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
			labels[by] = mostFrequent(said)
		}
	}
	return labels
}

func mostFrequent(said map[NameLabel]int) NameLabel {
	return slices.MinFunc(slices.Collect(maps.Keys(said)), func(a, b NameLabel) int {
		return cmp.Or(cmp.Compare(said[b], said[a]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.According, b.According))
	})
}

// Label returns the label of a device. A name chosen by the device or by another one must not
// be mistaken for another device or for one of the reserved words, such as "you": then Short
// is set. A person here may give several devices the same name.
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

// label returns the name of a device, or its identifier if a person chose it. others reports
// whether another device has the same name.
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

// Name returns the name of a device, or "" if it has none.
func (b *Names) Name(by string) string {
	if b == nil {
		return ""
	}
	return b.names[by].Name
}

// Own returns the identifier of this device, or "".
func (b *Names) Own() string {
	if b == nil {
		return ""
	}
	return b.own
}

// Given reports whether a person here named the device.
func (b *Names) Given(by string) bool { return b != nil && b.names[by].given }

// Known returns the devices that have a name, sorted by their identifiers.
func (b *Names) Known() []string {
	if b == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(b.names))
}

// Equal reports whether two Names give every device the same name.
func (b *Names) Equal(other *Names) bool {
	if b == nil || other == nil {
		return b.Own() == other.Own() && len(b.Known()) == len(other.Known())
	}
	return b.own == other.own && maps.Equal(b.names, other.names)
}

// foldedName returns a form of the name for comparisons, which ignores case.
func foldedName(name string) string {
	return strings.TrimSpace(cases.Fold().String(norm.NFKC.String(name)))
}

// MaxName is the maximum number of code points in a name.
const MaxName = 60

// CleanName returns a name as it is stored, published and shown: one line without control
// characters, without invisible characters or ones that change the direction of the
// surrounding text, without leading and trailing spaces, and with at most MaxName code points.
// It is cut between grapheme clusters, so that an accent or a part of an emoji is never
// separated from the rest.
func CleanName(name string) string {
	const enough = 8 << 10 // bytes; anything longer is not a name
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

// isHidden reports whether a character is not allowed in names: it is invisible, or changes
// how the text around the name is displayed. Some of them are invalid in XML.
func isHidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d': // joiners: Persian words and emoji need them
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Bidi_Control) ||
		r == unicode.ReplacementChar || r&0xFFFE == 0xFFFE
}

// cutName returns the first MaxName code points, or fewer to avoid splitting the last grapheme
// cluster.
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

// generated matches identifiers made by a program: Crossfeed's own, a UUID, or another long
// number.
var generated = regexp.MustCompile(`^(?i:urn:uuid:|\{)?([a-z2-7]{16,}|(?i:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(?i:[0-9a-f]{16,}))\}?$`)

// IsGeneratedID reports whether a program made the identifier, so that it is meaningless to
// people. Identifiers chosen by people, such as "laptop" or "ray@example.com", are meaningful.
func IsGeneratedID(id string) bool {
	return generated.MatchString(id) || utf8.RuneCountInString(id) > MaxName
}

// shortLength is the number of characters of an identifier that suffice to distinguish
// devices.
const shortLength = 5

// ShortID returns a short form of an identifier to distinguish devices: the beginning of an
// identifier made by a program, or all of any other.
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

// English returns an English phrase for a device that can be the subject or object of a
// sentence. It is for commands and documents, which are always in English.
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

// alone returns the English phrase without the source: the source of a name has none itself.
func (l NameLabel) alone(b *Names) string {
	l.According = ""
	return l.english(b)
}
