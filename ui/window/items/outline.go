package items

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/snapshot"
)

// branches are those of the outline that is shown.
func (p *Pane) branches() outline.Branches { return p.now.Branches[p.now.Place.Set] }

// OpenAll opens every branch, CloseAll closes every one.
func (p *Pane) OpenAll() { p.turnAll(outline.Branches{}) }

// CloseAll closes every branch.
func (p *Pane) CloseAll() { p.turnAll(outline.Branches{Closed: true}) }

func (p *Pane) turnAll(b outline.Branches) {
	if p.now.IsOutline() {
		p.events.Branches(b)
	}
}

// put moves what is chosen by a key with Alt.
func (p *Pane) put(key fyne.KeyName) bool {
	move, is := map[fyne.KeyName]func(outline.Tree, []int) (outline.Move, bool){
		fyne.KeyUp: outline.Up, fyne.KeyDown: outline.Down, fyne.KeyRight: outline.In, fyne.KeyLeft: outline.Out,
	}[key]
	if is {
		if m, ok := move(p.now.Tree, p.inTree(p.list.Chosen())); ok {
			p.events.Put(m)
		}
	}
	return is
}

// inTree are rows by their places among all of the tree. Both are from above.
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

// dragged are the rows that are dragged with one: all that are chosen where it is
// one of these.
func (p *Pane) dragged(row int) []int {
	if chosen := p.list.Chosen(); slices.Contains(chosen, row) {
		return chosen
	}
	return []int{row}
}

// dragOver says where a row would go that is dragged there.
func (p *Pane) dragOver(row int, over widget.Over) (widget.Drop, bool) {
	_, mark, ok := p.dropAt(row, over)
	d := widget.Drop{Row: mark.Row, Into: mark.Edge == outline.Round, Below: mark.Edge == outline.AtBottom}
	d.Left = widget.Indent(mark.Depth)
	return d, ok
}

// drop puts a row where it was dragged.
func (p *Pane) drop(row int, over widget.Over) {
	if m, _, ok := p.dropAt(row, over); ok {
		p.events.Put(m)
	}
}

func (p *Pane) dropAt(row int, over widget.Over) (outline.Move, outline.Mark, bool) {
	if !p.now.IsOutline() || row >= len(p.now.Rows) {
		return outline.Move{}, outline.Mark{}, false
	}
	depth := p.now.Rows[row].Depth + widget.Deeper(over.Aside)
	at := outline.Pointer{Row: over.Row, Part: over.Part, Depth: max(depth, 0)}
	return outline.Drop(snapshot.Rows(p.now.Rows), p.now.Tree, p.dragged(row), at)
}

// branchActions are what can be done with all branches of a tree.
func (p *Pane) branchActions() []*fyne.MenuItem {
	if !p.now.IsOutline() {
		return nil
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Open all branches  Ctrl+Shift+Down"), p.OpenAll),
		fyne.NewMenuItem(lang.L("Close all branches  Ctrl+Shift+Up"), p.CloseAll),
	}
}

// treeActions are what can be done with what is chosen in a tree.
func (p *Pane) treeActions() []*fyne.MenuItem {
	if !p.now.IsOutline() {
		return nil
	}
	moved := func(text string, key fyne.KeyName) *fyne.MenuItem {
		return fyne.NewMenuItem(text, func() { p.put(key) })
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Put into…  Ctrl+P"), p.AskInto),
		moved(lang.L("Into the one above  Alt+Right"), fyne.KeyRight),
		moved(lang.L("Out of what it is in  Alt+Left"), fyne.KeyLeft),
		moved(lang.L("Up  Alt+Up"), fyne.KeyUp),
		moved(lang.L("Down  Alt+Down"), fyne.KeyDown),
		fyne.NewMenuItemSeparator(),
	}
}
