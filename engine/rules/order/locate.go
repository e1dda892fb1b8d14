package order

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// Spot is where an outline stands in a document, as it was read.
type Spot struct {
	// ID is the item's, or "" where the outline takes no part.
	ID string
	// Number counts the outlines of the document from 1, in its order; Parent is the
	// number of the outline that it stands in, or 0 for the body.
	Number, Parent int
	// Given is what the attributes of sx:sync say of the place: the key, and the
	// parent that the key was made for. Key is "" where there is none, or the key was
	// given for another version.
	Given item.Place
	// Top is the newest update of the version: of spots that contradict their keys, the
	// newest were moved.
	Top item.History
	// Aside tells that the outline is one of the item without being it: what stands in
	// it is in the item, and the item is not placed by it.
	Aside bool
}

// Known is what is held here of an item that stands in the document: nothing where it is
// zero.
type Known struct {
	Place item.Place
	// Same tells that the version held is the one in the document.
	Same bool
}

// Located is the place of an item in a document. The parent is the nearest enclosing
// outline that takes part.
type Located struct {
	ID string
	item.Place
	// Derived tells that the place was not given: it comes from the neighbours in the
	// document, or from what is held here.
	Derived bool
}

// Locate gives each outline of a document that takes part its place, in the order
// of the document. A key counts where it was given for the parent that the outline
// stands in and agrees with the order of its siblings. Others were moved by a program
// that knows no keys, or never had one: they get the key that is held here where that
// agrees, and otherwise one from their neighbours; both are marked as guesses. A version
// that is held with a key keeps its place, or takes the one given if that is the lesser
// (Lesser). An outline at the root whose given parent is not in the document at all, or
// stands so deep there that nothing can stand in it (Folded), keeps that parent. known may
// be nil. Of several spots of one item the first counts.
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

// inOrder are the spots in the order of the document.
func inOrder(spots []Spot) []Spot {
	byNumber := func(a, b Spot) int { return a.Number - b.Number }
	if slices.IsSortedFunc(spots, byNumber) {
		return spots
	}
	return slices.SortedStableFunc(slices.Values(spots), byNumber)
}

// reading is a document while the places in it are found.
type reading struct {
	known func(id string) Known
	// depth has the items that stand in the document, and how deep: 0 is the root.
	depth map[string]int
	// groups are the siblings of each parent whose order is that of the document.
	groups map[string][]*member
}

// member is an item of the document.
type member struct {
	Located
	given item.Place
	top   item.History
	// parent is the item that it stands in.
	parent string
	// path is the key that it may have among its siblings; valid where there is one.
	path path
	// fixed tells that the place stays also where the order of the document says
	// otherwise: the version is held with it.
	fixed bool
	// sure is how sure it is that the item was not moved: a version that is held was not, and
	// one with a key of its own neither, if programs keep to the rules.
	sure int
}

// members are the first spots of each item, and the items that they stand in.
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
		if s.Aside {
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

// judge finds the key that an item may have, from what was given and what is held
// here, and puts the item into the group whose order tells whether it has it.
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

// orphaned tells whether an outline stands at the root because the parent that was
// given for it is not there (SSE 0.91 §3.2), or has no room for anything (Folded).
func (d *reading) orphaned(m *member) bool {
	if m.parent != "" || m.given.Parent == "" || !Valid(m.given.Key) {
		return false
	}
	depth, there := d.depth[m.given.Parent]
	return !there || depth == Levels-1
}

// agrees tells whether a key was given for the parent that the outline stands in.
func (m *member) agrees() bool { return m.given.Parent == m.parent && Valid(m.given.Key) }

// group puts an item among the siblings that it stands with, if that is where its
// place is. Where an orphan stands says nothing.
func (d *reading) group(m *member) {
	m.Derived = m.Place != m.given
	if m.Place.Parent != m.parent || d.orphaned(m) {
		return
	}
	m.path = pathOf(Sibling{m.ID, m.Place.Key})
	m.sure = boolean(m.fixed) + boolean(!Guessed(m.Place.Key))
	d.groups[m.parent] = append(d.groups[m.parent], m)
}

// Lesser is the place that one version has of two that it came with, the same
// whichever is a. A key that an endpoint gave comes before one that a reader guessed,
// and that before none; then the root comes first, else the lesser parent, and then the
// lesser key. So what a person did counts more than what was made of a document
// without keys, and what a cycle put to the root stays there.
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

// doubt is 0 for a key that an endpoint gave, 1 for a guess and 2 for none.
func doubt(key string) int {
	switch {
	case !Valid(key):
		return 2
	case Guessed(key):
		return 1
	}
	return 0
}

// Guessed tells whether a key was made by a reader, for a version that came without
// one.
func Guessed(key string) bool { return strings.HasPrefix(key, guessed) }

// Guess is the key marked as one that a reader made.
func Guess(key string) string {
	if key == "" || Guessed(key) {
		return key
	}
	return guessed + key
}

// Kept is the place of a new version that stays where the one before it was: an update
// confirms a key that was guessed, and that the item stands where a cycle put it.
func Kept(p item.Place) item.Place {
	return item.Place{Parent: p.Parent, Key: strings.TrimPrefix(p.Key, guessed)}
}
