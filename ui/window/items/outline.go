package items

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// branches returns which branches of the shown outline are open.
func (p *Pane) branches() snapshot.Branches { return p.now.Branches[p.now.Place.Set] }

// OpenAll opens every branch.
func (p *Pane) OpenAll() { p.turnAll(snapshot.Branches{}) }

// CloseAll closes every branch.
func (p *Pane) CloseAll() { p.turnAll(snapshot.Branches{Closed: true}) }

func (p *Pane) turnAll(b snapshot.Branches) {
	if p.now.IsOutline() {
		p.events.Branches(b)
	}
}

// put moves the chosen items for a key with Alt.
func (p *Pane) put(key fyne.KeyName) bool {
	m, can, is := p.moveFor(key)
	if can {
		p.events.Put(m)
	}
	return is
}

// moveFor returns what a key with Alt does to the chosen items. can is false if it cannot do
// that, is if it does nothing at all.
func (p *Pane) moveFor(key fyne.KeyName) (m snapshot.Move, can, is bool) {
	move, is := map[fyne.KeyName]func(snapshot.Rows, []int) (snapshot.Move, bool){
		fyne.KeyUp: snapshot.Rows.MoveUp, fyne.KeyDown: snapshot.Rows.MoveDown, fyne.KeyRight: snapshot.Rows.Indent, fyne.KeyLeft: snapshot.Rows.Outdent,
	}[key]
	if is {
		m, can = move(p.now.Tree, p.inTree(p.list.Chosen()))
	}
	return m, can, is
}

// inTree converts indices of shown rows to indices in the whole tree. Both are in ascending
// order.
func (p *Pane) inTree(shown []int) []int {
	all := make([]int, 0, len(shown))
	at := 0
	for _, row := range shown {
		for p.now.Tree[at].ID != p.now.Rows[row].ID {
			at++
		}
		all = append(all, at)
	}
	return all
}

// dragged returns the rows that are dragged with a row: all chosen ones if it is one of them.
func (p *Pane) dragged(row int) []int {
	if chosen := p.list.Chosen(); slices.Contains(chosen, row) {
		return chosen
	}
	return []int{row}
}

// dragOver returns the position to which a dragged row would move.
func (p *Pane) dragOver(row int, over widget.Over) (widget.Drop, bool) {
	_, mark, ok := p.dropAt(row, over)
	d := widget.Drop{Row: mark.Row, Into: mark.Edge == snapshot.Round, Below: mark.Edge == snapshot.AtBottom}
	d.Left = widget.Indent(mark.Depth)
	return d, ok
}

// drop moves a row to the position where it was dropped.
func (p *Pane) drop(row int, over widget.Over) {
	if p.inSections() {
		p.dropInSection(row, over)
		return
	}
	if m, _, ok := p.dropAt(row, over); ok {
		p.events.Put(m)
	}
}

func (p *Pane) dropAt(row int, over widget.Over) (snapshot.Move, snapshot.DropMark, bool) {
	if !p.now.IsOutline() || row >= len(p.now.Rows) {
		return snapshot.Move{}, snapshot.DropMark{}, false
	}
	depth := p.now.Rows[row].Depth + widget.Deeper(over.Aside)
	at := snapshot.Pointer{Row: over.Row, Part: over.Part, Depth: max(depth, 0)}
	return p.now.Rows.Drop(p.now.Tree, p.dragged(row), at)
}

// branchActions returns the actions on all branches of an outline.
func (p *Pane) branchActions() []*fyne.MenuItem {
	if !p.now.IsOutline() {
		return nil
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(wording.L("expand-all-branches-ctrl-shift-down", "Expand all branches  Ctrl+Shift+Down"), p.OpenAll),
		fyne.NewMenuItem(wording.L("collapse-all-branches-ctrl-shift-up", "Collapse all branches  Ctrl+Shift+Up"), p.CloseAll),
	}
}

// treeActions returns the actions on the chosen items of an outline.
func (p *Pane) treeActions() []*fyne.MenuItem {
	if !p.now.IsOutline() {
		return nil
	}
	moved := func(text string, key fyne.KeyName) *fyne.MenuItem {
		_, can, _ := p.moveFor(key)
		return appliesIf(can, fyne.NewMenuItem(text, func() { p.put(key) }))
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(wording.L("move-under-ctrl-p", "Move under…  Ctrl+P"), p.AskInto),
		moved(wording.L("indent-alt-right", "Indent  Alt+Right"), fyne.KeyRight),
		moved(wording.L("outdent-alt-left", "Outdent  Alt+Left"), fyne.KeyLeft),
		moved(wording.L("move-up-alt-up", "Move up  Alt+Up"), fyne.KeyUp),
		moved(wording.L("move-down-alt-down", "Move down  Alt+Down"), fyne.KeyDown),
		fyne.NewMenuItemSeparator(),
	}
}

// isTree reports whether the rows show parents and subtasks, and can be indented and
// outdented.
func (p *Pane) isTree() bool {
	g := p.now.Arrangement.Group
	return p.now.Place.Kind == snapshot.KindList && p.now.Search == "" && (g == snapshot.Ungrouped || g == snapshot.GroupBySection)
}

// moveIn makes the chosen rows subtasks of the todo before them.
func (p *Pane) moveIn() {
	if whole, rows, can := p.partsOf(); can {
		p.events.Fold(whole.Item(), false)
		p.makePart(rows, cmp.Or(whole.UID, whole.ID))
	}
}

// partsOf returns the rows that become subtasks, and the todo above them that they become
// subtasks of. can is false without such a todo.
func (p *Pane) partsOf() (whole snapshot.Row, rows []snapshot.Row, can bool) {
	chosen := p.list.Chosen()
	if len(chosen) == 0 || !p.isTree() {
		return whole, nil, false
	}
	beside, first, last := p.block(chosen)
	if first == 0 {
		return whole, nil, false
	}
	whole = p.now.Rows[beside[first-1]]
	return whole, p.rowsAt(beside[first : last+1]), whole.Kind == record.Todo
}

// canMoveOut reports whether the chosen rows have a parent.
func (p *Pane) canMoveOut() bool {
	chosen := p.list.Chosen()
	return len(chosen) > 0 && p.isTree() && p.now.Rows[chosen[0]].Depth > 0
}

// moveOut moves the chosen rows out of their parent, to their parent's parent.
func (p *Pane) moveOut() {
	if !p.canMoveOut() {
		return
	}
	chosen := p.list.Chosen()
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
