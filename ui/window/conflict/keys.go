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

// Rune handles keys that are not typed into the result: the number of a version, 0, M, E, + or
// Space.
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

// Shortcut handles Alt+Down and Alt+Up, which go to the next and the previous difference.
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

// spot returns what the selected row represents; the zero spot for the heads.
func (p *Page) spot() spot { return p.laid.spots[p.grid.Key()] }

// marked handles a new selection. Text typed after it is another step for Undo.
func (p *Page) marked() {
	if p.shown.Session != nil {
		p.shown.Session.EndTyping()
	}
	p.editor.show(p.cell(p.spot().field))
	p.share()
}

// entered performs the action of the selected cell; add means that Shift was held.
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

// chooseVersion chooses a version for the selected hunk or field, or adds it there.
func (p *Page) chooseVersion(number int, add bool) {
	at, marked := p.target()
	all := len(p.shown.Session.Candidates())
	switch {
	case number >= all:
		p.events.ShowMessage(wording.L("there-is-no-version-number-choose", "There is no version {{.Number}}. Choose 1 to {{.Last}}.", wording.Data{"Number": number + 1, "Last": all}))
	case !marked:
		p.events.ShowMessage(nothingHere())
	case add:
		p.add(at, number)
	default:
		p.choose(at, conflicts.Offer{Kind: conflicts.OfferVersion, Versions: []int{number}})
	}
}

// chooseOriginal chooses the original for the selected hunk or field.
func (p *Page) chooseOriginal() {
	at, marked := p.target()
	switch {
	case !marked:
		p.events.ShowMessage(nothingHere())
	case !hasBase(p.shown.Session) && !p.shown.Session.Orphaned():
		p.events.ShowMessage(p.speaker.Original(p.shown.Session.Base()))
	case at.field == "":
		p.choose(at, conflicts.Offer{Kind: conflicts.OfferOriginal})
	default:
		o, err := p.shown.Session.Original(at.field, at.hunk)
		if err != nil {
			p.events.ShowMessage(wording.Error(err))
			return
		}
		p.choose(at, o)
	}
}

// chooseMerge chooses the offer that includes the changes of several versions.
func (p *Page) chooseMerge() {
	at, marked := p.target()
	offers := p.shown.Session.Offers(at.field, at.hunk)
	i := slices.IndexFunc(offers, func(o conflicts.Offer) bool {
		return o.IsLossless() || o.Kind == conflicts.OfferBoth && p.cell(at.field).Merge == record.MergeSet
	})
	if !marked || i < 0 {
		p.events.ShowMessage(wording.L("no-merge-available-here", "No merge available here."))
		return
	}
	p.choose(at, offers[i])
}

func nothingHere() string { return wording.L("nothing-to-choose-here", "Nothing to choose here.") }

// Marked returns the field and, in a long text, the hunk that a choice would affect; hunk is
// -1 for a whole field. On the heads, field is "". ok is false if the selected row is a fold.
func (p *Page) Marked() (field string, hunk int, ok bool) {
	at, ok := p.target()
	return at.field, at.hunk, ok
}

// MarkedVersion returns the number of the version whose column is selected, or -1 for the
// original; ok is false for the result.
func (p *Page) MarkedVersion() (number int, ok bool) {
	column := p.grid.At().Column
	if number, version := p.version(column); version {
		return number, true
	}
	return -1, column != p.resultColumn()
}

// target returns what a choice affects: the selected hunk or field or, on the heads, the whole
// item as a spot without a field. marked is false if the selected row is a fold.
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

// cleared resets the selected result to the suggestion. In a long text it resets only the
// selected hunk.
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

// rename opens the page that names the device of the selected version.
func (p *Page) rename() {
	number, version := p.version(p.grid.At().Column)
	if p.grid.At().Row != grid.Head || !version {
		p.events.ShowMessage(wording.L("select-the-top-of-a-versions", "Select the top of a version’s column to name its device."))
		return
	}
	p.events.Person(p.shown.Session.Candidates()[number].Version.Top().By)
}

// turnTick includes or excludes the selected version.
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

// goToDifference selects the next row in which versions differ (1), or the previous one (-1),
// and focuses the grid.
func (p *Page) goToDifference(step int) {
	if !p.grid.NextDifference(step) {
		p.events.ShowMessage(wording.L("there-are-no-more-differences-in", "There are no more differences in this direction."))
		return
	}
	widget.Focus(p.grid, p.object)
}

// goTo selects a row and focuses the grid.
func (p *Page) goTo(row, column int) {
	p.grid.Mark(grid.At{Row: row, Column: column})
	p.marked()
	widget.Focus(p.grid, p.object)
}

// goToOpen selects the next open choice, searching from the selected row and then from the
// top. If the key that did this is repeated, it is not applied to the new selection.
func (p *Page) goToOpen(open []string) {
	p.asked = true
	p.News()
	if open[0] == "" {
		p.events.ShowMessage(wording.L("delete-the-item-or-keep-it", "Delete the item, or keep it? Choose a version or press “Keep it”."))
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
	p.events.ShowMessage(wording.L("field-is-still-open-choose-a", "{{.Field}} is still open: choose a version or type.", wording.Data{"Field": wording.Field(field)}))
}

// nextOpen returns the next row in which one of the open fields is open. If that is only the
// selected row, it returns that one.
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
