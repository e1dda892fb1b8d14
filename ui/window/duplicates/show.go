package duplicates

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Show shows the pairs of a list. The present pair stays in sight if it is still among them,
// with the person's choices if it has not changed.
func (p *Page) Show(set string, all []lists.Twin) {
	now := min(p.now, len(all)-1)
	if set != p.set {
		now = 0
	} else if p.joining != nil {
		if at := p.joining.at(all); at >= 0 {
			now = at
		}
	}
	p.set, p.all, p.now = set, all, max(now, 0)
	if len(all) > 0 && p.joining != nil && p.joining.isOf(all[p.now]) {
		p.count()
		return
	}
	p.draw()
}

// Searching shows that a search for duplicates is running.
func (p *Page) Searching(set string) {
	p.set, p.all, p.joining = set, nil, nil
	p.draw()
	p.hint.Say(wording.L("Looking for duplicates…"))
}

// Pair returns the pair that is shown, if any.
func (p *Page) Pair() (lists.Twin, bool) {
	if p.joining == nil {
		return lists.Twin{}, false
	}
	return p.joining.twin, true
}

// Set returns the list whose pairs are shown.
func (p *Page) Set() string { return p.set }

// Busy prevents changes to the pair while it is being merged.
func (p *Page) Busy(busy bool) { p.busy = busy }

func (p *Page) step(by int) {
	if n := len(p.all); n > 0 && !p.busy {
		p.now = (p.now + by + n) % n
		p.draw()
		if c := fyne.CurrentApp().Driver().CanvasForObject(p.object); c != nil {
			c.Focus(p.Focus())
		}
	}
}

// draw shows the pair without any choices by the person.
func (p *Page) draw() {
	p.joining, p.rows, p.table.Objects, p.names.Objects = nil, nil, nil, nil
	if len(p.all) > 0 {
		p.joining = newJoining(p.all[p.now])
		p.fill()
	}
	p.problem.Say("")
	p.hint.Say(p.hintText())
	p.why.Set(p.whyText(), widget.Look{Color: theme.Quiet})
	for _, b := range p.both {
		if p.joining == nil {
			b.Disable()
		} else {
			b.Enable()
		}
	}
	p.count()
	p.scroll.ScrollToTop()
	p.arrange()
}

// arrange lays out the page twice: the height of texts is known only once they have their
// width.
func (p *Page) arrange() {
	widget.LayOut(p.object)
	widget.LayOut(p.table)
	p.object.Refresh()
	widget.LayOut(p.object)
	widget.LayOut(p.table)
	p.scroll.Refresh()
}

// take handles a click on a tick box.
func (p *Page) take(r *row, which sides, taken bool) {
	if !p.busy {
		p.joining.take(r.field, which, taken)
	}
	p.problem.Say("")
	r.show(p)
	p.arrange()
}

// count shows the number of the pair among all pairs.
func (p *Page) count() {
	title, place := wording.L("Possible duplicates"), ""
	if p.joining != nil {
		title += " · " + wording.Title(p.joining.a.Get("name"))
		place = wording.L("{{.N}} of {{.M}}", wording.Data{"N": p.now + 1, "M": len(p.all)})
	}
	p.title.SetText(title)
	p.place.SetText(place)
}

// Problem returns the error that the page shows, or "".
func (p *Page) Problem() string { return p.problem.Text() }

// fill creates the rows: first the fields that differ, then those that are equal.
func (p *Page) fill() {
	p.names.Objects = []fyne.CanvasObject{
		widget.NewLine("", widget.Look{}), p.versionHead(0, "A", p.joining.twin.A), p.versionHead(1, "B", p.joining.twin.B),
		widget.NewLine(wording.L("Together"), widget.Look{Style: fyne.TextStyle{Bold: true}}),
	}
	differing, same := p.joining.differing()
	for _, f := range differing {
		r := p.newRow(f)
		p.rows = append(p.rows, r)
		p.table.Objects = append(p.table.Objects, r.object)
	}
	if len(same) > 0 {
		p.table.Objects = append(p.table.Objects, widget.NewLine(wording.L("The same in both"), widget.Look{
			Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true},
		}))
	}
	for _, f := range same {
		p.table.Objects = append(p.table.Objects, p.sameRow(f))
	}
	if p.joining.loses() {
		p.table.Objects = append(p.table.Objects, widget.NewNotice(p.lossText(), widget.Look{Color: theme.Quiet}))
	}
}

// versionHead shows a contact's letter and shape, and who changed it when.
func (p *Page) versionHead(n int, letter string, it *item.Item) fyne.CanvasObject {
	name := widget.NewWholeLine(letter, widget.Look{Color: theme.Version(n), Style: fyne.TextStyle{Bold: true}})
	top := it.Winner.Top()
	about := widget.NewLine(p.speaker.Person(top.By)+" · "+p.speaker.Local(top.When.Time()), widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	return widget.Border(nil, nil, container.NewHBox(shapeOf(n), name), nil, widget.Middle(about))
}

func (p *Page) hintText() string {
	if p.joining != nil {
		return ""
	}
	return wording.L("There are no possible duplicates in “{{.List}}”.", wording.Data{"List": p.set})
}

func (p *Page) whyText() string {
	if p.joining == nil {
		return ""
	}
	var all []string
	for _, r := range p.joining.twin.Why {
		all = append(all, reasonText(r))
	}
	return wording.L("In common: {{.What}}. One of them moves to the trash.", wording.Data{"What": strings.Join(all, ", ")})
}

func reasonText(r record.Reason) string {
	switch r {
	case record.SameMail:
		return wording.L("the e-mail address")
	case record.SamePhone:
		return wording.L("the phone number")
	}
	return wording.L("the name")
}

func (p *Page) lossText() string {
	_, goes := p.joining.keeps()
	letter := "A"
	if goes == p.joining.twin.B {
		letter = "B"
	}
	return wording.L("{{.Letter}} has data that no field shows. It is not merged, and stays in the trash.", wording.Data{"Letter": letter})
}
