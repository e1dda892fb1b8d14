package conflict

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget/grid"
)

// editChoice is the number of the button that edits; the others have those of their
// offers.
const editChoice = -1

// choices are the lines of a result that is open: its offers as buttons.
func (l *layer) choices(f cell, offers []conflicts.Offer) []grid.Line {
	type button struct {
		text   string
		number int
	}
	var buttons []button
	for i, o := range offers {
		if o.Kind == conflicts.OfferVersion && isOriginal(o.Value, offers) {
			continue // its button is called so
		}
		buttons = append(buttons, button{l.choiceText(f, o), i})
	}
	if !untyped(f.Field) {
		buttons = append(buttons, button{lang.L("Edit"), editChoice})
	}
	prompt := lang.L("Choose:")
	lines := []grid.Line{{Sign: "?", Spans: spansOf(prompt), Look: grid.Asking}}
	room := l.shape.Text(true)
	x := l.ruler.Width(prompt, grid.Asking, true) + grid.ChoiceGap()
	for _, b := range buttons {
		width := min(l.ruler.Width(b.text, grid.Plain, true)+grid.ChoiceRoom(), room)
		if x > 0 && x+width > room {
			lines, x = append(lines, grid.Line{}), 0
		}
		last := &lines[len(lines)-1]
		last.Choices = append(last.Choices, grid.Choice{Text: b.text, Number: b.number, X: x, Width: width})
		x += width + grid.ChoiceGap()
	}
	return lines
}

// isOriginal reports whether a value is also offered as the original.
func isOriginal(value string, offers []conflicts.Offer) bool {
	return slices.ContainsFunc(offers, func(o conflicts.Offer) bool { return o.Kind == conflicts.OfferOriginal && o.Value == value })
}

// choiceText is what the button of an offer for a field says.
func (l *layer) choiceText(f cell, o conflicts.Offer) string {
	if f.Field == conflicts.Place && l.orphaned(f) {
		at := l.places[o.Value]
		if at.Deleted.ID != "" {
			return say.RestoreFolder(at.Deleted.Title)
		}
		return say.MoveTo(at)
	}
	return l.offerText(o, f.Merge == record.MergeSet)
}

// orphaned reports whether a version lives in a deleted item.
func (l *layer) orphaned(f cell) bool {
	return slices.ContainsFunc(f.Values, func(v string) bool { return l.places[v].Deleted.ID != "" })
}

// offerText is what the button of an offer says.
func (m moment) offerText(o conflicts.Offer, set bool) string {
	letters := m.letters(o.Versions)
	switch {
	case o.Kind == conflicts.OfferOriginal:
		return lang.L("Original")
	case o.Kind == conflicts.OfferWords:
		return lang.L("Merge words")
	case o.Kind == conflicts.OfferMoved && len(letters) > 1:
		return lang.L("{{.A}}’s position, {{.B}}’s text", say.Data{"A": letters[0], "B": letters[1]})
	case o.Kind == conflicts.OfferVersion:
		return strings.Join(letters, ", ")
	case set && len(letters) == 2:
		return lang.L("Both")
	case set:
		return lang.L("All")
	}
	return lang.L("{{.A}} then {{.B}}", say.Data{"A": letters[0], "B": letters[len(letters)-1]})
}

// chosen does what a button of the marked row says.
func (p *Page) chosen(number int) {
	at, marked := p.target()
	if offers := p.offersAt(at); number == editChoice {
		p.edit(at.field)
	} else if marked && !p.busy && number < len(offers) {
		p.choose(at, offers[number])
	}
}

// offersAt are the ways to resolve a stretch or a field.
func (p *Page) offersAt(at spot) []conflicts.Offer {
	if hunks := p.shown.Session.Hunks(at.field); at.hunk >= 0 && at.hunk < len(hunks) {
		return hunks[at.hunk].Offers
	}
	if c := p.cell(at.field); c != nil {
		return c.Offers
	}
	return nil
}

// moreText says how many versions are out of sight.
func moreText(n int) string { return lang.N("{{.N}} more versions", n, say.Data{"N": n}) }
