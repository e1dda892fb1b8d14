package record

import (
	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// several is a field of several properties, each of which is an element.
type several struct {
	shows func(tag string) bool
	// value is what the element shows of a property; "" is not shown.
	value func(*etree.Element) string
	put   func(p *etree.Element, value string)
	// tag is the name of the property in which a value stands.
	tag func(value string) string
}

// properties lists those that are shown, with their elements.
func (s several) properties(t tree) (shown []*etree.Element, all []Entry) {
	for _, p := range inCard(t.record, s.shows) {
		if value := s.value(p); value != "" {
			shown, all = append(shown, p), append(all, entryOf(p, value))
		}
	}
	return shown, all
}

func (s several) entries(t tree) []Entry {
	_, all := s.properties(t)
	return all
}

func (s several) get(t tree) string { return FormatEntries(s.entries(t)) }

// set changes those properties whose elements changed, in place, so that their
// other parameters and their groups stay.
func (s several) set(t tree, text string) {
	wanted, err := ParseEntries(text)
	if err != nil {
		return // the value is canonical
	}
	shown, old := s.properties(t)
	partners := s.pair(old, wanted)
	for i, partner := range partners {
		if partner < 0 {
			s.write(xprop.Add(t.record, s.tag(wanted[i].Value)), Entry{}, wanted[i])
			continue
		}
		s.write(shown[partner], old[partner], wanted[i])
		shown[partner] = nil
	}
	for _, p := range shown {
		if p != nil {
			removeProperty(p)
		}
	}
}

func (s several) write(p *etree.Element, was, now Entry) {
	if was.Value != now.Value {
		s.put(p, now.Value)
	}
	putMarks(p, was, now)
}

// pair finds the old element that becomes each wanted one, or -1: one that is
// equal, else one of the same value, else the next one that is left.
func (s several) pair(old, wanted []Entry) []int {
	partners := make([]int, len(wanted))
	for i := range partners {
		partners[i] = -1
	}
	taken := make([]bool, len(old))
	for _, key := range []func(Entry) string{Entry.String, Entry.value, func(e Entry) string { return s.tag(e.Value) }} {
		free := map[string][]int{}
		for j, o := range old {
			if !taken[j] {
				free[key(o)] = append(free[key(o)], j)
			}
		}
		for i, w := range wanted {
			if next := free[key(w)]; partners[i] < 0 && len(next) > 0 {
				partners[i], free[key(w)] = next[0], next[1:]
				taken[next[0]] = true
			}
		}
	}
	return partners
}

func (e Entry) value() string { return e.Value }
