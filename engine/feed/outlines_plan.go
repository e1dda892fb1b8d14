package feed

import (
	"slices"
	"sort"

	"crossfeed/engine/item"
)

// plan determines what happens to the outlines of a document. The region of a row is the
// content of its outline that is in no other outline with a row; the region of the body has
// the number -1. Lists of rows are chains of indexes, terminated by -1.
type plan struct {
	*Outlines
	rows []planned
	// row has the row of each outline's item, or -1, by the number of the outline.
	row []int32
	// region has the region that contains each outline, by the number of the outline.
	region []int32
	// begin has the chain of the rows that are inserted at the beginning of a region, before
	// everything that stays, by region + 1.
	begin []int32
	// dirty marks the outlines that do not stay as they are from tag to tag. holds marks those
	// that stay in their region, or contain something without a row that does.
	dirty, holds []bool
}

// planned is a row and what happens to it.
type planned struct {
	item *item.Item
	// number is the number of its outline, or 0 if it is new in the document.
	number int32
	// first and last are the first and last row in it; next is its next sibling.
	first, last, next int32
	// stays reports whether its outline stays at its position within its region.
	stays  bool
	change change
	// after is the chain of the rows that are inserted after it; then is its successor in the
	// chain that it is in.
	after, then int32
}

// change is how much of an outline has to be rewritten.
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

// find finds the outline of each row. Of several outlines of one item, the first counts.
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

// changed returns how much of an outline has to be rewritten. An item that is as it was read
// stays as it is.
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

// placed returns an item with its winner at a position.
func placed(it *item.Item, at item.Place) *item.Item {
	if it.Winner.Place == at {
		return it
	}
	winner := *it.Winner
	winner.Place = at
	return &item.Item{Winner: &winner, Conflicts: it.Conflicts, Flagged: it.Flagged}
}

// nest builds the tree of rows, and returns the first row without a parent.
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

// regions determines the region of each outline.
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

// touch marks an outline, or the body, and everything that encloses it as dirty.
func (p *plan) touch(n int32) {
	for !p.dirty[n] {
		p.dirty[n] = true
		n = p.nodes[n].parent
	}
}

// siblings decides which children of a row stay where they are, and chains the others after
// them.
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

// hold marks an outline that stays, and everything that encloses it within its region.
func (p *plan) hold(n int32) {
	for n != 0 && !p.holds[n] {
		p.holds[n] = true
		if n = p.nodes[n].parent; n != 0 && p.row[n] != none {
			return
		}
	}
}

// staying finds the children of a row that stay: first as many unchanged ones as possible that
// are already in its region and in the right order, then changed ones between them.
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

// numberOf returns the number of a row's outline; for no row, a number greater than all
// others.
func (p *plan) numberOf(r int32) int32 {
	if r == none {
		return int32(len(p.nodes))
	}
	return p.rows[r].number
}

// fit marks as staying those rows that are between two outlines.
func (p *plan) fit(rows []int32, from, to int32) {
	rows = slices.DeleteFunc(rows, func(r int32) bool { return p.rows[r].number <= from || p.rows[r].number >= to })
	for _, r := range p.ascending(rows) {
		p.rows[r].stays = true
	}
}

// ascending returns a longest subsequence of rows whose outlines are in document order. It may
// overwrite the list.
func (p *plan) ascending(rows []int32) []int32 {
	number := func(r int32) int32 { return p.rows[r].number }
	if slices.IsSortedFunc(rows, func(a, b int32) int { return int(number(a) - number(b)) }) {
		return rows
	}
	var ends []int // indexes of the smallest ends of ascending subsequences, by length
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
