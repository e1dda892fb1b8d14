package conflict

import (
	"errors"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// take makes the result what a version says.
func (p *Page) take(number int) {
	p.decide(func() error { return p.shown.Session.Take(number) })
}

func (p *Page) takeField(field string, number int) {
	p.decide(func() error { return p.shown.Session.TakeField(field, number) })
}

// takeHunk makes one stretch of a long text what a version says there, or adds
// that to what was taken. A text that was typed is not given up for it.
func (p *Page) takeHunk(at spot, number int, add bool) {
	if c := p.cell(at.field); c.Chosen && c.From == "" && p.shown.Session.Hunks(at.field) == nil {
		p.events.Say(lang.L("The text was typed: Backspace on the result gives its stretches back."))
		return
	}
	numbers := []int{number}
	if add {
		numbers = append(p.takenOf(at), number)
	}
	p.decide(func() error { return p.shown.Session.TakeHunk(at.field, at.hunk, numbers...) })
}

// takenOf are the versions that a stretch of the result holds.
func (p *Page) takenOf(at spot) []int {
	hunks := p.shown.Session.Hunks(at.field)
	if at.hunk >= len(hunks) {
		return nil
	}
	h := hunks[at.hunk]
	if h.Taken == nil && h.From >= 0 {
		return []int{h.From}
	}
	return slices.Clone(h.Taken)
}

func (p *Page) typed(field, value string) {
	p.decide(func() error { return p.shown.Session.Type(field, value) })
}

func (p *Page) reset(field string) {
	p.decide(func() error { return p.shown.Session.Reset(field) })
}

// stay decides that the item is not deleted.
func (p *Page) stay() {
	p.decide(func() error { p.shown.Session.Stay(); return nil })
}

func (p *Page) tick(number int, taken bool) {
	p.decide(func() error { return p.shown.Session.Tick(number, taken) })
}

// decide makes a decision and shows what it changed, or why it cannot be.
func (p *Page) decide(decision func() error) {
	if p.busy || p.shown.Session == nil {
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
	case errors.Is(err, session.ErrAll):
		return lang.L("Every saving settles all versions of this list (SSE 0.91 §4.2): none can be left out.")
	case errors.Is(err, session.ErrMissing):
		return lang.L("What the version said was not kept: it cannot be taken.")
	}
	return say.Failure(err.Error())
}

// clicked does what a click on a mere text asks for. Fyne took the focus away, and
// keys go on in the grid.
func (p *Page) clicked(do func()) {
	do()
	widget.Focus(p.grid, p.object)
}
