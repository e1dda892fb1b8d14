package items

import (
	"slices"
	"strings"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
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

// AskSection asks for the section of the chosen todos. The entry begins with theirs, if they
// have the same one.
func (p *Pane) AskSection() {
	chosen, present := p.Chosen(), ""
	if len(chosen) > 0 && !slices.ContainsFunc(chosen, func(r snapshot.Row) bool { return r.Section != chosen[0].Section }) {
		present = chosen[0].Section
	}
	sections := p.now.Rows.Sections()
	p.ask.openAt(wording.L("section", "Section"), wording.L("its-name-or-minus-for-none", "its name — or - for none"), present, func(text string) (Action, string, bool) {
		switch name := strings.TrimSpace(text); {
		case name == "-", name == "" && present != "":
			return Action{Verb: SetSection}, wording.L("enter-remove-from-the-section-esc", "Enter: remove from the section. Esc: cancel."), true
		case name == "":
			return Action{}, strings.Join(sections, " · "), false
		default:
			words := wording.L("enter-new-section", "Enter: new section")
			if i := slices.IndexFunc(sections, func(s string) bool { return store.Fold(s) == store.Fold(name) }); i >= 0 {
				name, words = sections[i], wording.L("enter-move-under-path", "Enter: move under {{.Path}}", wording.Data{"Path": sections[i]})
			}
			return Action{Verb: SetSection, Value: name}, words, true
		}
	})
}

// InSection reports whether the first chosen todo is shown in a section.
func (p *Pane) InSection() bool { return p.section() != "" }

func (p *Pane) section() string {
	if chosen := p.list.Chosen(); len(chosen) > 0 && chosen[0] < len(p.now.Rows) {
		return p.now.Rows.Section(chosen[0])
	}
	return ""
}

// AskSectionName asks for another name of the section of the first chosen todo.
func (p *Pane) AskSectionName() {
	section := p.section()
	if section == "" {
		return
	}
	p.ask.openAt(wording.L("rename-section", "Rename section"), "", section, func(text string) (Action, string, bool) {
		name := strings.TrimSpace(text)
		return Action{Verb: RenameSection, Value: name, Without: section}, "", name != ""
	})
}
