package library

import (
	"slices"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// key opens and closes branches. Left on a closed branch goes to its parent, Right on an open
// one to its first row.
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

// turn opens or closes a branch. If a feed is not on this computer, it says how to get it.
func (p *Page) turn(r Row, open bool) {
	if open && r.Feed() != "" && !isHere(*r.File) {
		p.events.ShowMessage(stateLong(*r.File))
		return
	}
	if p.at = r.Key; open {
		p.open[r.Key] = true
	} else {
		delete(p.open, r.Key)
	}
	p.fill()
}

// enter performs the usual action on a row: it opens a file on this computer, fetches others,
// opens and closes branches, and opens the web page of an item without files.
func (p *Page) enter(r Row) {
	switch {
	case r.File == nil && r.Branch:
		p.turn(r, !r.Open)
	case r.File == nil && r.Entry.Link != "":
		p.events.Browse(r.Entry.Link)
	case r.File == nil:
	case r.Feed() != "" && r.Branch && (isHere(*r.File) || !canAsk(r)):
		p.turn(r, !r.Open)
	case isHere(*r.File) && r.Feed() == "":
		p.openFile(*r.File)
	default:
		p.get([]Row{r})
	}
}

// canAsk reports whether any file of a row can be requested.
func canAsk(r Row) bool { return len(filesOf([]Row{r}, canGet)) > 0 }

// get fetches files of rows that are missing or outdated here. Feeds are opened once they
// arrive.
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

// remove removes the files of rows from the disk.
func (p *Page) remove(rows []Row) {
	if addresses := filesOf(rows, isHere); len(addresses) > 0 {
		p.events.Remove(p.shown.Key, addresses...)
	}
}

// Remove removes the chosen files from the disk.
func (p *Page) Remove() { p.remove(p.chosen()) }

// Get fetches the chosen files or, for a single feed on this computer, the missing files in
// it.
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

// openMenu opens the menu of actions on the chosen rows.
func (p *Page) openMenu(at fyne.Position) {
	p.showMenu(p.actions(), at)
}

// showMenu shows actions as a menu.
func (p *Page) showMenu(all []action, at fyne.Position) {
	c := fyne.CurrentApp().Driver().CanvasForObject(p.list)
	if c == nil {
		return
	}
	var lines []*fyne.MenuItem
	for _, a := range all {
		lines = append(lines, fyne.NewMenuItem(a.text, a.do))
	}
	if len(lines) > 0 {
		fynewidget.ShowPopUpMenuAtPosition(widget.Menu(p.keys, lines), c, at)
	}
}

// maxLinks is the maximum number of links in the menu of an item's links.
const maxLinks = 20

// linksIn returns the action that lists the links in the text of an item, if it has any.
func (p *Page) linksIn(r Row) []action {
	var all []action
	_, links := textOf(r)
	for _, address := range links[:min(len(links), maxLinks)] {
		if address != r.Entry.Link {
			all = append(all, action{display.Clean(address), func() { p.events.Browse(address) }})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []action{{wording.L("open-link-dialog", "Open link…"), func() {
		below := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.aside.buttons)
		p.showMenu(all, below.AddXY(0, p.aside.buttons.Size().Height))
	}}}
}

// action is an action on the chosen rows.
type action struct {
	text string
	do   func()
}

// actions returns the actions on the chosen rows, which depend on whether there are several.
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
		all = append(append(all, get...), action{wording.L("remove-from-this-computer-del", "Remove from this computer  Del"), p.Remove})
	}
	if slices.ContainsFunc(rows, isUnread) {
		all = append(all, action{wording.L("mark-as-read-ctrl-u", "Mark as read  Ctrl+U"), func() { p.markRead(true) }})
	}
	if slices.ContainsFunc(rows, isRead) {
		text := wording.L("mark-as-unread-ctrl-u", "Mark as unread  Ctrl+U")
		if slices.ContainsFunc(rows, isUnread) {
			text = wording.L("mark-as-unread", "Mark as unread")
		}
		all = append(all, action{text, func() { p.markRead(false) }})
	}
	return all
}

// toGet returns the action that fetches rows, if there is anything to fetch.
func (p *Page) toGet(rows []Row) []action {
	if len(filesOf(rows, canGet)) == 0 {
		return nil
	}
	if len(rows) == 1 && rows[0].File != nil && gravity(*rows[0].File) == failedGravity {
		return []action{{wording.L("try-again", "Try again"), p.Get}}
	}
	return []action{{wording.L("download", "Download"), p.Get}}
}

// ofOne returns the actions that apply to a single row only.
func (p *Page) ofOne(r Row) (all []action) {
	if f := r.File; f != nil {
		if isHere(*f) && !f.Nested {
			if !runs(f.Name, f.Address) {
				all = append(all, action{wording.L("open-enter", "Open  Enter"), func() { p.openFile(*f) }})
			}
			all = append(all, action{wording.L("show-in-folder", "Show in folder"), func() { p.showInFolder(*f) }})
		}
		all = append(all, action{wording.L("copy-the-address", "Copy the address"), func() { p.events.Copy(f.Address) }})
	}
	if r.Entry.Link != "" && !r.Part {
		text := wording.L("open-web-page", "Open web page")
		if r.File == nil && !r.Branch {
			text = wording.L("open-web-page-enter", "Open web page  Enter")
		}
		all = append(all, action{text, func() { p.events.Browse(r.Entry.Link) }})
	}
	return append(all, p.linksIn(r)...)
}
