package snapshot

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// node is a row with its subtasks.
type node struct {
	row   *Row
	parts []*node
}

// arrange sorts the rows, moves subtasks below their parents, and adds headings. Subtasks of
// folded todos are left out.
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

// changes reports whether there is anything to arrange: most lists have neither subtasks nor
// an order, and some are long.
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

// flatten appends a row and the rows below it.
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

// Orders of rows. Rows that are equal in an order are in manual order.
const (
	// ByHand is the manual order. Rows without a position come last, in the order in which
	// they were read.
	ByHand Sort = ""
	// ByDue sorts by due date, rows without one last.
	ByDue Sort = "due"
	// ByPriority sorts by priority, the highest first.
	ByPriority Sort = "priority"
	// ByTitle sorts alphabetically.
	ByTitle Sort = "title"
	// ByFamilyName sorts contacts by last name, and those without one by title.
	ByFamilyName Sort = "family"
	// ByChange sorts by the last change, the newest first.
	ByChange Sort = "change"
)

// Sorts returns the orders in the order of the menu.
func Sorts() []Sort { return []Sort{ByHand, ByDue, ByPriority, ByTitle, ByFamilyName, ByChange} }

// Suits reports whether the order is offered for lists of a kind, or, if it is "", for smart
// lists.
func (s Sort) Suits(k record.Kind) bool {
	switch s {
	case ByHand:
		return k != ""
	case ByDue, ByPriority:
		return k != record.Contact
	case ByFamilyName:
		return k == record.Contact
	}
	return true
}

// Group is the property by which rows are grouped under headings.
type Group string

// Ways to group rows.
const (
	Ungrouped  Group = ""
	GroupByDue Group = "due"
	GroupByTag Group = "tag"
	// GroupBySection groups todos by their sections, in the manual order of the first todo of
	// each. Those without a section come first, without a heading.
	GroupBySection Group = "section"
	// GroupByLetter groups contacts by the first letter of what they are sorted by.
	GroupByLetter Group = "letter"
)

// Groups returns the ways to group in the order of the menu.
func Groups() []Group {
	return []Group{Ungrouped, GroupBySection, GroupByDue, GroupByLetter, GroupByTag}
}

// Suits reports whether the grouping is offered for lists of a kind, or, if it is "", for smart
// lists.
func (g Group) Suits(k record.Kind) bool {
	switch g {
	case GroupByDue:
		return k != record.Contact
	case GroupBySection:
		return k == record.Todo
	case GroupByLetter:
		return k == record.Contact
	}
	return true
}

// Arrangement is how the rows of a place are sorted, grouped and filtered.
type Arrangement struct {
	Sort  Sort
	Group Group
	// HideDone hides completed and cancelled todos.
	HideDone bool
}

// hideDone is the last word of the text form.
const hideDone = "hide-done"

// String returns the text for ParseArrangement.
func (a Arrangement) String() string {
	words := []string{"sort=" + string(a.Sort), "group=" + string(a.Group)}
	if a.HideDone {
		words = append(words, hideDone)
	}
	return strings.Join(words, " ")
}

// ParseArrangement parses a saved arrangement. It ignores unknown words, which a later version
// of Crossfeed may have written.
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

// Asked is what a snapshot has to show, and how.
type Asked struct {
	// Place is the place whose rows are shown, Search the text that they contain.
	Place  Place
	Search string
	// Now is the time in the person's time zone.
	Now time.Time
	// Arrangements are the arrangements that a person chose. Other places have their default.
	Arrangements map[Place]Arrangement
	// Arrangement is the arrangement of the place. Next sets it.
	Arrangement Arrangement
	// Folded are the todos whose subtasks are hidden.
	Folded map[Item]bool
	// Branches holds the open branches of outlines, by the names of the lists.
	Branches map[string]Branches
}

// arrangement returns the arrangement of the place.
func (s *Snapshot) arrangement() Arrangement {
	if a, chosen := s.Arrangements[s.Place]; chosen {
		return a
	}
	switch s.Place.Kind {
	case KindToday, KindOverdue, KindTag:
		return Arrangement{Sort: ByDue}
	case KindUpcoming, KindAllTodos:
		return Arrangement{Sort: ByDue, Group: GroupByDue}
	case KindNoDate:
		return Arrangement{Sort: ByPriority}
	case KindDeleted, KindCompleted:
		return Arrangement{Sort: ByChange}
	}
	if l, there := s.List(s.Place.Set); there && l.Kind == string(record.Contact) {
		return Arrangement{Sort: ByTitle, Group: GroupByLetter}
	}
	return Arrangement{}
}

// Bucket is the time span in which the todos of a group are due.
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
	// Over is for completed and cancelled todos, whenever they were due.
	Over
)

// Heading is the row above a group. It is not an item.
type Heading struct {
	// Group says whether Bucket, Tag, Section or Letter is used; an empty one is for items
	// without any.
	Group                Group
	Bucket               Bucket
	Tag, Section, Letter string
	// Rows is the number of items in the group that are not completed, including folded ones.
	// In the group of completed items, it is the number of all.
	Rows int
}

// group is a heading and the rows below it.
type group struct {
	heading *Heading
	nodes   []*node
}

// group groups nodes under headings. Each node is in one group, with its subtasks.
func (a Asked) group(nodes []*node) []group {
	switch a.Arrangement.Group {
	case GroupByDue:
		return grouped(nodes, a.bucket, cmp.Compare[Bucket], func(b Bucket, _ *Row) Heading {
			return Heading{Group: GroupByDue, Bucket: b}
		})
	case GroupByTag:
		return grouped(nodes, tagOf, emptyLast, func(tag string, first *Row) Heading {
			if tag == "" {
				return Heading{Group: GroupByTag}
			}
			return Heading{Group: GroupByTag, Tag: first.Tags[0]}
		})
	case GroupBySection:
		return bySection(nodes)
	}
	if a.Arrangement.Group == GroupByLetter {
		return grouped(nodes, a.letter, emptyLast, func(letter string, _ *Row) Heading {
			return Heading{Group: GroupByLetter, Letter: letter}
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
		if h.Rows = open(members[k]); h.Bucket == Over {
			h.Rows = size(members[k])
		}
		groups = append(groups, group{&h, members[k]})
	}
	return groups
}

// size returns the number of nodes and their descendants.
func size(nodes []*node) int {
	n := len(nodes)
	for _, each := range nodes {
		n += size(each.parts)
	}
	return n
}

// open is size without completed and cancelled todos.
func open(nodes []*node) (n int) {
	for _, each := range nodes {
		if n += open(each.parts); !each.row.Done && !each.row.Cancelled {
			n++
		}
	}
	return n
}

// bucket returns the bucket of a todo at the present time.
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

// tagOf returns the first tag of a row, with its case folded, or "". Each row is in one group,
// so that the numbers of rows add up.
func tagOf(r *Row) string {
	if len(r.Tags) == 0 {
		return ""
	}
	return store.Fold(r.Tags[0])
}

// letter returns the first letter of what contacts are sorted by, without accents, or "".
func (a Asked) letter(r *Row) string {
	name := r.Title
	if a.Arrangement.Sort == ByFamilyName {
		name = lastName(r)
	}
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(strings.TrimSpace(name)))
	if !unicode.IsLetter(first) {
		return ""
	}
	return string(unicode.ToUpper(first))
}

// emptyLast sorts texts, and "" last.
func emptyLast(a, b string) int {
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
