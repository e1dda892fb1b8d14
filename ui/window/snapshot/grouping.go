package snapshot

import (
	"cmp"
	"maps"
	"slices"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

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
