package conflict

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
)

// goToDifference marks the next row in which versions differ (1), or the one before
// (-1), and gives it the keys.
func (p *Page) goToDifference(step int) {
	if !p.grid.NextDifference(step) {
		p.events.Say(lang.L("There are no more differences in this direction."))
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

// goToOpen marks the next choice that is left, after the mark and then from the top.
func (p *Page) goToOpen(open []string) {
	p.asked = true
	if open[0] == "" {
		p.events.Say(lang.L("Delete the item, or keep it? Choose a version or press “Keep it”."))
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
	p.events.Say(lang.L("{{.Field}} is still open: choose a version or type.", say.Data{"Field": say.Field(field)}))
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
