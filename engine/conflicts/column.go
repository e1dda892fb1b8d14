package conflicts

import (
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// columns are the candidates of an item: versions of equal content share one.
type columns struct {
	equal.Sorted
	// pool are the versions that Sorted numbers: the winner, the conflicts and those that
	// are reopened; conflicts is how many of them are conflicts.
	pool      []*item.Version
	conflicts int
}

func columnsOf(it *item.Item, about About) columns {
	if about.Listed {
		return columns{equal.Apart(it), it.Versions(), len(it.Conflicts)}
	}
	sorted, _ := equal.Sort(it, about.Offered, func() (lineage.Base, error) { return about.Base, nil })
	return columns{sorted, append(it.Versions(), about.Offered...), len(it.Conflicts)}
}

// of are the numbers of the versions that share a candidate's column.
func (c columns) of(number int) []int {
	if number == 0 {
		return c.Winner
	}
	return c.Open[number-1]
}

// versions are those that stand for the columns.
func (c columns) versions() []*item.Version {
	all := []*item.Version{c.pool[0]}
	for _, group := range c.Open {
		all = append(all, c.pool[group[0]])
	}
	return all
}

// equal are the other versions of a column.
func (c columns) equal(number int) (all []*item.Version) {
	for _, n := range c.of(number)[1:] {
		all = append(all, c.pool[n])
	}
	return all
}

// reopened reports whether a column has no conflict of the item, only versions that are
// reopened.
func (c columns) reopened(number int) bool { return c.of(number)[0] > c.conflicts }

// bound reports whether a column cannot be left out, when these conflicts have to be
// included: it can while another version of the column stays open.
func (c columns) bound(number int, conflicts []int) bool {
	return !slices.ContainsFunc(c.of(number), func(n int) bool {
		return n <= c.conflicts && !slices.Contains(conflicts, n-1)
	}) && !c.reopened(number)
}

// columnOf is the number of the column that has a version, or else one of equal content, or
// -1.
func (c columns) columnOf(v *item.Version) int {
	for _, is := range []func(*item.Version, *item.Version) bool{(*item.Version).Same, equal.Versions} {
		for number := range 1 + len(c.Open) {
			if slices.ContainsFunc(c.of(number), func(n int) bool { return is(c.pool[n], v) }) {
				return number
			}
		}
	}
	return -1
}

// without are the versions of columns that others do not have.
func (c columns) without(others columns) (all []*item.Version) {
	for _, v := range c.versions() {
		if others.columnOf(v) < 0 {
			all = append(all, v)
		}
	}
	return all
}
