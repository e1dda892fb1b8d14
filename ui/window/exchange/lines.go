package exchange

import (
	"slices"

	"crossfeed/engine/transfer"
)

// line is a row of the preview: a heading, an entry, or a problem of one.
type line struct {
	state transfer.State
	// entry is the place of the entry in the plan, or none for a heading.
	entry int
	// problem is the place of the problem among those of the entry, or none.
	problem int
}

const none = -1

func (l line) isHeading() bool { return l.entry == none }

func (l line) isProblem() bool { return l.problem != none }

// problemsShown is the number of problems of one entry that have rows; how many
// more there are stands in the last of them.
const problemsShown = 5

// linesOf are the rows of a plan: a heading for every state that there is, and
// below it its entries, unless they are folded away.
func linesOf(p *transfer.Plan, folded map[transfer.State]bool) []line {
	if p == nil {
		return nil
	}
	groups := map[transfer.State][]line{}
	for i, e := range p.Entries {
		groups[e.State] = append(groups[e.State], line{e.State, i, none})
		for n := range min(len(e.Problems), problemsShown) {
			// what is unreadable is told by its first problem
			if e.State != transfer.Unreadable || n > 0 {
				groups[e.State] = append(groups[e.State], line{e.State, i, n})
			}
		}
	}
	var lines []line
	for _, s := range transfer.States() {
		if len(groups[s]) == 0 {
			continue
		}
		lines = append(lines, line{s, none, none})
		if !folded[s] {
			lines = append(lines, groups[s]...)
		}
	}
	return lines
}

// canTake tells whether entries in a state can be taken in and out.
func canTake(s transfer.State) bool {
	return slices.Contains([]transfer.State{transfer.New, transfer.Changed, transfer.Deleted}, s)
}

// taken is the number of entries that an import takes: those in a state, or all
// where there is none given.
func taken(p *transfer.Plan, states ...transfer.State) int {
	n := 0
	for _, e := range p.Entries {
		if e.Take && (len(states) == 0 || slices.Contains(states, e.State)) {
			n++
		}
	}
	return n
}
