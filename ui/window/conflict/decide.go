package conflict

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/display"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// choose resolves a hunk, a field or, if the spot has no field, the whole item. Keys, clicks
// and buttons all end up here, and nothing else changes.
func (p *Page) choose(at spot, o conflicts.Offer) {
	s := p.shown.Session
	if !p.decides() {
		return
	}
	if at.field != "" {
		if !p.refusesReplacement(at) {
			p.decide(func() error { return s.Accept(at.field, at.hunk, o) })
		}
		return
	}
	take := s.TakeOriginal
	if o.Kind != conflicts.OfferOriginal {
		take = func() error { return s.Take(o.Versions[0]) }
	}
	p.decideSaying(take, func() string { return dropsText(s, p.drops) })
}

// refusesReplacement reports whether a field, or a hunk of it, must not be replaced, and tells
// the person why.
func (p *Page) refusesReplacement(at spot) bool {
	c := p.cell(at.field)
	switch {
	case c == nil || c.Alike && !c.Chosen:
		p.events.ShowMessage(wording.L("all-versions-are-the-same-here", "All versions are the same here."))
	case at.hunk >= 0 && (c.Typed || p.typedAt(at)):
		p.events.ShowMessage(wording.L("you-typed-this-text-backspace-on", "You typed this text. Backspace on the result brings its parts back."))
	default:
		return false
	}
	return true
}

// typedAt reports whether a person typed into a hunk.
func (p *Page) typedAt(at spot) bool {
	hunks := p.shown.Session.Hunks(at.field)
	return at.hunk < len(hunks) && hunks[at.hunk].Typed
}

// take uses a whole version as the result.
func (p *Page) take(number int) {
	p.choose(spot{hunk: -1}, conflicts.Offer{Kind: conflicts.OfferVersion, Versions: []int{number}})
}

// add adds a version to what is chosen: its lines to a hunk, its members to a set. Other
// fields hold one value.
func (p *Page) add(at spot, number int) {
	c := p.cell(at.field)
	switch {
	case c == nil:
		p.events.ShowMessage(wording.L("select-a-field-or-a-part", "Select a field or a part of a text first."))
	case at.hunk >= 0:
		p.addLines(at, number)
	case c.Merge == record.MergeSet:
		p.addMembers(at, *c, number)
	default:
		p.events.ShowMessage(wording.L("field-holds-one-value-press-enter", "{{.Field}} holds one value. Press Enter to choose this one.", wording.Data{"Field": wording.Field(c.Field)}))
	}
}

func (p *Page) addLines(at spot, number int) {
	taken := p.takenOf(at)
	if slices.Contains(taken, number) {
		p.events.ShowMessage(wording.L("it-is-there-already", "It is there already."))
		return
	}
	o := conflicts.Offer{Kind: conflicts.OfferBoth, Versions: append(taken, number)}
	if len(taken) == 0 {
		o.Kind = conflicts.OfferVersion
	}
	p.choose(at, o)
}

// takenOf returns the versions whose lines are in a hunk of the result.
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

// addMembers adds the members of a version to a set. An open set has no result to add to yet,
// so the version is chosen.
func (p *Page) addMembers(at spot, c conflicts.Cell, number int) {
	if c.Open {
		p.choose(at, conflicts.Offer{Kind: conflicts.OfferVersion, Versions: []int{number}})
		return
	}
	members := union([][]string{elements(c.Result), elements(c.Values[number])}, 0)
	if len(members) == len(elements(c.Result)) && !p.shown.Session.Candidates()[number].Version.Deleted {
		p.events.ShowMessage(wording.L("it-is-there-already", "It is there already."))
		return
	}
	who := numbersOf(p.shown.Session, append(slices.Clone(c.Parts), c.From))
	if !slices.Contains(who, number) {
		who = append(who, number)
	}
	p.choose(at, conflicts.Offer{Kind: conflicts.OfferBoth, Versions: who, Value: strings.Join(members, "\n")})
}

// numbersOf returns the numbers of the versions with these letters. Deletions are left out,
// because they have no values to add to.
func numbersOf(s *conflicts.Session, letters []string) (all []int) {
	for _, c := range s.Candidates() {
		if slices.Contains(letters, c.Letter) && !c.Version.Deleted {
			all = append(all, c.Number)
		}
	}
	return all
}

// typed sets the result of a field to what was typed. Everything typed is one step for Undo,
// until the cursor moves to another row.
func (p *Page) typed(field, value string) {
	p.change(func() error { return p.shown.Session.DoTyping(field, value) })
}

func (p *Page) reset(field string) {
	p.decide(func() error { return p.shown.Session.Reset(field) })
}

// stay decides that the item is not deleted. The Enter key that moved the focus to the button
// may still be held down.
func (p *Page) stay() {
	if !p.decides() || !p.seesFor(widget.ChoiceKey) {
		return
	}
	p.decide(func() error { p.shown.Session.Stay(); return nil })
}

func (p *Page) tick(number int, taken bool) {
	p.decide(func() error { return p.shown.Session.Tick(number, taken) })
}

// decide makes a choice as one step for Undo, and shows its effect, or why it failed. Nothing
// is chosen before a person can have seen what the choice is about.
func (p *Page) decide(choice func() error) {
	p.decideSaying(choice, func() string { return "" })
}

// decideSaying is like decide, and also reports which typed text the choice replaced, followed
// by the text that more returns.
func (p *Page) decideSaying(choice func() error, more func() string) {
	if !p.decides() || !p.sees() {
		p.drawDraft()
		return
	}
	s := p.shown.Session
	before := allWritten(s)
	if !p.change(func() error { return s.Do(choice) }) {
		return
	}
	if text := strings.TrimSpace(typedText(before, s) + " " + more()); text != "" {
		p.events.ShowMessage(text)
	}
}

// change changes the draft, and shows its new state, or why the change failed. It reports
// whether it succeeded.
func (p *Page) change(change func() error) bool {
	if !p.decides() {
		p.drawDraft()
		return false
	}
	if err := change(); err != nil {
		p.drawDraft()
		p.events.ShowMessage(wording.Error(err))
		return false
	}
	p.changed()
	return true
}

// Undo reverts the last choice on the page. It goes back no further than the state in which
// the page was opened: nothing elsewhere changes.
func (p *Page) Undo() {
	p.turnBack((*conflicts.Session).Undo, wording.L("no-choice-to-undo-to-undo", "No choice to undo. To undo the last resolution, use the menu Edit › Conflicts."))
}

// Redo repeats the choice that was undone last.
func (p *Page) Redo() {
	p.turnBack((*conflicts.Session).Redo, wording.L("there-is-nothing-to-redo-on", "There is nothing to redo on this page."))
}

func (p *Page) turnBack(turn func(*conflicts.Session) bool, nothing string) {
	if !p.decides() || !turn(p.shown.Session) {
		p.events.ShowMessage(nothing)
		return
	}
	p.changed()
}

// clicked handles a click on a text. Fyne takes the focus away, so clicked gives it back to
// the grid.
func (p *Page) clicked(do func()) {
	do()
	widget.Focus(p.grid, p.object)
}

// editChoice is the number of the edit button. The other buttons have the indices of their
// offers.
const editChoice = -1

// choices returns the lines of an open result: its offers as buttons.
func (l *layer) choices(f cell, offers []conflicts.Offer) []grid.Line {
	type button struct {
		text   string
		number int
	}
	var buttons []button
	for i, o := range offers {
		if o.Kind == conflicts.OfferVersion && isOriginal(o.Value, offers) {
			continue // the button of the original has this value
		}
		buttons = append(buttons, button{l.choiceText(f, o), i})
	}
	if !untyped(f.Field) {
		buttons = append(buttons, button{wording.L("edit", "Edit"), editChoice})
	}
	prompt := wording.L("choose", "Choose:")
	lines := []grid.Line{{Sign: "?", Spans: spansOf(prompt), Style: grid.Asking}}
	room := l.shape.Text(true)
	x := l.ruler.Width(prompt, grid.Asking, true) + grid.ChoiceGap()
	for _, b := range buttons {
		b.text = l.cutTo(b.text, room-grid.ChoiceRoom(), true)
		width := l.ruler.Width(b.text, grid.Plain, true) + grid.ChoiceRoom()
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

// choiceText returns the text on the button of an offer for a field.
func (l *layer) choiceText(f cell, o conflicts.Offer) string {
	if f.Field == conflicts.Place && l.orphaned(f) {
		at := l.places[o.Value]
		if at.Deleted.ID != "" {
			return wording.RestoreFolder(at.Deleted.Title)
		}
		return wording.MoveTo(at)
	}
	text := l.offerText(o, f.Merge == record.MergeSet)
	if o.Kind == conflicts.OfferVersion && !l.stays(o.Versions) {
		text += "  " + display.Label(l.offeredValue(f, o))
	}
	return text
}

// stays reports whether any of these versions has a column that always stays in sight.
func (l *layer) stays(numbers []int) bool {
	return slices.ContainsFunc(numbers, func(n int) bool { return l.firstVersion()+slices.Index(l.order, n) < l.shape.Stay })
}

// offeredValue returns the value of an offer.
func (l *layer) offeredValue(f cell, o conflicts.Offer) string {
	switch {
	case f.Field == conflicts.Place:
		return wording.Place(l.places[o.Value])
	case f.Form == record.Text:
		return cmp.Or(strings.TrimSpace(o.Value), nothing)
	}
	words := l.speaker.Apart(f.Form, append(slices.Clone(f.Values), o.Value)...)
	return cmp.Or(strings.Join(elements(words[len(words)-1]), ", "), nothing)
}

// orphaned reports whether in any version the item's parent is deleted.
func (l *layer) orphaned(f cell) bool {
	return slices.ContainsFunc(f.Values, func(v string) bool { return l.places[v].Deleted.ID != "" })
}

// offerText returns the short text on the button of an offer.
func (m moment) offerText(o conflicts.Offer, set bool) string {
	letters := m.letters(o.Versions)
	switch {
	case o.Kind == conflicts.OfferOriginal:
		return wording.L("original", "Original")
	case o.Kind == conflicts.OfferWords:
		return wording.L("merge-words", "Merge words")
	case o.Kind == conflicts.OfferMoved && len(letters) > 1:
		return wording.L("a-s-position-b-s-text", "{{.A}}’s position, {{.B}}’s text", wording.Data{"A": letters[0], "B": letters[1]})
	case o.Kind == conflicts.OfferVersion:
		return strings.Join(letters, ", ")
	case set && len(letters) == 2:
		return wording.L("both", "Both")
	case set:
		return wording.L("all", "All")
	case len(letters) == 2:
		return wording.L("a-then-b", "{{.A}} then {{.B}}", wording.Data{"A": letters[0], "B": letters[1]})
	}
	return wording.L("versions-in-order", "{{.Versions}} in order", wording.Data{"Versions": strings.Join(letters, ", ")})
}

// chosen handles a button in the selected row.
func (p *Page) chosen(number int) {
	at, marked := p.target()
	if offers := p.shown.Session.Offers(at.field, at.hunk); number == editChoice {
		p.edit(at.field)
	} else if p.decides() && p.sees() && marked && number < len(offers) {
		p.choose(at, offers[number])
	}
}

// moreText says how many versions are out of sight.
func moreText(n int) string {
	return wording.N("n-more-versions", "{{.N}} more versions", n, wording.Data{"N": n})
}
