package wording

import (
	"cmp"
	"sync/atomic"

	"crossfeed/engine/item"
	"crossfeed/ui/display"
)

// Book holds the names of people and devices. It is safe for concurrent use. The nil Book has
// no names.
type Book struct {
	names atomic.Pointer[item.Names]
}

// Put replaces the names.
func (b *Book) Put(all *item.Names) { b.names.Store(all) }

// Names returns the names, or nil if there are none.
func (b *Book) Names() *item.Names {
	if b == nil {
		return nil
	}
	return b.names.Load()
}

// Me returns the current identifier of this device, which may change.
func (s Speaker) Me() string { return cmp.Or(s.Book.Names().Own(), s.Own) }

// Person returns the name of the device that made an update.
func (s Speaker) Person(by string) string {
	switch by {
	case "":
		return L("someone-2", "someone")
	case s.Me():
		return L("you", "you")
	}
	return display.Isolated(Device(s.Book.Names(), by))
}

// By is Person for use after "by": some languages decline it.
func (s Speaker) By(by string) string {
	switch by {
	case "":
		return L("by-somebody", "someone")
	case s.Me():
		return L("by-you", "you")
	}
	return display.Isolated(Device(s.Book.Names(), by))
}

// ByAll is By for several updates, naming each device once, in the order of the updates.
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

// Distinct returns the name of a device, with the beginning of its identifier if another one
// in all has the same name: a person may have two devices.
func (s Speaker) Distinct(by string, all []string, called func(by string) string) string {
	name := called(by)
	for _, other := range all {
		if other != by && called(other) == name {
			return name + " (" + item.ShortID(by) + ")"
		}
	}
	return name
}

// Device returns the name of any device: from the address book, from the device itself, from
// another device, which is mentioned, or else the beginning of its identifier.
func Device(all *item.Names, by string) string {
	l := label(all, by)
	if l.According == "" {
		return named(l)
	}
	return L("name-according-to-who", "{{.Name}}, according to {{.Who}}", Data{"Name": named(l), "Who": named(label(all, l.According))})
}

// label returns the name of a device. It is never a word that means this device or nobody.
func label(all *item.Names, by string) item.NameLabel {
	return all.Label(by, L("you", "you"), L("by-you", "you"), L("someone-2", "someone"), L("by-somebody", "someone"))
}

func named(l item.NameLabel) string {
	switch {
	case l.Name == "":
		return L("unnamed-device-short", "unnamed device {{.Short}}", Data{"Short": l.Short})
	case l.Short != "":
		return l.Name + " (" + l.Short + ")"
	}
	return l.Name
}
