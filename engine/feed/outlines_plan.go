package feed

import (
	"slices"
	"sort"

	"crossfeed/engine/item"
)

// plan is what becomes of the outlines of a document. The region of a row is what stands
// in its outline and in no other outline that has a row; that of the body has the number
// -1. Lists of rows are chains of their indexes, which -1 ends.
type plan struct {
	*Outlines
	rows []planned
	// row is, by the number of an outline, the row that its item has, or -1.
	row []int32
	// region is, by the number of an outline, the region that it stands in.
	region []int32
	// begin is, by region and one more, the chain of those that are put into it
	// before everything that stays.
	begin []int32
	// dirty tells, by number, that not everything from tag to tag stays as it is, and
	// holds that an outline, or what stands in it and has no row, stays in its region.
	dirty, holds []bool
}

// planned is a row and what becomes of it.
type planned struct {
	item *item.Item
	// number is that of its outline, or 0 where it is new in the document.
	number int32
	// first and last are the rows in it, and next is that after it, in one parent.
	first, last, next int32
	// stays tells that its outline stays where it is, within its region.
	stays  bool
	change change
	// after is the chain of those that are put after it, and then is what comes
	// after it in the chain that it is in.
	after, then int32
}

// change is what has to be written anew of an outline.
type change uint8

const (
	nothing change = iota
	syncOnly
	everything
)

const none = -1

func (o *Outlines) plan(rows []Arranged) *plan {
	p := &plan{
		Outlines: o, rows: make([]planned, len(rows)), row: filled(len(o.nodes)), region: filled(len(o.nodes)),
		begin: filled(len(rows) + 1), dirty: make([]bool, len(o.nodes)), holds: make([]bool, len(o.nodes)),
	}
	p.find(rows)
	top := p.nest(rows)
	p.regions()
	p.siblings(none, top)
	for r := range p.rows {
		p.siblings(int32(r), p.rows[r].first)
	}
	for n := int32(1); n < int32(len(o.nodes)); n++ {
		if p.row[n] == none && o.item(n) != nil {
			p.touch(n)
		}
	}
	return p
}

func filled(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = none
	}
	return list
}

// find looks for the outline of each row. Of several outlines of one item the first
// counts.
func (p *plan) find(rows []Arranged) {
	numbers := make(map[string]int32, len(p.entries))
	for i := len(p.entries) - 1; i >= 0; i-- {
		if it := p.entries[i].Item; it != nil {
			numbers[it.ID()] = int32(i + 1)
		}
	}
	for r := range rows {
		it := rows[r].Item
		p.rows[r] = planned{item: it, first: none, last: none, next: none, after: none, then: none, change: everything}
		if n := numbers[it.ID()]; n != 0 && p.row[n] == none {
			p.row[n], p.rows[r].number, p.rows[r].change = int32(r), n, p.changed(n, it)
		}
	}
}

// changed tells what of an outline has to be written anew. An item as it was read stays
// as it is.
func (o *Outlines) changed(n int32, is *item.Item) change {
	e := o.entries[n-1]
	was := placed(e.Item, e.Outline.Given)
	switch {
	case is == e.Item || unchanged(was, is):
		return nothing
	case sameData(was.Winner, is.Winner):
		return syncOnly
	}
	return everything
}

// placed is an item whose winner stands in a place.
func placed(it *item.Item, at item.Place) *item.Item {
	if it.Winner.Place == at {
		return it
	}
	winner := *it.Winner
	winner.Place = at
	return &item.Item{Winner: &winner, Conflicts: it.Conflicts, Flagged: it.Flagged}
}

// nest finds the rows that stand in each, and gives the first that stands in none.
func (p *plan) nest(rows []Arranged) int32 {
	var open []int32
	top, last := int32(none), int32(none)
	for r := range rows {
		for len(open) > 0 && rows[open[len(open)-1]].Depth >= rows[r].Depth {
			open = open[:len(open)-1]
		}
		first, before := &top, &last
		if len(open) > 0 {
			parent := &p.rows[open[len(open)-1]]
			first, before = &parent.first, &parent.last
		}
		if *before == none {
			*first = int32(r)
		} else {
			p.rows[*before].next = int32(r)
		}
		*before = int32(r)
		open = append(open, int32(r))
	}
	return top
}

// regions finds the region that each outline stands in.
func (p *plan) regions() {
	for n := 1; n < len(p.nodes); n++ {
		switch parent := p.nodes[n].parent; {
		case parent == 0:
		case p.row[parent] != none:
			p.region[n] = p.row[parent]
		default:
			p.region[n] = p.region[parent]
		}
	}
}

// touch notes that something within an outline, or the body, does not stay as it is.
func (p *plan) touch(n int32) {
	for !p.dirty[n] {
		p.dirty[n] = true
		n = p.nodes[n].parent
	}
}

// siblings decides which of the rows of one parent stay where they are, and puts the
// others after them, in chains.
func (p *plan) siblings(region, first int32) {
	p.staying(region, first)
	end, within := &p.begin[region+1], int32(0)
	if region != none {
		within = p.rows[region].number
	}
	for r := first; r != none; r = p.rows[r].next {
		row := &p.rows[r]
		if row.number != 0 && row.change != nothing {
			p.touch(row.number)
		}
		if row.stays {
			p.hold(row.number)
			end, within = &row.after, p.nodes[row.number].parent
			continue
		}
		if row.number != 0 {
			p.touch(p.nodes[row.number].parent)
		}
		p.touch(within)
		*end = r
		end = &row.then
	}
}

// hold notes that an outline stays, in all that it stays in within its region.
func (p *plan) hold(n int32) {
	for n != 0 && !p.holds[n] {
		p.holds[n] = true
		if n = p.nodes[n].parent; n != 0 && p.row[n] != none {
			return
		}
	}
}

// staying finds the rows of one parent that stay: as many as possible of those that have
// not changed and stand in their order in its region already, and then of those between
// them that have.
func (p *plan) staying(region, first int32) {
	var steady []int32
	for r := first; r != none; r = p.rows[r].next {
		if p.mayStay(r, region) && p.rows[r].change == nothing {
			steady = append(steady, r)
		}
	}
	steady = p.ascending(steady)
	var between []int32
	from, next := int32(0), 0
	for r := first; ; r = p.rows[r].next {
		if r == none || next < len(steady) && r == steady[next] {
			p.fit(between, from, p.numberOf(r))
			if between = between[:0]; r == none {
				return
			}
			from, next = p.numberOf(r), next+1
			p.rows[r].stays = true
		} else if p.mayStay(r, region) && p.rows[r].change != nothing {
			between = append(between, r)
		}
	}
}

func (p *plan) mayStay(r, region int32) bool {
	n := p.rows[r].number
	return n != 0 && p.region[n] == region
}

// numberOf is the number of a row's outline, or one after all others.
func (p *plan) numberOf(r int32) int32 {
	if r == none {
		return int32(len(p.nodes))
	}
	return p.rows[r].number
}

// fit lets those of some rows stay that stand between two outlines.
func (p *plan) fit(rows []int32, from, to int32) {
	rows = slices.DeleteFunc(rows, func(r int32) bool { return p.rows[r].number <= from || p.rows[r].number >= to })
	for _, r := range p.ascending(rows) {
		p.rows[r].stays = true
	}
}

// ascending is a longest part of some rows whose outlines stand in their order. It may
// use the list.
func (p *plan) ascending(rows []int32) []int32 {
	number := func(r int32) int32 { return p.rows[r].number }
	if slices.IsSortedFunc(rows, func(a, b int32) int { return int(number(a) - number(b)) }) {
		return rows
	}
	var ends []int // indexes of the least ends of ascending parts, by length
	before := make([]int, len(rows))
	for i, r := range rows {
		n := sort.Search(len(ends), func(k int) bool { return number(rows[ends[k]]) >= number(r) })
		if before[i] = none; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	part := make([]int32, len(ends))
	for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
		part[n] = rows[i]
	}
	return part
}
