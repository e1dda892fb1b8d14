package feed

import (
	"slices"
	"sort"
)

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
