// Package settle is the page on which a person settles what was changed in two
// places. The session of the engine holds everything that was decided; the page
// draws it and hands clicks and keys in.
package settle

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
)

// Events are what a person does on the page.
type Events struct {
	// Changed is called after everything that changes the draft.
	Changed func()
	// Save, Later, Next and Previous are asked for by buttons and keys.
	Save, Later, Next, Previous func()
	// See and Reopen are the ways on when it was settled elsewhere.
	See, Reopen func()
	// Picture has a person choose a picture and gives it to use.
	Picture func(use func(value string))
	// Say tells something in the status bar.
	Say func(text string)
}

// Shown is what the page shows.
type Shown struct {
	Item    place.Item
	Session *session.Session
	// Compared belongs to the item as the session last saw it.
	Compared Comparison
	// Number of Of items to settle is this one.
	Number, Of int
}

// Page is the page.
type Page struct {
	events  Events
	speaker say.Speaker
	keys    *widget.Keys

	object fyne.CanvasObject
	frame  *fyne.Container
	head   *head
	panels *panels
	result *result
	foot   *foot

	shown Shown
	// field is the one that keys are meant for; "" is the whole version.
	field string
	// warned tells that the page said which fields are still open.
	warned bool
	// busy keeps decisions away: the session is being saved, or nothing is
	// left to decide.
	busy bool
}

// comparedShare is how much of the height is for the comparisons, to begin with.
const comparedShare = 0.62

// New is a page without a session.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Page {
	p := &Page{events: events, speaker: speaker, keys: keys}
	p.head = newHead(keys, events)
	p.panels = newPanels(p)
	p.result = newResult(p)
	p.foot = newFoot(keys, p)
	middle := container.NewVSplit(p.panels.object, p.result.scroll)
	middle.SetOffset(comparedShare)
	p.frame = widget.Border(p.head.object, p.foot.object, nil, nil, middle)
	p.object = container.NewPadded(p.frame)
	return p
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the first comparison, where the keys of the page work.
func (p *Page) Focus() fyne.Focusable { return p.panels.first() }

// Shown is what the page shows.
func (p *Page) Shown() Shown { return p.shown }

// Show shows a session from its beginning, or where it was left.
func (p *Page) Show(s Shown) {
	p.shown, p.warned, p.busy = s, false, false
	p.field = ""
	p.head.news("", false)
	p.draw()
	p.panels.markTop()
	p.arrange()
}

// Met shows what a sync changed about the item while the page was open. What a
// person decided stays.
func (p *Page) Met(s Shown, news session.News) {
	p.shown = s
	p.head.news(newsText(news, s.Session, p.speaker), news.Settled)
	p.busy = news.Settled
	if news.Settled {
		p.head.place.SetText("")
	} else {
		p.draw()
	}
	p.arrange()
}

// Count says which of all items to settle is shown: others came or went.
func (p *Page) Count(number, of int) {
	p.shown.Number, p.shown.Of = number, of
	p.head.show(p.shown)
}

// Busy keeps decisions away while the session is being saved.
func (p *Page) Busy(busy bool) { p.busy = busy }

// Save saves, unless fields are open that nobody was told about yet.
func (p *Page) Save() {
	if p.busy || p.shown.Session == nil {
		return
	}
	if wrong, there := p.firstWrong(); there {
		p.result.focus(wrong.Field)
		p.events.Say(lang.L("{{.Field}} cannot be saved as it is: {{.Why}}", say.Data{"Field": say.Field(wrong.Field), "Why": problemOf(wrong)}))
		return
	}
	if open, there := p.firstOpen(); there && !p.warned {
		p.warned = true
		p.result.focus(open.Field)
		p.events.Say(openText(open.Field))
		return
	}
	p.events.Save()
}

// Leave puts the settling off; the draft is kept.
func (p *Page) Leave() {
	p.events.Later()
}

// firstWrong is the first field that cannot be what was typed.
func (p *Page) firstWrong() (session.Cell, bool) {
	for _, c := range p.shown.Session.Cells() {
		if c.Problem != nil {
			return c, true
		}
	}
	return session.Cell{}, false
}

func (p *Page) firstOpen() (session.Cell, bool) {
	if p.shown.Session.Outcome().Deletes {
		return session.Cell{}, false
	}
	for _, c := range p.shown.Session.Cells() {
		if !c.Alike && !c.Chosen {
			return c, true
		}
	}
	return session.Cell{}, false
}
