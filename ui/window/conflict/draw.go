package conflict

import (
	"strconv"

	"fyne.io/fyne/v2"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// draw shows the whole session, but the cells, which are compared first.
func (p *Page) draw() {
	p.head.show(p)
	p.cards, p.based = nil, hasBase(p.shown.Session)
	var heads []fyne.CanvasObject
	if p.based {
		heads = append(heads, newOriginal(p))
	}
	all := p.shown.Session.Candidates()
	for _, n := range orderOf(all) {
		card := newCard(p, all[n])
		p.cards = append(p.cards, card)
		heads = append(heads, card.object)
	}
	p.grid.Frozen = frozenOf(all, p.based)
	p.grid.SetHeads(append(heads, newResultHead(p)))
	p.drawDraft()
}

// drawDraft shows what changes with every decision, but the cells.
func (p *Page) drawDraft() {
	p.drops = dropsOf(p.shown.Session)
	for _, c := range p.cards {
		c.show(p.shown.Session)
	}
	if changed := p.shown.Session.Changed(); p.back.Visible() != changed {
		p.back.Hidden = !changed
		p.back.Refresh()
	}
	p.head.showSituation(p)
	p.editor.follow()
	p.foot.show(p.shown.Session, p.drops)
}

// changed is called after every decision.
func (p *Page) changed() {
	p.drawDraft()
	p.compare()
	p.events.Changed()
	p.answer()
}

// drawLaid shows the cells as they were compared and wrapped. The mark stays on its lines
// where they are in another stretch now.
func (p *Page) drawLaid(l laid) {
	at, column := p.spot(), p.grid.At().Column
	_, there := l.spots[p.grid.Key()]
	p.laid = l
	p.grid.SetRows(l.rows)
	if at.field != "" && at.fold == "" && !there {
		p.grid.MarkKey(l.near(at), column)
	}
	p.editor.note()
	p.arrange() // the sentences may need other heights than before
}

// nothingDiffers tells whether every field is the same in all: then there is nothing
// to see but those.
func (p *Page) nothingDiffers() bool {
	for _, c := range p.shown.Session.Cells() {
		if !c.Alike {
			return false
		}
	}
	return true
}

// Shares of the height for the grid.
const (
	shareOfAll   = 1
	shareOfLines = 0.86
	shareOfTexts = 0.72 // and of what else is tall
)

// share leaves as much room for the editor as what is in it needs, unless a person
// shared the room otherwise.
func (p *Page) share() {
	wanted := float64(shareOfLines)
	switch c := p.cell(p.editor.field); {
	case c == nil:
		wanted = shareOfAll
	case tall(*c):
		wanted = shareOfTexts
	}
	switch p.split.Offset {
	case shareOfAll, shareOfLines, shareOfTexts:
		p.split.SetOffset(wanted)
	}
}

// Lines that stay in sight beside a difference, and how many have to be hidden
// for a fold to be worth its own row.
const (
	around    = 2
	worthFold = 3
)

// long adds a long text: a row for each stretch in which versions differ, and
// folds between them.
func (l *layer) long(f cell, bands []band) {
	begin := len(l.rows)
	for from := 0; from < len(bands); {
		to := from + 1
		for to < len(bands) && bands[to].same == bands[from].same && (bands[from].same || bands[to].chunk == bands[from].chunk) {
			to++
		}
		if bands[from].same {
			l.same(f, bands[from:to], from == 0, to == len(bands))
		} else {
			l.differing(f, bands[from:to])
		}
		from = to
	}
	if begin == len(l.rows) {
		l.whole(f, l.single(f))
		return
	}
	l.rows[begin].Name, l.rows[begin].Begins = wording.Field(f.Field), true
	l.nameAgain(l.rows[begin:], wording.Field(f.Field))
}

// nameAgain names the field again beside stretches that stand well below its name,
// which may be scrolled out of sight.
func (l *layer) nameAgain(rows []grid.Row, name string) {
	const well = 8
	below := 0
	for i, r := range rows {
		if r.Cells != nil && !r.Passed && below >= well {
			rows[i].Of, below = name, 0
		}
		below++
		if len(r.Cells) > 0 {
			below += len(r.Cells[0].Lines) - 1
		}
	}
}

// differing adds a stretch in which versions differ.
func (l *layer) differing(f cell, bands []band) {
	hunk := bands[0].chunk
	l.noting = l.dropping(f.Field, hunk)
	r := l.row(bands)
	last := len(r.Cells) - 1
	l.notedHunk(&r.Cells[last], f, hunk)
	r.Differs = grid.Differs
	if offers, open := openStretch(f, hunk); open {
		r.Differs, r.Cells[last].Lines = grid.Open, append(l.moved(f, hunk), l.choices(f, offers)...)
	} else {
		l.marksDrops(&r, f.Field, hunk)
	}
	l.silence(r.Cells)
	l.add(spot{field: f.Field, hunk: hunk, line: bands[0].line}, r)
}

// moved says of an open stretch that a paragraph was moved and edited.
func (l *layer) moved(f cell, hunk int) []grid.Line {
	if hunk >= len(f.hunks) || f.hunks[hunk].Move == nil {
		return nil
	}
	m := f.hunks[hunk].Move
	text := wording.L("Moved and edited by both.")
	if !m.Unclear {
		text = wording.L("Moved by {{.A}}, edited by {{.B}}.", wording.Data{"A": conflicts.Letter(m.By), "B": conflicts.Letter(m.Edited)})
	}
	return l.wrap(sideOf(text, merge.Equal, grid.Quiet), true, true)
}

// same adds lines that are the same in all: those beside a difference, and a fold
// for the others.
func (l *layer) same(f cell, bands []band, first, last bool) {
	head, tail := around, around
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	hidden := len(bands) - head - tail
	if hidden < worthFold {
		l.passed(f, bands)
		return
	}
	fold := f.Field + "/" + strconv.Itoa(bands[0].line)
	l.passed(f, bands[:head])
	l.fold(spot{field: f.Field, hunk: -1, fold: fold}, false, wording.N("{{.N}} lines are the same", hidden, wording.Data{"N": hidden}))
	if l.open[fold] {
		l.passed(f, bands[head:len(bands)-tail])
	}
	l.passed(f, bands[len(bands)-tail:])
}

// passed adds lines that there is nothing to choose in.
func (l *layer) passed(f cell, bands []band) {
	if len(bands) == 0 {
		return
	}
	r := l.row(bands)
	r.Passed = true
	l.add(spot{field: f.Field, hunk: 0, line: bands[0].line}, r)
}

// openStretch are the ways to resolve a stretch, and whether it is open.
func openStretch(f cell, hunk int) ([]conflicts.Offer, bool) {
	if hunk < len(f.hunks) {
		return f.hunks[hunk].Offers, f.hunks[hunk].Open
	}
	return f.Offers, f.Open
}
