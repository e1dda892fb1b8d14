// Package items implements the middle pane: the items of a place, with an entry that adds an
// item and an entry that searches.
package items

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Pane is the middle pane.
type Pane struct {
	keys    *widget.Keys
	events  Events
	speaker wording.Speaker
	object  *fyne.Container
	head    *head
	add     *itemEntry
	ask     *prompt
	rename  *renaming
	search  *widget.Entry
	list    *widget.List
	hint    *widget.Hint
	now     *snapshot.Snapshot
}

// New returns an empty pane.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Pane {
	p := &Pane{keys: keys, speaker: speaker, events: events, now: &snapshot.Snapshot{}}
	p.head = newHead(keys, p)
	p.add = newItemEntry(keys, p, events.Add)
	p.ask = newPrompt(keys, p)
	p.search = widget.NewEntry(keys, wording.L("search-ctrl-f", "Search (Ctrl+F)"))
	p.search.OnChanged = func(text string) { p.events.Search(text) }
	p.search.OnSubmitted = func(string) { p.enterFound() }
	p.hint = widget.NewHint()
	p.list = p.newList(keys)
	p.rename = newRenaming(keys, p)
	top := widget.Column(p.head.object, p.add.object, widget.Border(nil, nil, nil, p.head.number, p.search), p.ask.object, p.head.remark)
	p.object = container.NewPadded(widget.Under(top, container.NewStack(p.list, p.hint.Object(), p.rename.object)))
	return p
}

func (p *Pane) newList(keys *widget.Keys) *widget.List {
	own := keys.Behind(widget.Keys{Key: p.key, Shortcut: p.shortcut})
	l := widget.NewSeveral(own, func() fyne.CanvasObject { return widget.NewRichRow(keys) }, p.draw)
	l.Text = func(i int) string { return p.now.Rows[i].Title }
	l.Choosable = func(i int) bool { return p.now.Rows[i].Heading == nil }
	l.OnMarked = func(i int) { p.events.Item(p.now.Rows[i]) }
	l.OnEntered = func(i int) { p.events.Entered(p.now.Rows[i]) }
	l.OnChosen = func() {
		p.showChosen()
		p.events.Chosen()
	}
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

func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Show shows the rows of a snapshot, with an item selected. Other rows stay chosen if they
// still exist, provided that the selected item is among the chosen ones.
func (p *Pane) Show(now *snapshot.Snapshot, marked snapshot.Item) {
	chosen := p.items(p.Chosen())
	before, searched := p.now.Place, p.now.Search
	p.now = now
	p.list.OnDraggedOver = nil
	switch {
	case now.IsOutline():
		p.list.OnDraggedOver = p.dragOver
	case p.inSections():
		p.list.OnDraggedOver = p.dragOverSections
	}
	p.head.show(now)
	p.search.Put(now.Search)
	p.add.show(now)
	p.hint.SetText(hintFor(now))
	p.layOut()
	p.list.SetRows(len(now.Rows), p.index(marked))
	if before == now.Place && len(chosen) > 1 && slices.Contains(chosen, marked) {
		p.list.Choose(p.indexes(chosen))
	}
	if now.Search != searched && len(now.Rows) > 0 {
		p.list.ScrollTo(max(p.list.Marked(), 0))
	}
	p.rename.follow()
	if before != now.Place {
		p.ask.close()
	}
	p.showChosen()
	p.showRemark()
}

// layOut lays out the pane after the part above the rows changed. It does so twice, because
// wrapped text knows its height only once it has a width.
func (p *Pane) layOut() {
	widget.LayOut(p.object)
	widget.LayOut(p.object)
}

// index returns the row of an item, or widget.Nothing.
func (p *Pane) index(it snapshot.Item) int {
	if it == (snapshot.Item{}) {
		return widget.Nothing
	}
	for i := range p.now.Rows {
		if r := &p.now.Rows[i]; r.ID == it.ID && r.Item() == it {
			return i
		}
	}
	return widget.Nothing
}

// indexes returns the rows of items.
func (p *Pane) indexes(items []snapshot.Item) []int {
	wanted := make(map[snapshot.Item]bool, len(items))
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

// Open shows the entry for new items before the rows are read, so that a person can type at
// once.
func (p *Pane) Open() { p.add.open() }

// Expect prepares for new items of a kind before the rows are read.
func (p *Pane) Expect(k record.Kind) { p.add.expect(k) }

// Turn prepares for another place before its rows are read. Unfinished text stays with the
// place that it was typed for.
func (p *Pane) Turn(to snapshot.Place) { p.add.turn(to) }

// PutBack restores the text of an item that could not be added to a place.
func (p *Pane) PutBack(at snapshot.Place, typed string) { p.add.putBack(at, typed) }

// Rows returns the number of rows.
func (p *Pane) Rows() int { return p.list.Rows() }

// Refresh redraws the rows after a draft was added or dropped.
func (p *Pane) Refresh() { p.list.Refresh() }

// Adding returns the entry for new items.
func (p *Pane) Adding() fyne.Focusable { return p.add.entry }

// Searching returns the search entry.
func (p *Pane) Searching() fyne.Focusable { return p.search }

// List returns the list of rows.
func (p *Pane) List() fyne.Focusable { return p.list }

// FocusList moves the focus to the rows.
func (p *Pane) FocusList() {
	widget.Focus(p.list, p.list)
}

// enterFound moves the focus to the rows, and selects the first hit unless
// another one is selected.
func (p *Pane) enterFound() {
	p.FocusList()
	if first := slices.IndexFunc(p.now.Rows, func(r snapshot.Row) bool { return r.Heading == nil }); first >= 0 && p.list.Marked() == widget.Nothing {
		p.markRow(first)
	}
}

// newTitle returns the title of the place.
func newTitle() *widget.Line {
	return widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
}

// Events are the person's actions in the pane.
type Events struct {
	// Add is called with the values of a new item, and the typed text.
	Add func(v record.Values, typed string)
	// Search is called with the text to search for; "" ends the search.
	Search func(text string)
	// Item is called when an item is selected, Entered when Enter is pressed on it. Chosen is
	// called when several are, or only one again.
	Item, Entered func(snapshot.Row)
	Chosen        func()
	// Do is called with an action on items.
	Do func(Action, []snapshot.Row)
	// RenameLeft is called when the entry for the title loses the focus.
	RenameLeft func()
	// Rename is called with a new title of an item.
	Rename func(it snapshot.Item, title string)
	// Import is called to import a file.
	Import func()
	// Export is called to export items.
	Export func([]snapshot.Row)
	// Fold is called to hide or show the subtasks of an item.
	Fold func(it snapshot.Item, folded bool)
	// EmptyTrash is called to empty the trash.
	EmptyTrash func()
	// Arrange is called to change how the place is sorted and grouped.
	Arrange func(snapshot.Arrangement)
	// Place is called to move items in the manual order, and into sections.
	Place func(items []snapshot.Item, to edit.Slot)
	// Put is called to move outline items, Branches to open and close branches.
	Put      func(snapshot.Move)
	Branches func(snapshot.Branches)
	// Away is called while rows are dragged outside the pane, with the position of the pointer
	// in the window, and once more when they are dropped there. It reports whether they can be
	// dropped there. Back is called when the pointer returns.
	Away func(rows []snapshot.Row, at fyne.Position, dropped bool) bool
	Back func()
	// HasDraft reports whether an item has unsaved changes.
	HasDraft func(snapshot.Item) bool
}

// Action is an action on one or several items.
type Action struct {
	Verb Verb
	// Value depends on the verb: the list of MoveTo and CopyTo, the priority of SetPriority,
	// the date of SetDue, the added tags of ChangeTags, the parent of SetPartOf (its UID, or
	// the identifier of its item), the parent's identifier of PutInto, the kind of Make. ""
	// removes the value or, for PutInto, is the top level.
	Value string
	// Without are the tags that ChangeTags removes, or the section that RenameSection renames.
	Without string
}

// Verb is the kind of an action.
type Verb int

// The actions on items.
const (
	Complete Verb = iota
	Reopen
	Delete
	Restore
	SetPriority
	SetDue
	ChangeTags
	MoveTo
	CopyTo
	SetPartOf
	PutInto
	// SetSection puts todos into the section in Value. RenameSection renames the section in
	// Without for all todos of the list.
	SetSection
	RenameSection
	// Make turns notes into records of the kind in Value.
	Make
	// Skip moves repeating todos to their next date.
	Skip
)

// head shows the title of the place, and the menus for its arrangement and for actions.
type head struct {
	object  *fyne.Container
	title   *widget.Line
	arrange *widget.MenuButton
	act     *widget.MenuButton
	empty   *widget.Button
	// chosen says how many rows are chosen. It is in number, next to the search, so that the rows
	// stay where they are. remark says how many a search has found.
	chosen *widget.Line
	number fyne.CanvasObject
	remark *widget.Line
}

func newHead(keys *widget.Keys, p *Pane) *head {
	h := &head{title: newTitle()}
	h.arrange = widget.NewMenuButton(keys, wording.L("sort", "Sort"), p.arrangements)
	h.act = widget.NewMenuButton(keys, wording.L("actions", "Actions"), p.actions)
	h.empty = widget.NewButton(keys, wording.L("empty-trash-dialog", "Empty Trash…"), func() { p.events.EmptyTrash() })
	h.empty.Hide()
	h.chosen = widget.NewWholeLine("", widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	h.number = widget.Middle(h.chosen)
	h.number.Hide()
	h.remark = widget.NewLine("", widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	h.object = container.New(&headLayout{}, h.title, widget.Flow(h.arrange, h.empty, h.act))
	return h
}

// headLayout puts the title next to the buttons or, if there is too little room for all of it,
// above them. It remembers the width, because the height depends on it.
type headLayout struct{ width float32 }

// room returns the width that the buttons leave for the title.
func (l *headLayout) room(buttons *fyne.Container) float32 {
	var taken float32
	for _, o := range buttons.Objects {
		if o.Visible() {
			taken += o.MinSize().Width + fynetheme.Padding()
		}
	}
	return l.width - taken
}

// MinSize is the width of the widest button, and the height at the last width.
func (l *headLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	title, buttons := objects[0].(*widget.Line), objects[1].(*fyne.Container)
	size, below := title.MinSize(), buttons.MinSize()
	if l.room(buttons) < title.Needs() {
		return fyne.NewSize(below.Width, size.Height+fynetheme.Padding()+below.Height)
	}
	return fyne.NewSize(below.Width, max(size.Height, below.Height))
}

func (l *headLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	title, buttons := objects[0].(*widget.Line), objects[1].(*fyne.Container)
	height, room := title.MinSize().Height, l.room(buttons)
	if room < title.Needs() {
		title.Move(fyne.Position{})
		title.Resize(fyne.NewSize(size.Width, height))
		buttons.Move(fyne.NewPos(0, height+fynetheme.Padding()))
		buttons.Resize(fyne.NewSize(size.Width, max(size.Height-height-fynetheme.Padding(), 0)))
		return
	}
	title.Move(fyne.NewPos(0, (size.Height-height)/2))
	title.Resize(fyne.NewSize(room, height))
	buttons.Move(fyne.NewPos(room+fynetheme.Padding(), 0))
	buttons.Resize(fyne.NewSize(size.Width-room, size.Height))
}

func (h *head) show(now *snapshot.Snapshot) {
	h.title.SetText(titleOf(now))
	widget.Show(h.arrange, canArrange(now))
	widget.Show(h.empty, now.Place.Kind == snapshot.KindDeleted && now.Deleted > 0)
}

// Menu returns the entries of one of the pane's menus, by the text of its button.
func (p *Pane) Menu(text string) []*fyne.MenuItem {
	for _, b := range []*widget.MenuButton{p.head.arrange, p.head.act} {
		if b.Text == text {
			return b.Items()
		}
	}
	return nil
}

// showChosen shows how many rows are chosen, if there are several.
func (p *Pane) showChosen() {
	n, text := len(p.list.Chosen()), ""
	if n > 1 {
		text = wording.N("n-selected", "{{.N}} selected", n, wording.Data{"N": wording.Number(n)})
	}
	if p.head.chosen.Text() != text {
		p.head.chosen.SetText(text)
		widget.Show(p.head.number, text != "")
		p.layOut()
	}
}

// showRemark shows the remark about the rows, if there is one.
func (p *Pane) showRemark() {
	text := p.Remark()
	p.head.remark.SetText(text)
	if shown := text != ""; shown != p.head.remark.Visible() {
		widget.Show(p.head.remark, shown)
		p.layOut()
	}
}

// Remark says how many rows a search has found.
func (p *Pane) Remark() string {
	if p.now.Search == "" {
		return ""
	}
	return cmp.Or(foundText(p.now.Found), countText(p.now.Found, p.now.Total()))
}

// countText says how many of the rows a search has found; "" if it has found none, or if their
// number is not known.
func countText(found, all int) string {
	if found == 0 || found > all {
		return ""
	}
	return wording.L("n-of-m", "{{.N}} of {{.M}}", wording.Data{"N": wording.Number(found), "M": wording.Number(all)})
}

// foundText says that only the first results of a search are shown; "" if all are.
func foundText(found int) string {
	data := wording.Data{"N": snapshot.SearchLimit, "M": wording.Number(min(found, snapshot.SearchEnough))}
	switch {
	case found >= snapshot.SearchEnough:
		return wording.L("n-of-at-least-m-matches", "{{.N}} of at least {{.M}} matches: keep typing to narrow the search", data)
	case found > snapshot.SearchLimit:
		return wording.L("n-of-m-matches-keep-typing", "{{.N}} of {{.M}} matches: keep typing to narrow the search", data)
	}
	return ""
}
