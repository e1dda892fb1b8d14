// Package suspects is the page of what is held for review: items that came in and in which
// something is alarming.
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
	// Apply merges the items in after all, KeepMine decides against them.
	Apply, KeepMine func([]store.Suspect)
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
	// decide are the buttons that need a marked row; show is among them.
	decide []*widget.Button
	show   *widget.Button
	hint   *widget.Hint
	all    []group
	// shown tells that the items of the marked group are listed.
	shown  bool
	setOf  func(key int64) string
	source func(store.Suspect) string
}

// New is a page on which nothing waits.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events, hint: widget.NewHint(), setOf: func(int64) string { return "" }}
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, p.draw)
	p.list.Text = func(i int) string { return p.all[i].title() }
	p.list.OnMarked = func(int) {
		p.shown = false
		p.tell()
	}
	p.about = widget.Column()
	on := func(do func([]store.Suspect)) func() {
		return func() {
			if g, there := p.marked(); there {
				do(g)
			}
		}
	}
	p.show = widget.NewButton(keys, lang.L("Show"), p.toggle)
	p.decide = []*widget.Button{
		widget.NewMainButton(keys, lang.L("Keep mine"), on(events.KeepMine)),
		widget.NewButton(keys, lang.L("Apply"), on(events.Apply)), p.show,
		widget.NewButton(keys, lang.L("Unsubscribe from its feed"), on(func(g []store.Suspect) { events.Unsubscribe(g[0]) })),
	}
	buttons := widget.Flow()
	for _, b := range p.decide {
		buttons.Add(b)
	}
	buttons.Add(widget.NewButton(keys, lang.L("Back  Esc"), events.Leave))
	title := widget.NewLine(lang.L("Held for review"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	split := container.NewHSplit(container.NewStack(p.list, p.hint.Object()), container.NewVScroll(container.NewPadded(p.about)))
	split.SetOffset(listShare)
	p.object = container.NewPadded(widget.Border(title, buttons, nil, nil, split))
	return p
}

// listShare is the part of the width that the list has.
const listShare = 0.35

// Show shows what waits; setOf names a list by its key, source the feed that an item
// came from.
func (p *Page) Show(all []store.Suspect, setOf func(key int64) string, source func(store.Suspect) string) {
	p.all, p.setOf, p.source = grouped(all), setOf, source
	at := min(max(p.list.Marked(), 0), len(p.all)-1)
	p.hint.Say("")
	if len(p.all) == 0 {
		p.hint.Say(lang.L("Nothing is held for review."))
	}
	p.list.SetRows(len(p.all), at)
	p.tell()
}

// marked are the items that are told of.
func (p *Page) marked() (group, bool) {
	at := p.list.Marked()
	if at < 0 || at >= len(p.all) {
		return nil, false
	}
	return p.all[at], true
}

func (p *Page) draw(i int, into fyne.CanvasObject) {
	if i < len(p.all) {
		g := p.all[i]
		into.(*widget.Row).Set(widget.Cells{Icon: theme.Icon(theme.IconProblem, theme.Attention), Text: g.title(), Note: p.setOf(g[0].Set)})
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
