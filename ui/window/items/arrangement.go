package items

import (
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// canArrange reports whether a person can choose how a place is sorted and grouped. Outlines
// have a fixed order.
func canArrange(now *snapshot.Snapshot) bool {
	return now.Place.Kind == snapshot.KindList && now.Tree == nil || now.Place.Smart()
}

// arrangements returns the menu for sorting and grouping.
func (p *Pane) arrangements() []*fyne.MenuItem {
	var lines []*fyne.MenuItem
	of := record.Kind("")
	if l, there := p.now.List(p.now.Place.Set); there && p.now.Place.Kind == snapshot.KindList {
		of = record.Kind(l.Kind)
	}
	for _, s := range snapshot.Sorts() {
		if s.Suits(of) {
			lines = append(lines, p.arrangement(sortText(s), func(a *snapshot.Arrangement) { a.Sort = s }))
		}
	}
	lines = append(lines, fyne.NewMenuItemSeparator())
	for _, g := range snapshot.Groups() {
		if g.Suits(of) {
			lines = append(lines, p.arrangement(groupText(g), func(a *snapshot.Arrangement) { a.Group = g }))
		}
	}
	if p.now.Place.Kind == snapshot.KindList && of != record.Contact {
		hide := p.arrangement(wording.L("hide-completed", "Hide completed"), func(a *snapshot.Arrangement) { a.HideDone = !a.HideDone })
		hide.Checked = p.now.Arrangement.HideDone
		lines = append(lines, fyne.NewMenuItemSeparator(), hide)
	}
	return lines
}

// arrangement returns a menu entry that changes the arrangement. It is ticked if that changes
// nothing.
func (p *Pane) arrangement(text string, change func(*snapshot.Arrangement)) *fyne.MenuItem {
	a := p.now.Arrangement
	change(&a)
	line := fyne.NewMenuItem(text, func() {
		p.now.Arrangement = a
		p.events.Arrange(a)
	})
	line.Checked = a == p.now.Arrangement
	return line
}

func sortText(s snapshot.Sort) string {
	switch s {
	case snapshot.ByDue:
		return wording.L("sort-by-due-date", "Sort by due date")
	case snapshot.ByPriority:
		return wording.L("sort-by-priority", "Sort by priority")
	case snapshot.ByTitle:
		return wording.L("sort-by-title", "Sort by title")
	case snapshot.ByFamilyName:
		return wording.L("sort-by-last-name", "Sort by last name")
	case snapshot.ByChange:
		return wording.L("sort-by-last-change", "Sort by last change")
	}
	return wording.L("sort-manually", "Sort manually")
}

func groupText(g snapshot.Group) string {
	switch g {
	case snapshot.GroupByDue:
		return wording.L("group-by-due-date", "Group by due date")
	case snapshot.GroupBySection:
		return wording.L("group-by-section", "Group by section")
	case snapshot.GroupByLetter:
		return wording.L("group-by-letter", "Group by letter")
	case snapshot.GroupByTag:
		return wording.L("group-by-tag", "Group by tag")
	}
	return wording.L("no-groups", "No groups")
}

// byHand reports whether the rows are in manual order, be it in sections.
func (p *Pane) byHand() bool { return p.isTree() && p.now.Arrangement.Sort == snapshot.ByHand }

// shift moves the chosen rows past the sibling before or after them.
func (p *Pane) shift(step int) {
	chosen := p.list.Chosen()
	if len(chosen) == 0 || !p.byHand() {
		return
	}
	beside, first, last := p.block(chosen)
	moved := p.items(p.rowsAt(beside[first : last+1]))
	switch {
	case step < 0 && first > 0:
		p.events.Place(moved, edit.Slot{Before: p.now.Rows[beside[first-1]].ID})
	case step > 0 && last+1 < len(beside):
		p.events.Place(moved, edit.Slot{After: p.now.Rows[beside[last+1]].ID})
	case p.inSections():
		p.changeSection(step, beside[first:last+1])
	}
}

// block returns the siblings of the first chosen row, and the indices of the first and last of
// them that are moved together.
func (p *Pane) block(chosen []int) (beside []int, first, last int) {
	beside = p.siblings(chosen[0])
	first = slices.Index(beside, chosen[0])
	for last = first; last+1 < len(beside) && slices.Contains(chosen, beside[last+1]); {
		last++
	}
	return beside, first, last
}

// siblings returns the rows with the same parent, in the same section.
func (p *Pane) siblings(at int) []int {
	depth := p.now.Rows[at].Depth
	within := func(i int) bool { return p.now.Rows[i].Heading == nil && p.now.Rows[i].Depth >= depth }
	first := at
	for first > 0 && within(first-1) {
		first--
	}
	var all []int
	for i := first; i < len(p.now.Rows) && within(i); i++ {
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

// drag moves a row to the position of a sibling.
func (p *Pane) drag(row, to int) {
	beside := p.siblings(row)
	from, at := slices.Index(beside, row), slices.Index(beside, to)
	if !p.byHand() || at < 0 {
		return
	}
	slot := edit.Slot{Before: p.now.Rows[to].ID}
	if at > from {
		slot = edit.Slot{After: p.now.Rows[to].ID}
	}
	p.events.Place([]snapshot.Item{p.now.Rows[row].Item()}, slot)
}
