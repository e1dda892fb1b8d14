// Package items is the middle pane: the items of a place, with an entry to add
// one and an entry to search.
package items

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// Pane is the middle pane.
type Pane struct {
	// OnAdd is called with the title of a new item.
	OnAdd func(title string)
	// OnSearch is called with what is searched for; "" ends the search.
	OnSearch func(text string)
	// OnItem is called when a person marked an item, OnEntered when Enter is
	// pressed on it.
	OnItem, OnEntered func(snapshot.Row)
	// HasDraft tells whether an item has changes that are not saved.
	HasDraft func(place.Item) bool

	speaker say.Speaker
	object  fyne.CanvasObject
	title   *widget.Line
	add     *widget.Entry
	search  *widget.Entry
	list    *widget.List
	hint    *widget.Hint
	rows    []snapshot.Row
	at      place.Place
}

// New is an empty pane.
func New(keys *widget.Keys, speaker say.Speaker) *Pane {
	p := &Pane{speaker: speaker}
	p.title = widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.add = widget.NewEntry(keys, lang.L("Add an item…"))
	p.add.OnSubmitted = p.submit
	p.search = widget.NewEntry(keys, lang.L("Search (Ctrl+F)"))
	p.search.OnChanged = func(text string) { p.OnSearch(text) }
	p.search.OnSubmitted = func(string) { p.FocusList() }
	p.hint = widget.NewHint()
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, p.draw)
	p.list.Text = func(i int) string { return p.rows[i].Title }
	p.list.OnMarked = func(i int) { p.OnItem(p.rows[i]) }
	p.list.OnEntered = func(i int) { p.OnEntered(p.rows[i]) }
	top := container.NewVBox(p.title, p.add, p.search)
	p.object = container.NewPadded(widget.Border(top, nil, nil, nil, container.NewStack(p.list, p.hint.Object())))
	return p
}

// Object is what is shown.
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Show draws the rows of a snapshot, with the mark on an item.
func (p *Pane) Show(now *snapshot.Snapshot, marked place.Item) {
	p.rows, p.at = now.Rows, now.Place
	p.title.SetText(titleOf(now.Place))
	p.search.Put(now.Search)
	show(p.add, now.Place.Kind == place.List)
	p.hint.Say(hintFor(now))
	p.object.Refresh()
	p.list.SetRows(len(p.rows), slices.IndexFunc(p.rows, func(r snapshot.Row) bool { return r.Item() == marked }))
}

// Open shows the entry for new items before the rows are read: what is typed
// at once belongs there.
func (p *Pane) Open() { p.add.Show() }

// Rows is the number of rows that are shown.
func (p *Pane) Rows() int { return p.list.Rows() }

// Refresh draws the rows anew: a draft came or went.
func (p *Pane) Refresh() { p.list.Refresh() }

// Adding is the entry for new items.
func (p *Pane) Adding() fyne.Focusable { return p.add }

// Searching is the entry for what is searched for.
func (p *Pane) Searching() fyne.Focusable { return p.search }

// List is the list of rows.
func (p *Pane) List() fyne.Focusable { return p.list }

// FocusList moves the focus to the rows.
func (p *Pane) FocusList() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
}

// submit adds what was typed and is ready for the next at once.
func (p *Pane) submit(title string) {
	if strings.TrimSpace(title) == "" {
		return
	}
	p.add.Put("")
	p.OnAdd(title)
}

func show(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}
