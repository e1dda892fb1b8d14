// Package suspects is the page of what came in and waits for a person, because something
// about it is odd.
package suspects

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// Events are what a person decides.
type Events struct {
	// TakeIn merges the item in after all, LeaveOut leaves it out.
	TakeIn, LeaveOut func(store.Suspect)
	// Unsubscribe reads the feed no more that it came from.
	Unsubscribe func(store.Suspect)
	Leave       func()
}

// Page shows what waits, and of the marked item all that is known.
type Page struct {
	speaker say.Speaker
	events  Events
	object  fyne.CanvasObject
	list    *widget.List
	about   *fyne.Container
	buttons *fyne.Container
	hint    *widget.Hint
	all     []store.Suspect
	setOf   func(key int64) string
	source  func(store.Suspect) string
}

// New is a page on which nothing waits.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events, hint: widget.NewHint(), setOf: func(int64) string { return "" }}
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, p.draw)
	p.list.Text = func(i int) string { return p.all[i].Title }
	p.list.OnMarked = func(int) { p.tell() }
	p.about = widget.Column()
	on := func(do func(store.Suspect)) func() {
		return func() {
			if s, there := p.marked(); there {
				do(s)
			}
		}
	}
	p.buttons = widget.Flow(
		widget.NewMainButton(keys, lang.L("Leave it out"), on(events.LeaveOut)),
		widget.NewButton(keys, lang.L("Take it in"), on(events.TakeIn)),
		widget.NewButton(keys, lang.L("Unsubscribe from its feed"), on(events.Unsubscribe)))
	back := widget.NewButton(keys, lang.L("Back  Esc"), events.Leave)
	title := widget.NewLine(lang.L("Something is odd"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	split := container.NewHSplit(container.NewStack(p.list, p.hint.Object()), container.NewVScroll(container.NewPadded(p.about)))
	split.SetOffset(listShare)
	p.object = container.NewPadded(widget.Border(title, container.NewVBox(p.buttons, container.NewHBox(back)), nil, nil, split))
	return p
}

// listShare is the part of the width that the list has.
const listShare = 0.35

// Show shows what waits; setOf names a list by its key, source the feed that an item
// came from.
func (p *Page) Show(all []store.Suspect, setOf func(key int64) string, source func(store.Suspect) string) {
	at := min(max(p.list.Marked(), 0), len(all)-1)
	p.all, p.setOf, p.source = all, setOf, source
	p.hint.Say("")
	if len(all) == 0 {
		p.hint.Say(lang.L("Nothing waits for you."))
	}
	p.list.SetRows(len(all), at)
	p.tell()
}

// marked is the item that is told of.
func (p *Page) marked() (store.Suspect, bool) {
	at := p.list.Marked()
	if at < 0 || at >= len(p.all) {
		return store.Suspect{}, false
	}
	return p.all[at], true
}

func (p *Page) draw(i int, into fyne.CanvasObject) {
	if i < len(p.all) {
		s := p.all[i]
		into.(*widget.Row).Set(widget.Cells{Icon: theme.Icon(theme.IconProblem, theme.Attention), Text: say.Title(s.Title), Note: p.setOf(s.Set)})
	}
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the list.
func (p *Page) Focus() fyne.Focusable { return p.list }

// Save decides nothing: what to do has to be chosen.
func (p *Page) Save() {}

// Leave closes the page.
func (p *Page) Leave() { p.events.Leave() }

// Rune uses no characters.
func (p *Page) Rune(rune) bool { return false }
