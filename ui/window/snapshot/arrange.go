package snapshot

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
)

// node is a row and the subtasks below it.
type node struct {
	row   *Row
	parts []*node
}

// arrange sorts the rows, puts subtasks below what they are part of and all of
// it under headings. Rows of folded todos are left out.
func (a Asked) arrange(rows []Row) []Row {
	if !a.changes(rows) {
		return rows
	}
	roots := forest(rows)
	a.sort(roots)
	const headings = 16
	arranged := make([]Row, 0, len(rows)+headings)
	for _, g := range a.group(roots) {
		if g.heading != nil {
			arranged = append(arranged, Row{Heading: g.heading})
		}
		for _, n := range g.nodes {
			arranged = a.flatten(arranged, n, 0)
		}
	}
	return arranged
}

func hasParts(rows []Row) bool {
	for i := range rows {
		if rows[i].Parts > 0 {
			return true
		}
	}
	return false
}

// changes tells whether there is anything to arrange: most lists have no
// subtasks and no order of their own, and some are long.
func (a Asked) changes(rows []Row) bool {
	if a.Arrangement.Sort != ByHand || a.Arrangement.Group != Ungrouped {
		return true
	}
	for i := range rows {
		if rows[i].Parent != "" || rows[i].Ordered {
			return true
		}
	}
	return false
}

// flatten appends a row and what is below it.
func (a Asked) flatten(rows []Row, n *node, depth int) []Row {
	rows = append(rows, *n.row)
	if len(n.parts) == 0 {
		rows[len(rows)-1].Depth = depth
		return rows
	}
	r := &rows[len(rows)-1]
	r.Depth, r.Parts, r.Folded = depth, len(n.parts), a.Folded[r.Item()]
	for _, p := range n.parts {
		if p.row.Done {
			r.PartsDone++
		}
	}
	if r.Folded {
		return rows
	}
	for _, p := range n.parts {
		rows = a.flatten(rows, p, depth+1)
	}
	return rows
}

// Sort is the order of rows.
type Sort string

// Orders of rows. Where rows are alike in one they stand as by hand.
const (
	// ByHand is the order that a person gave; what has none comes last, as it
	// came.
	ByHand Sort = ""
	// ByDue puts first what is due first, and last what is never due.
	ByDue Sort = "due"
	// ByPriority puts the highest first.
	ByPriority Sort = "priority"
	// ByTitle is the order of the alphabet.
	ByTitle Sort = "title"
	// ByChange puts first what was changed last.
	ByChange Sort = "change"
)

// Sorts lists the orders as a menu shows them.
func Sorts() []Sort { return []Sort{ByHand, ByDue, ByPriority, ByTitle, ByChange} }

// Group is what rows stand together by, under headings.
type Group string

// Ways to group rows.
const (
	Ungrouped  Group = ""
	GroupByDue Group = "due"
	GroupByTag Group = "tag"
)

// Groups lists the ways to group as a menu shows them.
func Groups() []Group { return []Group{Ungrouped, GroupByDue, GroupByTag} }

// Arrangement is how the rows of a place are shown.
type Arrangement struct {
	Sort  Sort
	Group Group
	// HideDone leaves out what is done or cancelled.
	HideDone bool
}

// hideDone is the last word of the text form.
const hideDone = "hide-done"

// String is the text that ParseArrangement reads.
func (a Arrangement) String() string {
	words := []string{"sort=" + string(a.Sort), "group=" + string(a.Group)}
	if a.HideDone {
		words = append(words, hideDone)
	}
	return strings.Join(words, " ")
}

// ParseArrangement reads an arrangement that was kept. What it does not know,
// perhaps of a later Crossfeed, it leaves as it is without.
func ParseArrangement(text string) Arrangement {
	var a Arrangement
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case name == "sort" && slices.Contains(Sorts(), Sort(value)):
			a.Sort = Sort(value)
		case name == "group" && slices.Contains(Groups(), Group(value)):
			a.Group = Group(value)
		case name == hideDone:
			a.HideDone = true
		}
	}
	return a
}

// Asked is what a snapshot is to show, and how.
type Asked struct {
	// Place is where the rows are from, and Search what they contain.
	Place  place.Place
	Search string
	// Now is the time, where the user is.
	Now time.Time
	// Arrangements are how a person wants places to be arranged; the others are
	// arranged as is usual for them.
	Arrangements map[place.Place]Arrangement
	// Arrangement is that of the place. Read fills it in.
	Arrangement Arrangement
	// Folded are the todos whose subtasks are not shown.
	Folded map[place.Item]bool
	// Branches are which branches of outlines are open, by the names of the lists.
	Branches map[string]outline.Branches
}

// arrangement is how the place is arranged.
func (s *Snapshot) arrangement() Arrangement {
	if a, chosen := s.Arrangements[s.Place]; chosen {
		return a
	}
	switch s.Place.Kind {
	case place.Today, place.Overdue, place.Tag:
		return Arrangement{Sort: ByDue}
	case place.Upcoming:
		return Arrangement{Sort: ByDue, Group: GroupByDue}
	case place.Deleted:
		return Arrangement{Sort: ByChange}
	}
	if l, there := s.List(s.Place.Set); there && l.Kind == "contact" {
		return Arrangement{Sort: ByTitle}
	}
	return Arrangement{}
}

// Bucket is when the todos of a group are due.
type Bucket int

// Buckets in the order in which they are shown.
const (
	Overdue Bucket = iota
	Today
	Tomorrow
	// Soon is within seven days from today.
	Soon
	Later
	NotDue
	// Over is what is done or cancelled, whenever it was due.
	Over
)

// Heading is the row above a group. It is no item.
type Heading struct {
	// Group says whether Bucket or Tag counts; no Tag stands for todos without
	// any.
	Group  Group
	Bucket Bucket
	Tag    string
	// Rows is the number of items in the group, folded ones included.
	Rows int
}

// group is a heading and what stands below it.
type group struct {
	heading *Heading
	nodes   []*node
}

// group puts nodes under headings; each stands in one group, with its subtasks.
func (a Asked) group(nodes []*node) []group {
	switch a.Arrangement.Group {
	case GroupByDue:
		return grouped(nodes, a.bucket, cmp.Compare[Bucket], func(b Bucket, _ *Row) Heading {
			return Heading{Group: GroupByDue, Bucket: b}
		})
	case GroupByTag:
		return grouped(nodes, tagOf, compareTags, func(tag string, first *Row) Heading {
			if tag == "" {
				return Heading{Group: GroupByTag}
			}
			return Heading{Group: GroupByTag, Tag: first.Tags[0]}
		})
	}
	return []group{{nodes: nodes}}
}

func grouped[K comparable](nodes []*node, key func(*Row) K, compare func(a, b K) int, heading func(K, *Row) Heading) []group {
	members := map[K][]*node{}
	for _, n := range nodes {
		k := key(n.row)
		members[k] = append(members[k], n)
	}
	var groups []group
	for _, k := range slices.SortedFunc(maps.Keys(members), compare) {
		h := heading(k, members[k][0].row)
		h.Rows = size(members[k])
		groups = append(groups, group{&h, members[k]})
	}
	return groups
}

// size counts nodes and all that is below them.
func size(nodes []*node) int {
	n := len(nodes)
	for _, each := range nodes {
		n += size(each.parts)
	}
	return n
}

// bucket is when a todo is due, seen from now.
func (a Asked) bucket(r *Row) Bucket {
	due, err := record.ParseDate(r.Due)
	switch {
	case r.Done || r.Cancelled:
		return Over
	case err != nil:
		return NotDue
	case due.Passed(a.Now):
		return Overdue
	}
	at, here, today := due.At(a.Now.Location()), a.Now.Location(), record.DayOf(a.Now)
	switch {
	case at.Before(today.AddDays(1).At(here)):
		return Today
	case at.Before(today.AddDays(2).At(here)):
		return Tomorrow
	case at.Before(today.AddDays(7).At(here)):
		return Soon
	}
	return Later
}

// tagOf is the first tag of a row, whatever its case, or "": each row stands in
// one group, so that the numbers of rows add up.
func tagOf(r *Row) string {
	if len(r.Tags) == 0 {
		return ""
	}
	return store.Fold(r.Tags[0])
}

// compareTags puts what has no tag last.
func compareTags(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == "":
		return 1
	case b == "":
		return -1
	}
	return cmp.Compare(a, b)
}
