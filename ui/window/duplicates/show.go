package duplicates

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
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
func (p *Page) Show(set string, all []lists.Duplicate) {
	now := min(p.now, len(all)-1)
	if set != p.set {
		now = 0
	} else if p.merge != nil {
		if at := p.merge.at(all); at >= 0 {
			now = at
		}
	}
	p.set, p.all, p.now = set, all, max(now, 0)
	if len(all) > 0 && p.merge != nil && p.merge.isOf(all[p.now]) {
		p.count()
		return
	}
	p.draw()
}

// Searching shows that a search for duplicates is running.
func (p *Page) Searching(set string) {
	p.set, p.all, p.merge = set, nil, nil
	p.draw()
	p.hint.SetText(wording.L("finding-duplicates", "Finding duplicates…"))
}

// Pair returns the pair that is shown, if any.
func (p *Page) Pair() (lists.Duplicate, bool) {
	if p.merge == nil {
		return lists.Duplicate{}, false
	}
	return p.merge.pair, true
}

// Set returns the list whose pairs are shown.
func (p *Page) Set() string { return p.set }

// Busy prevents changes to the pair while it is being merged.
func (p *Page) Busy(busy bool) { p.busy = busy }

func (p *Page) step(by int) {
	if n := len(p.all); n > 0 && !p.busy {
		p.now = (p.now + by + n) % n
		p.draw()
		widget.Focus(p.Focus(), p.object)
	}
}

// draw shows the pair without any choices by the person.
func (p *Page) draw() {
	p.merge, p.rows, p.table.Objects, p.names.Objects = nil, nil, nil, nil
	if len(p.all) > 0 {
		p.merge = newContactMerge(p.all[p.now])
		p.fill()
	}
	p.problem.SetText("")
	p.hint.SetText(p.hintText())
	p.why.Set(p.whyText(), widget.TextStyle{Color: theme.Quiet})
	for _, b := range p.both {
		widget.Enable(p.merge != nil, b)
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
		p.merge.take(r.field, which, taken)
	}
	p.problem.SetText("")
	r.show(p)
	p.arrange()
}

// count shows the number of the pair among all pairs.
func (p *Page) count() {
	title, place := wording.L("possible-duplicates", "Possible duplicates"), ""
	if p.merge != nil {
		title += " · " + wording.Title(p.merge.a.Get("name"))
		place = wording.L("n-of-m", "{{.N}} of {{.M}}", wording.Data{"N": p.now + 1, "M": len(p.all)})
	}
	p.title.SetText(title)
	p.place.SetText(place)
	widget.Enable(len(p.all) > 1, p.every)
}

// Problem returns the error that the page shows, or "".
func (p *Page) Problem() string { return p.problem.Text() }

// fill creates the rows: first the fields that differ, then those that are equal.
func (p *Page) fill() {
	p.names.Objects = []fyne.CanvasObject{
		widget.NewLine("", widget.TextStyle{}), p.versionHead(0, "A", p.merge.pair.A), p.versionHead(1, "B", p.merge.pair.B),
		widget.NewLine(wording.L("merged", "Merged"), widget.TextStyle{Style: fyne.TextStyle{Bold: true}}),
	}
	differing, same := p.merge.differing()
	for _, f := range differing {
		r := p.newRow(f)
		p.rows = append(p.rows, r)
		p.table.Objects = append(p.table.Objects, r.object)
	}
	if len(same) > 0 {
		p.table.Objects = append(p.table.Objects, widget.NewLine(wording.L("the-same-in-both", "The same in both"), widget.TextStyle{
			Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true},
		}))
	}
	for _, f := range same {
		p.table.Objects = append(p.table.Objects, p.sameRow(f))
	}
	if p.merge.loses() {
		p.table.Objects = append(p.table.Objects, widget.NewNotice(p.lossText(), widget.TextStyle{Color: theme.Quiet}))
	}
}

// versionHead shows a contact's letter and shape, and who changed it when.
func (p *Page) versionHead(n int, letter string, it *item.Item) fyne.CanvasObject {
	name := widget.NewWholeLine(letter, widget.TextStyle{Color: theme.Version(n), Style: fyne.TextStyle{Bold: true}})
	top := it.Winner.Top()
	about := widget.NewLine(p.speaker.Person(top.By)+" · "+p.speaker.Local(top.When.Time()), widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	return widget.Border(nil, nil, container.NewHBox(shapeOf(n), name), nil, widget.Middle(about))
}

func (p *Page) hintText() string {
	if p.merge != nil {
		return ""
	}
	return wording.L("there-are-no-possible-duplicates-in", "There are no possible duplicates in “{{.List}}”.", wording.Data{"List": p.set})
}

func (p *Page) whyText() string {
	if p.merge == nil {
		return ""
	}
	var all []string
	for _, r := range p.merge.pair.Why {
		all = append(all, reasonText(r))
	}
	return wording.L("in-common-what-one-of-them", "In common: {{.What}}. One of them moves to the trash.", wording.Data{"What": strings.Join(all, ", ")})
}

func reasonText(r record.Reason) string {
	switch r {
	case record.SameMail:
		return wording.L("the-email-address", "the email address")
	case record.SamePhone:
		return wording.L("the-phone-number", "the phone number")
	}
	return wording.L("the-name", "the name")
}

func (p *Page) lossText() string {
	_, goes := p.merge.mergeOrder()
	letter := "A"
	if goes == p.merge.pair.B {
		letter = "B"
	}
	return wording.L("letter-has-data-that-no-field", "{{.Letter}} has data that no field shows. It is not merged, and stays in the trash.", wording.Data{"Letter": letter})
}

// row is a field of the two contacts, with a tick box for each value, and the result.
type row struct {
	field  record.Field
	object *fyne.Container
	ticks  [2]*widget.Check
	result *lines
}

// newRow returns the row of a field that differs.
func (p *Page) newRow(f record.Field) *row {
	r := &row{field: f, result: newLines()}
	a := p.side(r, 0, sides{a: true}, p.merge.a.Get(f.Name))
	b := p.side(r, 1, sides{b: true}, p.merge.b.Get(f.Name))
	r.object = container.New(columns{}, nameOf(f), a, b, r.result.object)
	r.show(p)
	return r
}

// side returns the value of one contact. An empty value has no tick box.
func (p *Page) side(r *row, i int, which sides, value string) fyne.CanvasObject {
	l := newLines()
	if value == "" {
		l.set("—", widget.TextStyle{Color: theme.Quiet})
		return widget.Border(nil, nil, noTick(), nil, l.object)
	}
	l.set(p.words(r.field, value), widget.TextStyle{})
	r.ticks[i] = widget.NewCheck(p.keys, "", func(taken bool) { p.take(r, which, taken) })
	return widget.Border(nil, nil, container.NewVBox(r.ticks[i]), nil, l.object)
}

// show updates the tick boxes and the result.
func (r *row) show(p *Page) {
	s := p.merge.taken[r.field.Name]
	for i, taken := range []bool{s.a, s.b} {
		if r.ticks[i] != nil {
			r.ticks[i].Put(taken)
		}
	}
	value := p.merge.value(r.field.Name)
	if value == "" {
		r.result.set("—", widget.TextStyle{Color: theme.Quiet})
		return
	}
	r.result.set(p.words(r.field, value), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
}

// sameRow returns the row of a field that is equal in both contacts.
func (p *Page) sameRow(f record.Field) fyne.CanvasObject {
	quiet := widget.TextStyle{Color: theme.Quiet}
	cells := []fyne.CanvasObject{nameOf(f)}
	for n := range 3 {
		l := newLines()
		l.set(p.words(f, p.merge.a.Get(f.Name)), quiet)
		if n < 2 {
			cells = append(cells, widget.Border(nil, nil, noTick(), nil, l.object))
		} else {
			cells = append(cells, l.object)
		}
	}
	return container.New(columns{}, cells...)
}

// words returns a value as a person reads it.
func (p *Page) words(f record.Field, value string) string {
	if f.Form == record.Birthday {
		if day := p.speaker.Birthday(value); day != "" {
			return day
		}
	}
	return p.speaker.Value(f.Form, value)
}

func nameOf(f record.Field) fyne.CanvasObject {
	l := newLines()
	l.set(wording.Field(f.Name), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	return l.object
}

// lines shows a value. Each of its lines wraps separately.
type lines struct{ object *fyne.Container }

// The maximum numbers of lines of a value, and of rows into which a line wraps. A longer value
// ends in an ellipsis.
const (
	mostLines = 8
	mostRows  = 3
)

func newLines() *lines { return &lines{container.New(&stack{})} }

func (l *lines) set(text string, look widget.TextStyle) {
	all := strings.Split(text, "\n")
	if len(all) > mostLines {
		all = append(all[:mostLines-1], "…")
	}
	l.object.Objects = []fyne.CanvasObject{head()}
	for _, line := range all {
		if strings.TrimSpace(line) == "" {
			continue
		}
		w := widget.NewWords(mostRows)
		w.Set(line, look)
		l.object.Objects = append(l.object.Objects, w)
	}
	l.object.Objects = append(l.object.Objects, head())
}

// head returns a spacer that aligns text with that of a tick box.
func head() fyne.CanvasObject {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(0, headRoom()))
	return room
}
