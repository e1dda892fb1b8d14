// Package names says what devices are called: by this device's address book, by
// themselves, or by others. It is pure.
package names

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Claim is a name that a feed gives to a device.
type Claim struct {
	// By is the identifier of the device, Name what it is called.
	By, Name string
	// From is the device that publishes the feed: By where the device names itself.
	From string
}

// Book has the names of devices by their identifiers. The nil Book has none. It is not
// changed once it was made.
type Book struct {
	own   string
	names map[string]Label
	// claimed counts the devices that have a name, however it is written.
	claimed map[string]int
}

// Label is what a device is called, and who says so. The sentence is made where it is
// shown.
type Label struct {
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

// NewBook is the book of the device own. Names that a person gave here come first; then
// what a device's own feed says, and then what the feeds of others say of it. Nobody else
// says what this device is called, and what a feed of its own says is known here already.
func NewBook(own string, given map[string]string, claims []Claim) *Book {
	b := &Book{own: own, names: map[string]Label{}, claimed: map[string]int{}}
	for by, l := range fromClaims(own, claims) {
		b.names[by] = l
	}
	for by, name := range given {
		if name = Clean(name); name != "" {
			b.names[by] = Label{Name: name, given: true}
		}
	}
	for _, l := range b.names {
		b.claimed[folded(l.Name)]++
	}
	return b
}

// fromClaims are the names that feeds give. Of several for one device the one counts that
// most feeds say, and of those the first in the order of the alphabet, so that the order
// in which feeds are read makes no difference.
func fromClaims(own string, claims []Claim) map[string]Label {
	direct, retold := map[string]map[Label]int{}, map[string]map[Label]int{}
	for _, c := range claims {
		name := Clean(c.Name)
		if c.By == "" || c.By == own || c.From == "" || c.From == own || name == "" {
			continue
		}
		to, l := direct, Label{Name: name}
		if c.From != c.By {
			to, l = retold, Label{Name: name, According: c.From}
		}
		if to[c.By] == nil {
			to[c.By] = map[Label]int{}
		}
		to[c.By][l]++
	}
	labels := map[string]Label{}
	for _, of := range []map[string]map[Label]int{retold, direct} {
		for by, said := range of {
			labels[by] = mostSaid(said)
		}
	}
	return labels
}

func mostSaid(said map[Label]int) Label {
	return slices.MinFunc(slices.Collect(maps.Keys(said)), func(a, b Label) int {
		return cmp.Or(cmp.Compare(said[b], said[a]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.According, b.According))
	})
}

// Label is what a device is called. A name that the device or another one chose never
// passes for another device's, nor for one of the words in reserved, such as "you": its
// Short is set then. A person here may give one name to several devices.
func (b *Book) Label(by string, reserved ...string) Label {
	l, others := b.label(by)
	switch {
	case l.Name == "":
		l.Short = Short(by)
	case l.given:
	case others, slices.ContainsFunc(reserved, func(word string) bool { return folded(word) == folded(l.Name) }):
		l.Short = Short(by)
	}
	return l
}

// label is what a device is called, or the identifier that a person chose for it. others
// tells that another device has the name, too.
func (b *Book) label(by string) (l Label, others bool) {
	if b != nil {
		if l, known := b.names[by]; known {
			return l, b.claimed[folded(l.Name)] > 1
		}
	}
	if Generated(by) {
		return Label{}, false
	}
	l.Name = Clean(by)
	return l, b != nil && b.claimed[folded(l.Name)] > 0
}

// Name is the name of a device, or "" where nobody gave it one.
func (b *Book) Name(by string) string {
	if b == nil {
		return ""
	}
	return b.names[by].Name
}

// Own is the identifier of this device, or "".
func (b *Book) Own() string {
	if b == nil {
		return ""
	}
	return b.own
}

// Given reports whether a person here gave a device its name.
func (b *Book) Given(by string) bool { return b != nil && b.names[by].given }

// Known lists the devices that have a name, in the order of their identifiers.
func (b *Book) Known() []string {
	if b == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(b.names))
}

// Equal reports whether two books call every device the same.
func (b *Book) Equal(other *Book) bool {
	if b == nil || other == nil {
		return b.Own() == other.Own() && len(b.Known()) == len(other.Known())
	}
	return b.own == other.own && maps.Equal(b.names, other.names)
}

// folded is a name as people compare names.
func folded(name string) string {
	return strings.TrimSpace(cases.Fold().String(norm.NFKC.String(name)))
}
