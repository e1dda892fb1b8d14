package settle

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
)

// Rune is a key on the page that is not typed into the result: a version's
// number, 0, E or Space.
func (p *Page) Rune(r rune) bool {
	if p.busy || p.shown.Session == nil {
		return false
	}
	switch {
	case r >= '1' && r <= '9':
		p.takeMarked(int(r - '1'))
	case r == '0':
		p.events.Say(lang.L("What they started from is not known."))
	case r == 'e' || r == 'E':
		p.result.focus(p.field)
	case r == ' ':
		p.turnTick(p.panels.focused + 1)
	default:
		return false
	}
	return true
}

// takeMarked takes a version for the field that the mark is on.
func (p *Page) takeMarked(number int) {
	if p.field == "" {
		p.take(number)
		return
	}
	p.takeField(p.field, number)
}

// take makes the result what a version says.
func (p *Page) take(number int) {
	p.decide(func() error { return p.shown.Session.Take(number) })
}

func (p *Page) takeField(field string, number int) {
	p.decide(func() error { return p.shown.Session.TakeField(field, number) })
}

func (p *Page) typed(field, value string) {
	p.decide(func() error { return p.shown.Session.Type(field, value) })
}

func (p *Page) tick(number int, taken bool) {
	p.decide(func() error { return p.shown.Session.Tick(number, taken) })
}

func (p *Page) turnTick(number int) {
	if all := p.shown.Session.Candidates(); number < len(all) {
		p.tick(number, !all[number].Taken)
	}
}

// decide makes a decision and shows what it changed, or why it cannot be.
func (p *Page) decide(decision func() error) {
	if p.busy {
		p.drawDraft()
		return
	}
	if err := decision(); err != nil {
		p.drawDraft()
		p.events.Say(reason(err))
		return
	}
	p.changed()
}

// reason is why a decision cannot be, in the words of the window.
func reason(err error) string {
	switch {
	case errors.Is(err, session.ErrOwn):
		return lang.L("The version is your own: it is always taken into account.")
	case errors.Is(err, session.ErrWinner):
		return lang.L("The version wins: it is always taken into account.")
	}
	return say.Failure(err.Error())
}

func openText(field string) string {
	return lang.L("{{.Field}} is still open: take a version or type. Ctrl+Enter again keeps A.", say.Data{"Field": say.Field(field)})
}
