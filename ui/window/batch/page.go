// Package batch is the page on which a person settles many items at once: it
// shows what a rule would make of each before anything is saved.
package batch

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// Events are what a person does on the page, and what it asks.
type Events struct {
	// Plan is called when it shall be seen what a rule would do.
	Plan func(Asked)
	// Settle is called when what is taken in shall be settled.
	Settle func([]engine.Planned)
	// Open is called when one item shall be settled by itself.
	Open func(engine.Ref)
	// Begun tells whether a person began to settle an item: it stays out until
	// somebody takes it in.
	Begun func(engine.Ref) bool
	// Leave is called when the page shall close.
	Leave func()
}

// Asked is a rule, and the endpoint that it prefers where it is of that kind.
type Asked struct {
	Rule engine.Rule
	By   string
}

// Page shows what a rule would do.
type Page struct {
	speaker say.Speaker
	events  Events
	object  fyne.CanvasObject
	rule    *widget.Choice
	person  *widget.Choice
	whom    *widget.Line
	summary *widget.Line
	list    *widget.List
	detail  *widget.Words
	hint    *widget.Hint
	do      *widget.Button

	// people are the endpoints that can be preferred, in the order of the
	// choice.
	people []string
	rows   []Row
	lines  []line
	// chosen are the rows that a person took in or out.
	chosen map[engine.Ref]bool
	// planned tells that the rows are those of the rule that is chosen; busy,
	// that they are being settled: nothing may change them.
	planned, busy bool
	// onward has the mark go to the first item when rows are shown next.
	onward bool
}

// detailRows are as many rows as what is told of the marked row may have.
const detailRows = 3

// New is a page that shows nothing.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events, chosen: map[engine.Ref]bool{}}
	p.rule = widget.NewChoice(keys, ruleTexts(), func(int) { p.ask() })
	p.person = widget.NewChoice(keys, nil, func(int) { p.ask() })
	p.summary = widget.NewLine("", widget.Look{Style: fyne.TextStyle{Bold: true}})
	p.detail = widget.NewWords(detailRows)
	p.hint = widget.NewHint()
	p.do = widget.NewMainButton(keys, "", p.Save)
	p.makeList(keys)
	p.object = container.NewPadded(widget.Border(p.head(), p.foot(keys), nil, nil, container.NewStack(p.list, p.hint.Object())))
	p.Show(nil)
	return p
}

func (p *Page) makeList(keys *widget.Keys) {
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRichRow() }, p.drawLine)
	p.list.Text = func(i int) string { return p.lines[i].text(p.rows) }
	p.list.OnSpace = p.turn
	p.list.OnEntered = p.enter
	p.list.OnMarked = p.about
}

// head names the page, the rule, and how many items it settles.
func (p *Page) head() fyne.CanvasObject {
	title := widget.NewLine(lang.L("Settle many at once"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	bold := widget.Look{Style: fyne.TextStyle{Bold: true}}
	p.whom = widget.NewWholeLine(lang.L("Whom"), bold)
	form := container.New(widget.Form{}, widget.NewWholeLine(lang.L("Rule"), bold), p.rule, p.whom, p.person)
	return container.NewVBox(title, form, p.summary)
}

// foot says more of the marked row, and has the buttons.
func (p *Page) foot(keys *widget.Keys) fyne.CanvasObject {
	leave := widget.NewButton(keys, lang.L("Back  Esc"), p.Leave)
	p.detail.Set("", widget.Look{Color: theme.Quiet})
	return container.NewVBox(p.detail, widget.Flow(p.do, leave))
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is where the rule is chosen.
func (p *Page) Focus() fyne.Focusable { return p.rule }

// Save settles what is taken in.
func (p *Page) Save() {
	if all := p.taken(); len(all) > 0 && p.planned && !p.busy {
		p.events.Settle(all)
	}
}

// Leave closes the page.
func (p *Page) Leave() { p.events.Leave() }

// Rune uses no characters.
func (p *Page) Rune(rune) bool { return false }
