package conflict

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// Save saves, or goes to what is still to be chosen.
func (p *Page) Save() {
	if p.busy || p.shown.Session == nil {
		return
	}
	if wrong, there := p.firstWrong(); there {
		p.edit(wrong.Field)
		p.events.Say(lang.L("{{.Field}} cannot be saved as it is: {{.Why}}", say.Data{"Field": say.Field(wrong.Field), "Why": problemOf(wrong)}))
		return
	}
	if open := p.shown.Session.Open(); len(open) > 0 {
		p.goToOpen(open)
		return
	}
	p.events.Save()
}

// answer takes back that something is open, which was said, once nothing is.
func (p *Page) answer() {
	if p.asked && p.shown.Session.Outcome().ToChoose == 0 {
		p.asked = false
		p.events.Say(lang.L("No choices are left."))
	}
}

// markField marks a field: the first stretch of it that is open, where it is a
// long text.
func (p *Page) markField(field string, column int) {
	hunks := p.shown.Session.Hunks(field)
	best := ""
	for _, r := range p.laid.rows {
		at := p.laid.spots[r.Key]
		if at.field != field || at.fold != "" || r.Passed {
			continue
		}
		if best == "" || at.hunk >= 0 && at.hunk < len(hunks) && hunks[at.hunk].Open {
			best = r.Key
			if at.hunk < 0 || at.hunk < len(hunks) && hunks[at.hunk].Open {
				break
			}
		}
	}
	if p.grid.MarkKey(best, column) {
		p.marked()
	}
}

// firstWrong is the first field that cannot be what was typed.
func (p *Page) firstWrong() (conflicts.Cell, bool) {
	for _, c := range p.shown.Session.Cells() {
		if c.Problem != nil {
			return c, true
		}
	}
	return conflicts.Cell{}, false
}

// problemOf says why the result cannot be what was typed; "" where it can.
func problemOf(c conflicts.Cell) string {
	var wrong *record.ValueError
	if c.Problem == nil || !errors.As(c.Problem, &wrong) {
		return ""
	}
	return say.Problem(wrong.Problem)
}
