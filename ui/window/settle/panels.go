package settle

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"crossfeed/engine/reconcile"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/diff"
)

// panels are the comparisons of the winner with every conflict, side by side;
// more than fit are reached by scrolling sideways.
type panels struct {
	page    *Page
	object  *container.Scroll
	strip   *fyne.Container
	all     []*panel
	focused int
}

// panel compares the winner with one conflict.
type panel struct {
	object fyne.CanvasObject
	cards  [2]*card
	list   *diff.List
}

// listHeight is the least height of a comparison, in sizes of text.
const listHeight = 9

// ringWidth is the room for the ring at the right end, which a scroll cuts off.
const ringWidth = 3

func newPanels(p *Page) *panels {
	strip := container.New(stripLayout{})
	ringed := container.New(layout.NewCustomPaddedLayout(0, 0, 0, ringWidth), strip)
	return &panels{page: p, strip: strip, object: container.NewHScroll(ringed)}
}

func (ps *panels) first() fyne.Focusable {
	if len(ps.all) == 0 {
		return nil
	}
	return ps.all[0].list
}

// show compares the versions of a session. Where the versions are as many as
// before the lists stay, with their marks and the focus.
func (ps *panels) show(s Shown) {
	versions := s.Session.Candidates()
	for len(ps.all) < len(s.Compared) {
		ps.all = append(ps.all, ps.newPanel(len(ps.all)))
	}
	ps.all = ps.all[:len(s.Compared)]
	ps.strip.Objects = nil
	for i, p := range ps.all {
		p.show(ps.page, versions[0], versions[i+1], fieldsOf(s.Session, s.Compared[i], versions[i+1]))
		ps.strip.Add(p.object)
	}
	ps.strip.Refresh()
	ps.object.Refresh()
}

func (ps *panels) newPanel(index int) *panel {
	p := &panel{list: diff.NewList(ps.page.keys)}
	p.list.OnFocus = func() { ps.focusedOn(index) }
	p.list.OnBeside = func(step int) { ps.focus(index + step) }
	p.list.OnField = func(name string) { ps.page.field = name }
	p.object = container.NewStack()
	return p
}

// focus moves the focus to a panel, if there is one.
func (ps *panels) focus(index int) {
	if index < 0 || index >= len(ps.all) {
		return
	}
	widget.Focus(ps.all[index].list, ps.object)
}

// focusedOn follows the focus: keys are meant for that panel, and it comes into
// sight.
func (ps *panels) focusedOn(index int) {
	ps.focused = index
	ps.page.field = ps.all[index].list.Field()
	left := ps.all[index].object.Position().X
	right := left + ps.all[index].object.Size().Width
	switch x, width := ps.object.Offset.X, ps.object.Size().Width; {
	case left < x:
		ps.object.ScrollToOffset(fyne.NewPos(left, 0))
	case right > x+width:
		ps.object.ScrollToOffset(fyne.NewPos(right-width, 0))
	}
}

func (p *panel) show(page *Page, winner, other session.Candidate, fields []diff.Field) {
	p.cards = [2]*card{newCard(page, winner), newCard(page, other)}
	heads := container.NewGridWithColumns(2, p.cards[0].object, p.cards[1].object)
	p.object.(*fyne.Container).Objects = []fyne.CanvasObject{widget.Border(heads, nil, nil, nil, widget.Least(0, listHeight, p.list))}
	p.object.Refresh()
	p.list.SetFields(fields)
}

// markTop folds every list, and puts its mark on the whole version.
func (ps *panels) markTop() {
	ps.focused = 0
	for _, p := range ps.all {
		p.list.Fold()
		p.list.Mark(0)
	}
	ps.object.ScrollToOffset(fyne.Position{})
}

func (ps *panels) showDraft(s *session.Session) {
	for _, p := range ps.all {
		p.cards[0].show(s)
		p.cards[1].show(s)
	}
}

// fieldsOf are the parts of a comparison: first the version as a whole, which
// has no lines of its own, then the fields that are not the same in all.
func fieldsOf(s *session.Session, compared map[string][]reconcile.Row, other session.Candidate) []diff.Field {
	fields := []diff.Field{{Heading: lang.L("Whole version: 1 keeps A, {{.Key}} takes {{.Letter}}", say.Data{
		"Key": other.Number + 1, "Letter": other.Letter,
	})}}
	alike := 0
	for _, c := range s.Cells() {
		if c.Alike {
			alike++
			continue
		}
		fields = append(fields, diff.Field{Name: c.Field, Heading: say.Field(c.Field), Rows: compared[c.Field]})
	}
	if s.OtherData() {
		fields = append(fields, diff.Field{Heading: lang.L("Other data differ: they stay with the version that is taken whole")})
	}
	if alike > 0 {
		fields = append(fields, diff.Field{Heading: lang.N("{{.N}} fields are the same in all", alike, say.Data{"N": alike})})
	}
	return fields
}
