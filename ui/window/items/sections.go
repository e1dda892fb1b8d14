package items

import (
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// inSections reports whether the rows are in manual order in sections.
func (p *Pane) inSections() bool {
	return p.byHand() && p.now.Arrangement.Group == snapshot.GroupBySection
}

// changeSection moves todos from the edge of their section to the nearest edge of the next one,
// or of the one before it. Before the first section are the todos without one.
func (p *Pane) changeSection(step int, moved []int) {
	rows := p.now.Rows
	if rows[moved[0]].Depth > 0 {
		return
	}
	heading, end := rows.HeadingOf(moved[0]), rows.End(moved[len(moved)-1])
	slot := edit.Slot{Into: true}
	switch {
	case step > 0 && end < len(rows):
		slot.Before, slot.Section = rows[end+1].ID, rows.Section(end)
	case step < 0 && heading > 0:
		above := rows.Top(heading - 1)
		slot.After, slot.Section = rows[above].ID, rows.Section(above)
	case step > 0 || heading == snapshot.NoRow:
		return
	}
	p.putInSection(moved, slot)
}

func (p *Pane) putInSection(moved []int, slot edit.Slot) {
	todos := slices.DeleteFunc(p.rowsAt(moved), func(r snapshot.Row) bool { return !isTodo(r) })
	if len(todos) > 0 {
		p.events.Place(p.items(todos), slot)
	}
}

// dragOverSections returns the position to which a dragged row would move.
func (p *Pane) dragOverSections(row int, over widget.Over) (widget.Drop, bool) {
	_, drop, ok := p.slotAt(row, over)
	return drop, ok
}

// dropInSection moves a row, and the chosen ones with it, to the position where it was dropped.
func (p *Pane) dropInSection(row int, over widget.Over) {
	slot, _, ok := p.slotAt(row, over)
	if !ok {
		return
	}
	depth := p.now.Rows[row].Depth
	p.putInSection(slices.DeleteFunc(p.dragged(row), func(i int) bool { return p.now.Rows[i].Depth != depth || depth > 0 && i != row }), slot)
}

// slotAt returns where a dragged row would go: on a heading it becomes the first of the section,
// elsewhere it goes before or after the row there. Subtasks stay below their parent.
func (p *Pane) slotAt(row int, over widget.Over) (slot edit.Slot, drop widget.Drop, ok bool) {
	rows := p.now.Rows
	if row >= len(rows) || over.Row >= len(rows) || !isTodo(rows[row]) {
		return slot, drop, false
	}
	depth := rows[row].Depth
	if rows[over.Row].Heading != nil {
		slot = edit.Slot{Before: rows[over.Row+1].ID, Section: rows.Section(over.Row), Into: true}
		return slot, widget.Drop{Row: over.Row, Into: true}, depth == 0 && over.Row+1 != row
	}
	at := over.Row
	for rows[at].Depth > depth {
		at--
	}
	if at == row || depth > 0 && !slices.Contains(p.siblings(row), at) {
		return slot, drop, false
	}
	const half = 0.5
	if over.Part < half && at == over.Row {
		slot.Before, drop.Row = rows[at].ID, at
	} else {
		slot.After, drop.Row, drop.Below = rows[at].ID, rows.End(at)-1, true
	}
	drop.Left = widget.Indent(depth)
	if rows.HeadingOf(at) != rows.HeadingOf(row) {
		slot.Section, slot.Into = rows.Section(at), true
	}
	return slot, drop, true
}
