package place

import (
	"slices"

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

// Known is what is held here of an item that stands in the document.
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
func Locate(spots []Spot, known func(id string) (Known, bool)) []Located {
	if known == nil {
		known = func(string) (Known, bool) { return Known{}, false }
	}
	d := reading{known: known, depth: map[string]int{}, groups: map[string][]*member{}}
	members := d.members(inOrder(spots))
	for _, m := range members {
		d.judge(m)
	}
	for _, group := range d.groups {
		settle(group)
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
	known func(id string) (Known, bool)
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
