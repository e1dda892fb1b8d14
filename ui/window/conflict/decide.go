package conflict

import (
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// choose resolves a stretch, a field, or on the spot without a field the whole item.
// Keys, clicks and buttons all come here, and nothing else changes.
func (p *Page) choose(at spot, o conflicts.Offer) {
	s := p.shown.Session
	switch {
	case at.field == "" && o.Kind == conflicts.OfferOriginal:
		p.decide(s.TakeOriginal)
	case at.field == "":
		p.decide(func() error { return s.Take(o.Versions[0]) })
	case p.keeps(at):
	default:
		p.decide(func() error { return s.Accept(at.field, at.hunk, o) })
		return
	}
	if text := dropsText(s, p.drops); text != "" && at.field == "" {
		p.events.Say(text)
	}
}

// keeps says why a field, or a stretch of it, is not replaced, and reports whether
// that is so.
func (p *Page) keeps(at spot) bool {
	c := p.cell(at.field)
	switch {
	case c == nil || c.Alike && !c.Chosen:
		p.events.Say(lang.L("All versions are the same here."))
	case at.hunk >= 0 && typedWhole(*c) && p.shown.Session.Hunks(at.field) == nil:
		p.events.Say(lang.L("You typed this text. Backspace on the result brings its parts back."))
	default:
		return false
	}
	return true
}

// typedWhole reports whether a result was typed.
func typedWhole(c conflicts.Cell) bool {
	return c.Chosen && c.From == "" && len(c.Parts) == 0 && c.Accepted != conflicts.OfferOriginal
}

// take makes the result what a version says.
func (p *Page) take(number int) {
	p.choose(spot{hunk: -1}, conflicts.Offer{Kind: conflicts.OfferVersion, Versions: []int{number}})
}

// add adds what a version says to what is chosen: to a stretch its lines, to a set
// its members. Anything else holds one value.
func (p *Page) add(at spot, number int) {
	c := p.cell(at.field)
	switch {
	case c == nil:
		p.events.Say(lang.L("Mark a field, or a part of a text, to add to it."))
	case at.hunk >= 0:
		p.addLines(at, number)
	case c.Merge == record.MergeSet:
		p.addMembers(at, *c, number)
	default:
		p.events.Say(lang.L("{{.Field}} holds one value. Press Enter to choose this one.", say.Data{"Field": say.Field(c.Field)}))
	}
}

func (p *Page) addLines(at spot, number int) {
	taken := p.takenOf(at)
	if slices.Contains(taken, number) {
		p.events.Say(lang.L("It is there already."))
		return
	}
	o := conflicts.Offer{Kind: conflicts.OfferBoth, Versions: append(taken, number)}
	if len(taken) == 0 {
		o.Kind = conflicts.OfferVersion
	}
	p.choose(at, o)
}

// takenOf are the versions that a stretch of the result holds.
func (p *Page) takenOf(at spot) []int {
	s := p.shown.Session
	hunks := s.Hunks(at.field)
	if c := p.cell(at.field); hunks == nil && c.From != "" {
		return numbersOf(s, []string{c.From})
	}
	if at.hunk >= len(hunks) {
		return nil
	}
	h := hunks[at.hunk]
	if h.Taken == nil && h.From >= 0 {
		return []int{h.From}
	}
	return slices.Clone(h.Taken)
}

// addMembers adds to a set. Where it is open there is nothing to add to yet.
func (p *Page) addMembers(at spot, c conflicts.Cell, number int) {
	if c.Open {
		p.choose(at, conflicts.Offer{Kind: conflicts.OfferVersion, Versions: []int{number}})
		return
	}
	members := union([][]string{elements(c.Result), elements(c.Values[number])}, 0)
	if len(members) == len(elements(c.Result)) && !p.shown.Session.Candidates()[number].Version.Deleted {
		p.events.Say(lang.L("It is there already."))
		return
	}
	who := numbersOf(p.shown.Session, append(slices.Clone(c.Parts), c.From))
	if !slices.Contains(who, number) {
		who = append(who, number)
	}
	p.choose(at, conflicts.Offer{Kind: conflicts.OfferBoth, Versions: who, Value: strings.Join(members, "\n")})
}

// numbersOf are the versions of these letters, without deletions: these have nothing to
// add to.
func numbersOf(s *conflicts.Session, letters []string) (all []int) {
	for _, c := range s.Candidates() {
		if slices.Contains(letters, c.Letter) && !c.Version.Deleted {
			all = append(all, c.Number)
		}
	}
	return all
}

// typed makes a field what is typed: one step for Undo, until the mark moves.
func (p *Page) typed(field, value string) {
	p.change(func() error { return p.shown.Session.DoTyping(field, value) })
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

// decide makes a choice, which is a step for Undo, and shows what it changed, or why
// it cannot be.
func (p *Page) decide(choice func() error) {
	p.change(func() error { return p.shown.Session.Do(choice) })
}

// change changes the draft, and shows what it is now, or why it cannot be.
func (p *Page) change(change func() error) {
	if p.busy || p.shown.Session == nil {
		p.drawDraft()
		return
	}
	if err := change(); err != nil {
		p.drawDraft()
		p.events.Say(reason(err))
		return
	}
	p.changed()
}

// Undo takes back the last choice on the page, and Redo makes it again. They end at
// how the page looked when it opened: nothing elsewhere changes.
func (p *Page) Undo() {
	p.turnBack((*conflicts.Session).Undo, lang.L("There is no choice to undo. The menu Conflicts undoes the last resolution."))
}

// Redo makes the choice again that was undone last.
func (p *Page) Redo() {
	p.turnBack((*conflicts.Session).Redo, lang.L("There is nothing to redo on this page."))
}

func (p *Page) turnBack(turn func(*conflicts.Session) bool, nothing string) {
	if p.busy || p.shown.Session == nil || !turn(p.shown.Session) {
		p.events.Say(nothing)
		return
	}
	p.changed()
}

// reason is why a choice cannot be, in the words of the window.
func reason(err error) string {
	switch {
	case errors.Is(err, conflicts.ErrOwn):
		return lang.L("The version is yours: it is always included.")
	case errors.Is(err, conflicts.ErrWinner):
		return lang.L("This is the current version: it is always included.")
	case errors.Is(err, conflicts.ErrAll):
		return lang.L("Saving resolves all versions of this list (SSE 0.91 §4.2): none can be left out.")
	case errors.Is(err, conflicts.ErrMissing):
		return lang.L("The content of this version was not stored: it cannot be chosen.")
	case errors.Is(err, conflicts.ErrTombstone):
		return lang.L("This version is a deletion. Choose it at its head to delete the item.")
	case errors.Is(err, conflicts.ErrNoOriginal):
		return lang.L("The original is not known here.")
	}
	return say.Failure(err.Error())
}

// clicked does what a click on a mere text asks for. Fyne took the focus away, and
// keys go on in the grid.
func (p *Page) clicked(do func()) {
	do()
	widget.Focus(p.grid, p.object)
}
