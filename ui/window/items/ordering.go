package items

import (
	"slices"

	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// byHand tells whether the rows stand as a person put them.
func (p *Pane) byHand() bool {
	a := p.now.Arrangement
	return p.now.Place.Kind == place.List && p.now.Search == "" && a.Sort == snapshot.ByHand && a.Group == snapshot.Ungrouped
}

// shift moves what is chosen past the row before or after it that is part of
// the same.
func (p *Pane) shift(step int) {
	chosen := p.list.Chosen()
	if len(chosen) == 0 || !p.byHand() {
		return
	}
	beside, first, last := p.block(chosen)
	moved := p.items(p.rowsAt(beside[first : last+1]))
	switch {
	case step < 0 && first >= 2:
		p.events.Place(moved, p.now.Rows[beside[first-2]].Item())
	case step < 0 && first == 1:
		p.events.Place(moved, place.Item{})
	case step > 0 && last+1 < len(beside):
		p.events.Place(moved, p.now.Rows[beside[last+1]].Item())
	}
}

// block are the rows that stand beside the first chosen one, and where the first
// and the last are among them of those that are moved together.
func (p *Pane) block(chosen []int) (beside []int, first, last int) {
	beside = p.siblings(chosen[0])
	first = slices.Index(beside, chosen[0])
	for last = first; last+1 < len(beside) && slices.Contains(chosen, beside[last+1]); {
		last++
	}
	return beside, first, last
}

// siblings are the rows that are part of the same todo, or of none.
func (p *Pane) siblings(at int) []int {
	depth := p.now.Rows[at].Depth
	first := at
	for first > 0 && p.now.Rows[first-1].Depth >= depth {
		first--
	}
	var all []int
	for i := first; i < len(p.now.Rows) && p.now.Rows[i].Depth >= depth; i++ {
		if p.now.Rows[i].Depth == depth {
			all = append(all, i)
		}
	}
	return all
}

func (p *Pane) rowsAt(places []int) []snapshot.Row {
	rows := make([]snapshot.Row, len(places))
	for i, at := range places {
		rows[i] = p.now.Rows[at]
	}
	return rows
}

// drag puts a row into the place of another one that is part of the same.
func (p *Pane) drag(row, to int) {
	beside := p.siblings(row)
	from, at := slices.Index(beside, row), slices.Index(beside, to)
	if !p.byHand() || at < 0 {
		return
	}
	moved := []place.Item{p.now.Rows[row].Item()}
	switch {
	case at == 0:
		p.events.Place(moved, place.Item{})
	case at > from:
		p.events.Place(moved, p.now.Rows[to].Item())
	default:
		p.events.Place(moved, p.now.Rows[beside[at-1]].Item())
	}
}
