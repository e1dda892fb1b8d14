package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget/grid"
)

// Rune is a key on the page that is not typed into the result: a version's
// number, 0, E, + or Space.
func (p *Page) Rune(r rune) bool {
	if p.busy || p.shown.Session == nil {
		return false
	}
	switch {
	case r >= '1' && r <= '9':
		p.takeMarked(int(r - '1'))
	case r == '0':
		p.showStart()
	case r == 'e' || r == 'E':
		p.edit(p.spot().field)
	case r == '+':
		p.entered(true)
	case r == ' ':
		p.turnTick()
	default:
		return false
	}
	return true
}

// spot is what the mark is on; the zero spot is the heads.
func (p *Page) spot() spot { return p.laid.spots[p.grid.Key()] }

// marked follows the mark.
func (p *Page) marked() {
	p.editor.show(p.cell(p.spot().field))
	p.share()
}

// takeMarked takes a version for the field that the mark is on, or whole where it
// is on the heads.
func (p *Page) takeMarked(number int) {
	at, all := p.spot(), len(p.shown.Session.Candidates())
	switch {
	case number >= all:
		p.events.Say(lang.L("There is no version {{.Number}}: they are 1 to {{.Last}}.", say.Data{"Number": number + 1, "Last": all}))
	case at.field != "":
		p.takeField(at.field, number)
	default:
		p.take(number)
	}
}

// entered does with the marked cell what it is there for.
func (p *Page) entered(add bool) {
	at, column := p.spot(), p.grid.At().Column
	number, version := p.version(column)
	switch {
	case at.fold != "":
		p.turnFold(at.fold)
	case p.grid.At().Row == grid.Head && version:
		p.take(number)
	case column == p.resultColumn():
		p.edit(at.field)
	case p.grid.At().Row == grid.Head || at.field == "":
	case !version:
		p.takeBase(at)
	case at.hunk >= 0:
		p.takeHunk(at, number, add)
	case !p.cell(at.field).Alike:
		p.takeField(at.field, number)
	}
}

// takeBase makes a field what it was at the start.
func (p *Page) takeBase(at spot) {
	c := p.cell(at.field)
	if c == nil || at.hunk >= 0 {
		p.events.Say(lang.L("This is where they started from. A stretch of it is taken from a version that left it as it was."))
		return
	}
	p.decide(func() error { return p.shown.Session.Put(c.Field, c.Base) })
}

// cleared gives the marked result back to the proposal: of a long text that is put
// together the marked stretch alone.
func (p *Page) cleared() {
	at := p.spot()
	switch {
	case p.grid.At().Column != p.resultColumn():
	case at.hunk >= 0 && p.shown.Session.Hunks(at.field) != nil:
		p.decide(func() error { return p.shown.Session.ResetHunk(at.field, at.hunk) })
	default:
		p.reset(at.field)
	}
}

func (p *Page) turnFold(fold string) {
	p.open[fold] = !p.open[fold]
	p.compare()
}

// showStart marks what the versions started from, or goes back from there.
func (p *Page) showStart() {
	at := p.grid.At()
	switch {
	case !hasBase(p.shown.Session):
		p.events.Say(p.speaker.Start(p.shown.Session.Base()))
		return
	case at.Column == 0:
		at.Column = p.before
	default:
		p.before, at.Column = at.Column, 0
	}
	p.grid.Mark(at)
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
