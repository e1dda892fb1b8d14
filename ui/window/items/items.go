// Package items is the middle pane: the items of a place, with an entry to add
// one and an entry to search.
package items

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// Pane is the middle pane.
type Pane struct {
	events  Events
	speaker say.Speaker
	object  fyne.CanvasObject
	head    *head
	add     *adding
	ask     *asking
	search  *widget.Entry
	list    *widget.List
	hint    *widget.Hint
	now     *snapshot.Snapshot
}

// New is an empty pane.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Pane {
	p := &Pane{speaker: speaker, events: events, now: &snapshot.Snapshot{}}
	p.head = newHead(keys, p)
	p.add = newAdding(keys, p, events.Add)
	p.ask = newAsking(keys, p)
	p.search = widget.NewEntry(keys, lang.L("Search (Ctrl+F)"))
	p.search.OnChanged = func(text string) { p.events.Search(text) }
	p.search.OnSubmitted = func(string) { p.FocusList() }
	p.hint = widget.NewHint()
	p.list = p.newList(keys)
	top := container.NewVBox(p.head.object, p.add.object, p.search, p.ask.object, p.head.remark)
	p.object = container.NewPadded(widget.Border(top, nil, nil, nil, container.NewStack(p.list, p.hint.Object())))
	return p
}

func (p *Pane) newList(keys *widget.Keys) *widget.List {
	own := keys.Behind(widget.Keys{Key: p.key, Shortcut: p.shortcut})
	l := widget.NewSeveral(own, func() fyne.CanvasObject { return widget.NewRichRow() }, p.draw)
	l.Text = func(i int) string { return p.now.Rows[i].Title }
	l.Choosable = func(i int) bool { return p.now.Rows[i].Heading == nil }
	l.OnMarked = func(i int) { p.events.Item(p.now.Rows[i]) }
	l.OnEntered = func(i int) { p.events.Entered(p.now.Rows[i]) }
	l.OnChosen = p.tell
	l.OnSpace = func(int) { p.TurnDone() }
	l.Spaces = func(int) bool { return slices.ContainsFunc(p.Chosen(), isTodo) }
	l.OnDragged = p.drag
	l.OnDropped = p.drop
	l.OnAway = func(row int, at fyne.Position, dropped bool) bool {
		return p.events.Away(p.rowsAt(p.dragged(row)), at, dropped)
	}
	l.OnBack = func() { p.events.Back() }
	l.OnMenu = p.openMenu
	return l
}

// Object is what is shown.
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Show draws the rows of a snapshot, with the mark on an item. What else was
// chosen stays so where it is still there, and the mark is among it.
func (p *Pane) Show(now *snapshot.Snapshot, marked place.Item) {
	chosen := p.items(p.Chosen())
	before := p.now.Place
	p.now = now
	p.list.OnDraggedOver = nil
	if now.IsOutline() {
		p.list.OnDraggedOver = p.dragOver
	}
	p.head.show(now)
	p.search.Put(now.Search)
	p.add.show(now)
	p.hint.Say(hintFor(now))
	p.object.Refresh()
	p.list.SetRows(len(now.Rows), p.index(marked))
	if before == now.Place && len(chosen) > 1 && slices.Contains(chosen, marked) {
		p.list.Choose(p.indexes(chosen))
	}
	if before != now.Place {
		p.ask.close()
	}
	p.tell()
}

// layOut makes room for what came above the rows, or went. What wraps knows how
// high it is only once it knows how wide it is.
func (p *Pane) layOut() {
	p.object.Refresh()
	p.object.Refresh()
}

// index is the row of an item, or widget.Nothing.
func (p *Pane) index(it place.Item) int {
	if it == (place.Item{}) {
		return widget.Nothing
	}
	for i := range p.now.Rows {
		if r := &p.now.Rows[i]; r.ID == it.ID && r.Item() == it {
			return i
		}
	}
	return widget.Nothing
}

// indexes are the rows of items.
func (p *Pane) indexes(items []place.Item) []int {
	wanted := make(map[place.Item]bool, len(items))
	for _, it := range items {
		wanted[it] = true
	}
	var rows []int
	for i := range p.now.Rows {
		if wanted[p.now.Rows[i].Item()] {
			rows = append(rows, i)
		}
	}
	return rows
}

// Open shows the entry for new items before the rows are read: what is typed
// at once belongs there.
func (p *Pane) Open() { p.add.open() }

// Expect makes ready for new items of a kind, before the rows are read.
func (p *Pane) Expect(k record.Kind) { p.add.expect(k) }

// Turn makes ready for another place, before its rows are read: what is half typed stays
// with the place that it was typed for.
func (p *Pane) Turn(to place.Place) { p.add.turn(to) }

// PutBack brings back what was typed in a place for an item that could not be added.
func (p *Pane) PutBack(at place.Place, typed string) { p.add.putBack(at, typed) }

// Rows is the number of rows that are shown.
func (p *Pane) Rows() int { return p.list.Rows() }

// Refresh draws the rows anew: a draft came or went.
func (p *Pane) Refresh() { p.list.Refresh() }

// Adding is the entry for new items.
func (p *Pane) Adding() fyne.Focusable { return p.add.entry }

// Searching is the entry for what is searched for.
func (p *Pane) Searching() fyne.Focusable { return p.search }

// List is the list of rows.
func (p *Pane) List() fyne.Focusable { return p.list }

// FocusList moves the focus to the rows.
func (p *Pane) FocusList() {
	widget.Focus(p.list, p.list)
}

// newTitle is the line that names the place.
func newTitle() *widget.Line {
	return widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
}
