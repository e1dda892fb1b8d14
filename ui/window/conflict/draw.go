package conflict

import (
	"strconv"

	"fyne.io/fyne/v2"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// draw shows the whole session except for the cells, which have to be compared first.
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

// drawDraft shows everything that changes with a decision, except for the cells.
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

// drawLaid shows the cells after they were compared and wrapped. The cursor stays on its
// lines, even if they are in another hunk now.
func (p *Page) drawLaid(l laid) {
	at, column := p.spot(), p.grid.At().Column
	_, there := l.spots[p.grid.Key()]
	p.laid = l
	p.grid.Need(l.needed)
	p.grid.SetRows(l.rows)
	if at.field != "" && at.fold == "" && !there {
		p.grid.MarkKey(l.near(at), column)
	}
	p.editor.note()
	p.arrange() // texts may need more or less height than before
}

// nothingDiffers reports whether all fields are equal. Then there is nothing else to show.
func (p *Page) nothingDiffers() bool {
	for _, c := range p.shown.Session.Cells() {
		if !c.Alike {
			return false
		}
	}
	return true
}

// Shares of the height that the grid gets.
const (
	shareOfAll   = 1
	shareOfLines = 0.86
	shareOfTexts = 0.72 // and other tall fields
)

// share gives the editor as much height as its content needs, unless the person has moved the
// divider.
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

// around is the number of equal lines shown before and after a difference, worthFold the
// number of hidden lines that justifies a row for a fold.
const (
	around    = 2
	worthFold = 3
)

// long adds a long text: a row for each hunk in which versions differ, and folds between them.
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

// nameAgain repeats the field's name next to hunks far below it, because it may be scrolled
// out of sight.
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

// differing adds a hunk in which versions differ.
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

// moved explains that an open hunk has a paragraph that was both moved and edited.
func (l *layer) moved(f cell, hunk int) []grid.Line {
	if hunk >= len(f.hunks) || f.hunks[hunk].Move == nil {
		return nil
	}
	m := f.hunks[hunk].Move
	text := wording.L("moved-and-edited-by-both", "Moved and edited by both.")
	if !m.Unclear {
		text = wording.L("moved-by-a-edited-by-b", "Moved by {{.A}}, edited by {{.B}}.", wording.Data{"A": conflicts.Letter(m.By), "B": conflicts.Letter(m.Edited)})
	}
	return l.wrap(sideOf(text, merge.Equal, grid.Quiet), true, true)
}

// same adds lines that are equal in all versions: those next to a difference are shown, the
// others are folded.
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
	l.fold(spot{field: f.Field, hunk: -1, fold: fold}, false, wording.N("n-unchanged-lines", "{{.N}} unchanged lines", hidden, wording.Data{"N": hidden}))
	if l.open[fold] {
		l.passed(f, bands[head:len(bands)-tail])
	}
	l.passed(f, bands[len(bands)-tail:])
}

// passed adds lines in which there is nothing to choose.
func (l *layer) passed(f cell, bands []band) {
	if len(bands) == 0 {
		return
	}
	r := l.row(bands)
	r.Passed = true
	l.add(spot{field: f.Field, hunk: 0, line: bands[0].line}, r)
}

// openStretch returns the offers for a hunk, and whether it is open.
func openStretch(f cell, hunk int) ([]conflicts.Offer, bool) {
	if hunk < len(f.hunks) {
		return f.hunks[hunk].Offers, f.hunks[hunk].Open
	}
	return f.Offers, f.Open
}
