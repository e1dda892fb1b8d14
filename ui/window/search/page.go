// Package search implements the page that searches all lists while a person types.
package search

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Events are the person's actions on the page.
type Events struct {
	// Search is called to search for another text.
	Search func()
	// Open is called to show an item in its list, or in the trash.
	Open func(at snapshot.Place, it snapshot.Item)
	// More is called to show all hits of a list, or of the trash.
	More func(at snapshot.Place, text string)
	// Leave is called when the page is closed.
	Leave func()
}

// Page searches all lists. The arrows move the mark while the focus stays in the entry.
type Page struct {
	events  Events
	speaker wording.Speaker
	keys    *widget.Keys
	object  fyne.CanvasObject
	entry   *widget.Entry
	trash   *widget.Check
	count   *widget.Line
	list    *widget.List
	hint    *widget.Hint
	lines   []line
	// shown is the question whose hits are shown.
	shown Question
	// opens is set if a person pressed Enter before the hits were there: the first one is
	// opened when they are.
	opens bool
}

// Question is what a person searches for.
type Question struct {
	Text string
	// Trash is set if deleted items are searched, too.
	Trash bool
}

// pageWidth is the maximum width of the page, as a multiple of the text size.
const pageWidth = 60

// New returns an empty page.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Page {
	p := &Page{events: events, speaker: speaker, keys: keys, hint: widget.NewHint()}
	p.entry = widget.NewEntry(keys.Behind(widget.Keys{Key: p.key}), wording.L("search-titles-and-texts-of-all", "Search titles and texts of all lists"))
	p.entry.OnChanged = func(string) { p.search() }
	p.entry.OnSubmitted = func(string) { p.submit() }
	p.trash = widget.NewCheck(keys, wording.L("include-the-trash", "Include the trash"), func(bool) {
		widget.Focus(p.entry, p.list) // a click would leave the focus in the box
		p.search()
	})
	p.count = widget.NewLine("", widget.TextStyle{Color: theme.Quiet})
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return p.newEntry() }, p.draw)
	p.list.Choosable = func(i int) bool { return p.lines[i].canOpen() }
	p.list.OnEntered = p.enter
	title := widget.NewLine(wording.L("search-everything", "Search everything"), widget.TextStyle{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}})
	top := container.NewVBox(title, p.entry, widget.Border(nil, nil, p.trash, nil, widget.Middle(p.count)))
	back := container.NewHBox(widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave))
	p.object = container.NewPadded(container.NewPadded(widget.AtMost(pageWidth, widget.Border(top, back, nil, nil, container.NewStack(p.list, p.hint.Object())))))
	p.Show(Question{}, nil)
	return p
}

func (p *Page) Object() fyne.CanvasObject { return p.object }

func (p *Page) Focus() fyne.Focusable { return p.entry }

func (p *Page) Leave() { p.events.Leave() }

// Begin selects the text of the last search, so that typing replaces it, and searches again.
func (p *Page) Begin() {
	p.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	p.search()
}

func (p *Page) search() {
	p.opens = false
	p.events.Search()
}

func (p *Page) submit() {
	if p.opens = p.shown != p.Question(); !p.opens {
		p.enter(p.list.Marked())
	}
}

// Question returns what the person searches for.
func (p *Page) Question() Question { return Question{p.entry.Text(), p.trash.Checked} }

// Show shows the hits of a question. The first one is marked, unless the question is the one
// that is shown already: then the mark stays at its item.
func (p *Page) Show(q Question, hits []snapshot.Hits) {
	at, again := widget.Nothing, q == p.shown
	if marked := p.list.Marked(); again && marked != widget.Nothing {
		before := p.lines[marked]
		p.lines = linesOf(hits)
		at = slices.IndexFunc(p.lines, before.same)
	} else {
		p.lines = linesOf(hits)
	}
	if at < 0 {
		at = slices.IndexFunc(p.lines, line.canOpen)
	}
	p.shown = q
	p.count.SetText(countText(hits))
	p.hint.SetText(hintFor(q.Text, len(hits)))
	p.list.SetRows(len(p.lines), at)
	if !again {
		p.list.ScrollToTop()
	}
	if p.opens && q == p.Question() {
		p.opens = false
		p.enter(at)
	}
}

// key moves the mark in the list while the focus is in the entry.
func (p *Page) key(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		p.list.TypedKey(ev)
		return true
	}
	return false
}

// enter opens the item of a row, or shows all hits of its list.
func (p *Page) enter(i int) {
	if i == widget.Nothing || !p.lines[i].canOpen() {
		return
	}
	if l := p.lines[i]; l.row != nil {
		p.events.Open(l.hits.Place, l.row.Item())
	} else {
		p.events.More(l.hits.Place, p.shown.Text)
	}
}
