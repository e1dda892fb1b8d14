package wording

import (
	"cmp"
	"sync/atomic"

	"crossfeed/engine/item"
	"crossfeed/ui/display"
)

// Book has the names of people and devices. It may be read and replaced from several
// goroutines. The nil Book has no names.
type Book struct {
	names atomic.Pointer[item.Names]
}

// Put replaces the names.
func (b *Book) Put(all *item.Names) { b.names.Store(all) }

// Names are the names; nil where there are none.
func (b *Book) Names() *item.Names {
	if b == nil {
		return nil
	}
	return b.names.Load()
}

// Me is the identifier of this device, which may take another one.
func (s Speaker) Me() string { return cmp.Or(s.Book.Names().Own(), s.Own) }

// Person is the device that made an update, in a person's words.
func (s Speaker) Person(by string) string {
	switch by {
	case "":
		return L("somebody")
	case s.Me():
		return L("you")
	}
	return display.Isolated(Device(s.Book.Names(), by))
}

// By is Person after "by": other languages decline it.
func (s Speaker) By(by string) string {
	switch by {
	case "":
		return X("by somebody", "somebody")
	case s.Me():
		return X("by you", "you")
	}
	return display.Isolated(Device(s.Book.Names(), by))
}

// ByAll is By for several updates, each device once, in the order of the updates.
func (s Speaker) ByAll(updates []string) string {
	var all []string
	seen := map[string]bool{}
	for _, by := range updates {
		if !seen[by] {
			seen[by] = true
			all = append(all, s.Distinct(by, updates, s.By))
		}
	}
	return And(all)
}

// Distinct is a device as called puts it, with the beginning of its identifier where
// another one of those given is called the same: a person may have two devices.
func (s Speaker) Distinct(by string, all []string, called func(by string) string) string {
	name := called(by)
	for _, other := range all {
		if other != by && called(other) == name {
			return name + " (" + item.ShortID(by) + ")"
		}
	}
	return name
}

// Device is what a device is called, whichever it is: by the address book, by itself, by
// another one, which is said, or by the beginning of its identifier.
func Device(all *item.Names, by string) string {
	l := label(all, by)
	if l.According == "" {
		return named(l)
	}
	return L("{{.Name}}, according to {{.Who}}", Data{"Name": named(l), "Who": named(label(all, l.According))})
}

// label is what a device is called, and never a word that means this device or nobody.
func label(all *item.Names, by string) item.NameLabel {
	return all.Label(by, L("you"), X("by you", "you"), L("somebody"), X("by somebody", "somebody"))
}

func named(l item.NameLabel) string {
	switch {
	case l.Name == "":
		return L("unnamed device {{.Short}}", Data{"Short": l.Short})
	case l.Short != "":
		return l.Name + " (" + l.Short + ")"
	}
	return l.Name
}
