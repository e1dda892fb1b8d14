package conflict

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// Rune is a key on the page that is not typed into the result: a version's
// number, 0, M, E, + or Space.
func (p *Page) Rune(r rune) bool {
	if !p.decides() {
		return false
	}
	if strings.ContainsRune("0123456789mM+ ", r) && !p.seesFor(r) {
		return true
	}
	switch {
	case r >= '1' && r <= '9':
		p.chooseVersion(int(r-'1'), false)
	case r == '0':
		p.chooseOriginal()
	case r == 'm' || r == 'M':
		p.chooseMerge()
	case r == 'e' || r == 'E':
		p.editBy('e', p.spot().field)
	case r == '+':
		p.entered(true)
	case r == ' ':
		p.turnTick()
	default:
		return false
	}
	return true
}

// Shortcut is a key of the page with Alt held: Alt+Down and Alt+Up go to the next
// difference and to the one before.
func (p *Page) Shortcut(s fyne.Shortcut) bool {
	key, is := s.(*desktop.CustomShortcut)
	if !is || key.Modifier != fyne.KeyModifierAlt || p.shown.Session == nil {
		return false
	}
	switch key.KeyName {
	case fyne.KeyDown:
		p.goToDifference(1)
	case fyne.KeyUp:
		p.goToDifference(-1)
	default:
		return false
	}
	return true
}

// spot is what the mark is on; the zero spot is the heads.
func (p *Page) spot() spot { return p.laid.spots[p.grid.Key()] }

// marked follows the mark. What is typed after it is another step for Undo.
func (p *Page) marked() {
	if p.shown.Session != nil {
		p.shown.Session.EndTyping()
	}
	p.editor.show(p.cell(p.spot().field))
	p.share()
}

// entered does with the marked cell what it is there for; add tells that Shift was
// held.
func (p *Page) entered(add bool) {
	at, column := p.spot(), p.grid.At().Column
	number, version := p.version(column)
	switch {
	case !p.decides():
	case at.fold != "":
		p.turnFold(at.fold)
	case !p.seesFor('\n'):
	case column == p.resultColumn():
		p.editBy('\n', at.field)
	case version:
		p.chooseVersion(number, add)
	default:
		p.chooseOriginal()
	}
}

// chooseVersion chooses a version for what is marked, or adds it there.
func (p *Page) chooseVersion(number int, add bool) {
	at, marked := p.target()
	all := len(p.shown.Session.Candidates())
	switch {
	case number >= all:
		p.events.Say(wording.L("There is no version {{.Number}}: they are 1 to {{.Last}}.", wording.Data{"Number": number + 1, "Last": all}))
	case !marked:
		p.events.Say(nothingHere())
	case add:
		p.add(at, number)
	default:
		p.choose(at, conflicts.Offer{Kind: conflicts.OfferVersion, Versions: []int{number}})
	}
}

// chooseOriginal chooses the original for what is marked.
func (p *Page) chooseOriginal() {
	at, marked := p.target()
	switch {
	case !marked:
		p.events.Say(nothingHere())
	case !hasBase(p.shown.Session) && !p.shown.Session.Orphaned():
		p.events.Say(p.speaker.Original(p.shown.Session.Base()))
	case at.field == "":
		p.choose(at, conflicts.Offer{Kind: conflicts.OfferOriginal})
	default:
		o, err := p.shown.Session.Original(at.field, at.hunk)
		if err != nil {
			p.events.Say(wording.Error(err))
			return
		}
		p.choose(at, o)
	}
}

// chooseMerge chooses the offer that has what several versions changed.
func (p *Page) chooseMerge() {
	at, marked := p.target()
	offers := p.shown.Session.Offers(at.field, at.hunk)
	i := slices.IndexFunc(offers, func(o conflicts.Offer) bool {
		return o.KeepsAll() || o.Kind == conflicts.OfferBoth && p.cell(at.field).Merge == record.MergeSet
	})
	if !marked || i < 0 {
		p.events.Say(wording.L("No merge is offered on this line."))
		return
	}
	p.choose(at, offers[i])
}

func nothingHere() string { return wording.L("There is nothing to choose on this line.") }

// Marked is the field, and of a long text the stretch, that a choice would act on;
// otherwise the stretch is -1. It is no field on the heads, and ok is false where a
// line is marked that stands for others.
func (p *Page) Marked() (field string, hunk int, ok bool) {
	at, ok := p.target()
	return at.field, at.hunk, ok
}

// MarkedVersion is the number of the version whose column is marked, or -1 for the
// original; ok is false for the result.
func (p *Page) MarkedVersion() (number int, ok bool) {
	column := p.grid.At().Column
	if number, version := p.version(column); version {
		return number, true
	}
	return -1, column != p.resultColumn()
}

// target is what a choice acts on: the stretch or the field that is marked, or on
// the heads the whole item, which is the spot without a field. It is nothing where a
// line is marked that stands for others.
func (p *Page) target() (at spot, marked bool) {
	at = p.spot()
	switch {
	case p.grid.At().Row == grid.Head:
		return spot{hunk: -1}, true
	case at.field == "" || at.fold != "":
		return spot{}, false
	case at.hunk >= p.shown.Session.Stretches(at.field):
		at.hunk = -1
	}
	return at, true
}

// cleared gives the marked result back to the suggestion: of a long text the marked
// stretch alone.
func (p *Page) cleared() {
	at, marked := p.target()
	switch {
	case p.grid.At().Column != p.resultColumn() || !marked || !p.seesFor('\b'):
	case at.field != "" && at.hunk >= 0 && !p.cell(at.field).Typed:
		p.decide(func() error { return p.shown.Session.ResetHunk(at.field, at.hunk) })
	default:
		p.reset(at.field)
	}
}

func (p *Page) turnFold(fold string) {
	p.open[fold] = !p.open[fold]
	p.compare()
}

// rename names the device that made the version whose head is marked.
func (p *Page) rename() {
	number, version := p.version(p.grid.At().Column)
	if p.grid.At().Row != grid.Head || !version {
		p.events.Say(wording.L("Mark the head of a version to name its device."))
		return
	}
	p.events.Person(p.shown.Session.Candidates()[number].Version.Top().By)
}

// turnTick turns the tick of the version whose column is marked.
func (p *Page) turnTick() {
	if number, version := p.version(p.grid.At().Column); version {
		p.turnTickOf(number)
	}
}

func (p *Page) turnTickOf(number int) {
	if all := p.shown.Session.Candidates(); number < len(all) {
		p.tick(number, !all[number].Taken)
	}
}

// goToDifference marks the next row in which versions differ (1), or the one before
// (-1), and gives it the keys.
func (p *Page) goToDifference(step int) {
	if !p.grid.NextDifference(step) {
		p.events.Say(wording.L("There are no more differences in this direction."))
		return
	}
	widget.Focus(p.grid, p.object)
}

// goTo marks a row for a person, who goes on there with the keys of the grid.
func (p *Page) goTo(row, column int) {
	p.grid.Mark(grid.At{Row: row, Column: column})
	p.marked()
	widget.Focus(p.grid, p.object)
}

// goToOpen marks the next choice that is left, after the mark and then from the top. The key
// that did is not meant for what is there when it comes again.
func (p *Page) goToOpen(open []string) {
	p.asked = true
	p.News()
	if open[0] == "" {
		p.events.Say(wording.L("Delete the item, or keep it? Choose a version or press “Keep it”."))
		widget.Focus(p.head.stay, p.object)
		return
	}
	if row, found := p.nextOpen(open); found {
		p.goTo(row, p.resultColumn())
	} else {
		p.markField(open[0], p.resultColumn())
		widget.Focus(p.grid, p.object)
	}
	field := p.spot().field
	if field == "" {
		field = open[0]
	}
	p.events.Say(wording.L("{{.Field}} is still open: choose a version or type.", wording.Data{"Field": wording.Field(field)}))
}

// nextOpen is the next row in which one of the open fields is open: where the mark is on
// the only one, that row.
func (p *Page) nextOpen(open []string) (row int, found bool) {
	n, from := len(p.laid.rows), p.grid.At().Row
	for i := 1; i <= n; i++ {
		if row = (from + i + n) % n; p.openAt(row, open) {
			return row, true
		}
	}
	return 0, false
}

func (p *Page) openAt(row int, open []string) bool {
	at := p.laid.spots[p.laid.rows[row].Key]
	if p.laid.rows[row].Passed || at.fold != "" || !slices.Contains(open, at.field) {
		return false
	}
	hunks := p.shown.Session.Hunks(at.field)
	return at.hunk < 0 || at.hunk >= len(hunks) || hunks[at.hunk].Open
}
