package library

import (
	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// key opens and closes branches. Left on what is closed goes to what it is in, Right on
// what is open to the first row in it.
func (p *Page) key(ev *fyne.KeyEvent) bool {
	r, there := p.marked()
	at := p.list.Marked()
	switch {
	case !there:
		return false
	case ev.Name == fyne.KeyRight && r.Branch && !r.Open:
		p.turn(r, true)
	case ev.Name == fyne.KeyRight && r.Open && at+1 < len(p.rows) && p.rows[at+1].Depth > r.Depth:
		p.mark(at + 1)
	case ev.Name == fyne.KeyLeft && r.Open:
		p.turn(r, false)
	case ev.Name == fyne.KeyLeft && r.Depth > 0:
		p.mark(Above(p.rows, at))
	case ev.Name == fyne.KeyLeft, ev.Name == fyne.KeyRight:
	default:
		return false
	}
	return true
}

func (p *Page) mark(i int) {
	p.list.Mark(i)
	p.choose(i)
}

// turn opens a branch, or closes it. Of a feed that is not here it says what to do to see
// what is in it.
func (p *Page) turn(r Row, open bool) {
	if open && r.Feed() != "" && !isHere(*r.File) {
		p.events.Say(stateLong(*r.File))
		return
	}
	if p.at = r.Key; open {
		p.open[r.Key] = true
	} else {
		delete(p.open, r.Key)
	}
	p.fill()
}

// enter does with a row what is meant most of the time: it opens what is here, fetches what
// is not, and opens and closes branches.
func (p *Page) enter(r Row) {
	switch {
	case r.File == nil && r.Branch:
		p.turn(r, !r.Open)
	case r.File == nil:
	case r.Feed() != "" && r.Branch && (isHere(*r.File) || !canAsk(r)):
		p.turn(r, !r.Open)
	case isHere(*r.File) && r.Feed() == "":
		p.openFile(*r.File)
	default:
		p.get([]Row{r})
	}
}

// canAsk tells whether anything of a row is to be asked for.
func canAsk(r Row) bool { return len(filesOf([]Row{r}, canGet)) > 0 }

// get fetches what is not here of rows, and what is newer elsewhere. A feed is open when it
// comes.
func (p *Page) get(rows []Row) {
	for _, r := range rows {
		if r.Feed() != "" && !isHere(*r.File) {
			p.open[r.Key] = true
		}
	}
	if addresses := filesOf(rows, canGet); len(addresses) > 0 {
		p.events.Get(p.shown.Key, addresses...)
	}
}

// remove takes what is here of rows from the disk.
func (p *Page) remove(rows []Row) {
	if addresses := filesOf(rows, isHere); len(addresses) > 0 {
		p.events.Remove(p.shown.Key, addresses...)
	}
}

// Remove takes what is chosen from the disk.
func (p *Page) Remove() { p.remove(p.chosen()) }

// Get fetches what is chosen; of a feed that is here, what is not.
func (p *Page) Get() {
	rows := p.chosen()
	if len(rows) == 1 && !canAsk(rows[0]) {
		for _, all := range p.getBelow(rows[0]) {
			all.do()
		}
		return
	}
	p.get(rows)
}

// openMenu offers what can be done with the chosen rows.
func (p *Page) openMenu(at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(p.list)
	if c == nil {
		return
	}
	var lines []*fyne.MenuItem
	for _, a := range p.actions() {
		lines = append(lines, fyne.NewMenuItem(a.text, a.do))
	}
	if len(lines) > 0 {
		fynewidget.ShowPopUpMenuAtPosition(widget.Menu(lines), c, at)
	}
}

// action is something that can be done with what is chosen.
type action struct {
	text string
	do   func()
}

// actions are what can be done with what is chosen: with one file, or with several.
func (p *Page) actions() []action {
	rows := p.chosen()
	here, get := filesOf(rows, isHere), p.toGet(rows)
	var all []action
	if len(here) == 0 {
		all = append(all, get...)
	}
	if r, one := p.marked(); one && len(rows) == 1 {
		all = append(append(all, p.getBelow(r)...), p.ofOne(r)...)
	}
	if len(here) > 0 {
		all = append(append(all, get...), action{wording.L("Remove from disk  Del"), p.Remove})
	}
	return all
}

// toGet fetches what can be fetched of rows, where anything can be.
func (p *Page) toGet(rows []Row) []action {
	if len(filesOf(rows, canGet)) == 0 {
		return nil
	}
	if len(rows) == 1 && rows[0].File != nil && gravity(*rows[0].File) == failedGravity {
		return []action{{wording.L("Try again"), p.Get}}
	}
	return []action{{wording.L("Download"), p.Get}}
}

// ofOne are those that make sense for one row alone.
func (p *Page) ofOne(r Row) (all []action) {
	if f := r.File; f != nil {
		if isHere(*f) && !f.Nested {
			if !runs(f.Name, f.Address) {
				all = append(all, action{wording.L("Open  Enter"), func() { p.openFile(*f) }})
			}
			all = append(all, action{wording.L("Show in folder"), func() { p.showInFolder(*f) }})
		}
		all = append(all, action{wording.L("Copy the address"), func() { p.events.Copy(f.Address) }})
	}
	if r.Entry.Link != "" && !r.Part {
		all = append(all, action{wording.L("Open its web page"), func() { p.events.Browse(r.Entry.Link) }})
	}
	return all
}
