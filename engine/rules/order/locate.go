package order

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// Spot is the position of an outline in a document, as read.
type Spot struct {
	// ID is the identifier of the item, or "" if the outline is not shared.
	ID string
	// Number numbers the outlines of the document from 1, in document order; Parent is the
	// number of the enclosing outline, or 0 for the body.
	Number, Parent int
	// Given is the position according to the attributes of sx:sync: the key, and the parent
	// that the key was made for. Key is "" if there is none, or if it was set for another
	// version.
	Given item.Place
	// Top is the newest update of the version: of spots that contradict their keys, the newest
	// ones were moved.
	Top item.History
	// Skipped reports whether the outline was skipped: its children are children of the item,
	// but the item does not get its position from it.
	Skipped bool
}

// Known is the local state of an item in the document; zero if there is none.
type Known struct {
	Place item.Place
	// Same reports whether the local version is the one in the document.
	Same bool
}

// Located is the position of an item in a document. The parent is the nearest enclosing shared
// outline.
type Located struct {
	ID string
	item.Place
	// Derived reports whether the position was not given, but derived from the neighbors in
	// the document or from the local version.
	Derived bool
}

// Locate determines the position of each shared outline of a document, in document order. A
// key is valid if it was set for the parent that contains the outline and agrees with the
// order of its siblings. Other outlines were moved by a program that knows no keys, or never
// had a key: they get the key of the local version if that agrees, and otherwise a key from
// their neighbors; both are marked as guesses. A version that already has a key locally keeps
// its position, or takes the given one if that is less (Lesser). An outline at the top level
// whose given parent is not in the document at all, or is so deep that it cannot have children
// (Folded), keeps that parent. known may be nil. Of several spots of one item, the first
// counts.
func Locate(spots []Spot, known func(id string) Known) []Located {
	if known == nil {
		known = func(string) Known { return Known{} }
	}
	d := reading{known: known, depth: map[string]int{}, groups: map[string][]*member{}}
	members := d.members(inOrder(spots))
	for _, m := range members {
		d.judge(m)
	}
	for _, group := range d.groups {
		resolve(group)
	}
	located := make([]Located, len(members))
	for i, m := range members {
		located[i] = m.Located
	}
	return located
}

// inOrder returns the spots in document order.
func inOrder(spots []Spot) []Spot {
	byNumber := func(a, b Spot) int { return a.Number - b.Number }
	if slices.IsSortedFunc(spots, byNumber) {
		return spots
	}
	return slices.SortedStableFunc(slices.Values(spots), byNumber)
}

// reading is a document while the positions in it are determined.
type reading struct {
	known func(id string) Known
	// depth has the depths of the items in the document; 0 is the top level.
	depth map[string]int
	// groups are the siblings of each parent that are ordered as in the document.
	groups map[string][]*member
}

// member is an item of the document.
type member struct {
	Located
	given item.Place
	top   item.History
	// parent is the item that contains it.
	parent string
	// path is its candidate key among its siblings; valid if there is one.
	path path
	// fixed reports whether the position stays even if the document's order differs, because
	// the same version has it locally.
	fixed bool
	// sure is the certainty that the item was not moved: a version known locally was not, nor
	// was one with its own key, if programs follow the rules.
	sure int
}

// members returns the first spot of each item, with the item that contains it.
func (d *reading) members(spots []Spot) []*member {
	in, depth := make(map[int]string, len(spots)), map[int]int{0: -1}
	room := make([]member, 0, len(spots))
	members := make([]*member, 0, len(spots))
	for _, s := range spots {
		parent := in[s.Parent]
		depth[s.Number] = depth[s.Parent] + 1
		if s.ID == "" {
			in[s.Number] = parent
			continue
		}
		in[s.Number] = s.ID
		if s.Skipped {
			continue
		}
		if _, again := d.depth[s.ID]; !again {
			d.depth[s.ID] = depth[s.Number]
			room = append(room, member{Located: Located{ID: s.ID}, given: s.Given, top: s.Top, parent: parent})
			members = append(members, &room[len(room)-1])
		}
	}
	return members
}

// judge determines the candidate key of an item, from the given and the local one, and adds
// the item to the group whose order decides whether it gets the key.
func (d *reading) judge(m *member) {
	known := d.known(m.ID)
	same := known.Same && Valid(known.Place.Key)
	switch {
	case d.orphaned(m):
		m.Place = m.given
		if same {
			m.Place = Lesser(m.ID, known.Place, m.given)
		}
	case same:
		m.Place, m.fixed = known.Place, true
		if m.agrees() {
			m.Place = Lesser(m.ID, known.Place, m.given)
		}
	case m.agrees():
		m.Place = m.given
	case known.Place.Parent == m.parent:
		m.Place.Parent, m.Place.Key = m.parent, Guess(known.Place.Key)
	default:
		m.Place.Parent = m.parent
	}
	d.group(m)
}

// orphaned reports whether an outline is at the top level because its given parent is not in
// the document (SSE 0.91 §3.2), or cannot have children there (Folded).
func (d *reading) orphaned(m *member) bool {
	if m.parent != "" || m.given.Parent == "" || !Valid(m.given.Key) {
		return false
	}
	depth, there := d.depth[m.given.Parent]
	return !there || depth == Levels-1
}

// agrees reports whether a key was set for the parent that contains the outline.
func (m *member) agrees() bool { return m.given.Parent == m.parent && Valid(m.given.Key) }

// group adds an item to the group of its siblings, if its position is there. The position of
// an orphan in the document has no meaning.
func (d *reading) group(m *member) {
	m.Derived = m.Place != m.given
	if m.Place.Parent != m.parent || d.orphaned(m) {
		return
	}
	m.path = pathOf(Sibling{m.ID, m.Place.Key})
	m.sure = boolean(m.fixed) + boolean(!Guessed(m.Place.Key))
	d.groups[m.parent] = append(d.groups[m.parent], m)
}

// Lesser returns one of two positions that a version was received with, regardless of their
// order. A key that an endpoint set comes before one that a reader guessed, and that before
// none; then the top level comes first, otherwise the lesser parent, and then the lesser key.
// So what a user did takes precedence over what was derived from a document without keys, and
// items that a cycle moved to the top level stay there.
func Lesser(id string, a, b item.Place) item.Place {
	if compare(id, a, b) <= 0 {
		return a
	}
	return b
}

func compare(id string, a, b item.Place) int {
	return cmp.Or(
		cmp.Compare(doubt(a.Key), doubt(b.Key)),
		strings.Compare(a.Parent, b.Parent),
		Compare(Sibling{id, a.Key}, Sibling{id, b.Key}),
		strings.Compare(a.Key, b.Key),
		strings.Compare(a.Cycle, b.Cycle),
	)
}

// doubt returns 0 for a key that an endpoint set, 1 for a guess and 2 for none.
func doubt(key string) int {
	switch {
	case !Valid(key):
		return 2
	case Guessed(key):
		return 1
	}
	return 0
}

// Guessed reports whether a reader created a key, for a version without one.
func Guessed(key string) bool { return strings.HasPrefix(key, guessed) }

// Guess returns the key marked as created by a reader.
func Guess(key string) string {
	if key == "" || Guessed(key) {
		return key
	}
	return guessed + key
}

// Confirm returns the position of a new version that stays where its predecessor was: an update
// confirms a guessed key, and the position to which a cycle moved the item.
func Confirm(p item.Place) item.Place {
	return item.Place{Parent: p.Parent, Key: strings.TrimPrefix(p.Key, guessed)}
}
