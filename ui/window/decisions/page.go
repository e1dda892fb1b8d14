// Package decisions is the page of the resolution log: which conflicts were resolved
// here, how, and what became of each version.
package decisions

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts/log"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/place"
)

// Events are what a person does on the page.
type Events struct {
	// Open shows the item of a resolution.
	Open func(place.Item)
	// Undo undoes the edit of that key.
	Undo func(edit int64)
	// Export writes the log to a file.
	Export func()
	// Leave closes the page.
	Leave func()
}

// Page shows resolutions, the newest first, and the details of the marked one.
type Page struct {
	speaker say.Speaker
	events  Events

	object fyne.CanvasObject
	list   *widget.List
	hint   *widget.Hint
	// text can be read and copied.
	text   *textedit.Editor
	about  string
	open   *widget.Button
	undo   *widget.Button
	export *widget.Button

	all []log.Entry
}

// New is a page without resolutions.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events, hint: widget.NewHint()}
	p.makeList(keys)
	p.text = textedit.New(keys, "", 3)
	p.text.ReadOnly = true
	p.open = widget.NewMainButton(keys, lang.L("Show the item"), p.enter)
	p.undo = widget.NewButton(keys, lang.L("Undo"), p.undoMarked)
	p.export = widget.NewButton(keys, lang.L("Export…"), events.Export)
	back := widget.NewButton(keys, lang.L("Back  Esc"), p.Leave)
	title := widget.NewLine(lang.L("Resolution log"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	parts := container.NewVSplit(container.NewStack(p.list, p.hint.Object()), p.text.Object())
	const half = 0.5
	parts.SetOffset(half)
	p.object = container.NewPadded(widget.Border(title, widget.Flow(p.open, p.export, p.undo, back), nil, nil, parts))
	p.Show(nil)
	return p
}

func (p *Page) makeList(keys *widget.Keys) {
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewColumnsRow(3, 5, 8) }, p.draw)
	p.list.Text = func(i int) string { return p.all[i].Title }
	p.list.OnMarked = func(int) { p.tell() }
	p.list.OnEntered = func(int) { p.enter() }
}

// Show shows resolutions. The mark stays on its row.
func (p *Page) Show(all []log.Entry) {
	marked := p.keyed(all)
	p.all = all
	p.hint.Say("")
	if len(all) == 0 {
		p.hint.Say(lang.L("No conflict was resolved here yet."))
	}
	p.list.SetRows(len(all), marked)
	for _, b := range []*widget.Button{p.open, p.export} {
		if len(all) == 0 {
			b.Disable()
		} else {
			b.Enable()
		}
	}
	p.tell()
}

// keyed is the index of the marked resolution among others: the first, where none is.
func (p *Page) keyed(all []log.Entry) int {
	was, marked := p.Marked()
	for i, e := range all {
		if marked && e.Key == was.Key {
			return i
		}
	}
	return min(0, len(all)-1)
}

// Marked is the resolution that is marked, if there is any.
func (p *Page) Marked() (log.Entry, bool) {
	if i := p.list.Marked(); i >= 0 && i < len(p.all) {
		return p.all[i], true
	}
	return log.Entry{}, false
}

// Told is what the page says about the marked resolution.
func (p *Page) Told() string { return p.about }

func (p *Page) undoMarked() {
	if e, marked := p.Marked(); marked && !e.Undone {
		p.events.Undo(e.Edit)
	}
}

func (p *Page) enter() {
	if e, marked := p.Marked(); marked {
		p.events.Open(place.Item{Set: e.Set, ID: e.Item})
	}
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the list.
func (p *Page) Focus() fyne.Focusable { return p.list }

// Save has nothing to save.
func (p *Page) Save() {}

// Leave closes the page.
func (p *Page) Leave() { p.events.Leave() }

// Rune uses no characters.
func (p *Page) Rune(rune) bool { return false }
