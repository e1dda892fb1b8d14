package items

import (
	"cmp"

	"crossfeed/engine/record"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// isTree tells whether the rows show what is part of what, and can be moved in
// and out.
func (p *Pane) isTree() bool {
	return p.now.Place.Kind == place.List && p.now.Search == "" && p.now.Arrangement.Group == snapshot.Ungrouped
}

// moveIn makes what is chosen a part of the todo before it.
func (p *Pane) moveIn() {
	chosen := p.list.Chosen()
	if len(chosen) == 0 || !p.isTree() {
		return
	}
	beside, first, last := p.block(chosen)
	if first == 0 {
		return
	}
	whole := p.now.Rows[beside[first-1]]
	if whole.Kind != record.Todo {
		return
	}
	p.events.Fold(whole.Item(), false)
	p.makePart(p.rowsAt(beside[first:last+1]), cmp.Or(whole.UID, whole.ID))
}

// moveOut takes what is chosen out of the todo that it is part of, and makes it
// a part of what that one is part of.
func (p *Pane) moveOut() {
	chosen := p.list.Chosen()
	if len(chosen) == 0 || !p.isTree() || p.now.Rows[chosen[0]].Depth == 0 {
		return
	}
	beside, first, last := p.block(chosen)
	of := ""
	if whole := p.now.Rows[p.above(chosen[0])]; whole.Depth > 0 {
		of = whole.Parent
	}
	p.makePart(p.rowsAt(beside[first:last+1]), of)
}

func (p *Pane) makePart(rows []snapshot.Row, of string) {
	p.events.Do(Action{Verb: SetPartOf, Value: of}, rows)
}
