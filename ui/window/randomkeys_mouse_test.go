package window

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// tooEarly presses keys and clicks before a person can have seen the new content of the page.
// They have no effect.
func (p *keyPresser) tooEarly(id string) {
	if p.win.resolving() && p.shownItem() == id {
		for range p.mouse.IntN(4) {
			p.clock.now = p.clock.now.Add(time.Duration(p.mouse.IntN(230)) * time.Millisecond)
			p.tooEarlyOnce()
			p.rest()
			p.toGrid()
			p.moved()
			p.early++
		}
	}
	p.clock.now = p.clock.now.Add(time.Second)
}

func (p *keyPresser) tooEarlyOnce() {
	p.toGrid()
	p.log = append(p.log, "too early:")
	switch p.mouse.IntN(7) {
	case 0:
		p.log = append(p.log, "Ctrl+Enter")
		p.strikes(fyne.KeyReturn, fyne.KeyModifierControl)
	case 1:
		key := []fyne.KeyName{fyne.KeyReturn, fyne.KeyBackspace}[p.mouse.IntN(2)]
		p.log = append(p.log, string(key))
		p.strikes(key)
	case 2:
		p.clickSave()
	case 3:
		p.clickCell()
	case 4:
		p.clickTick()
	case 5:
		p.clickButton()
	default:
		text := string("0123m+ "[p.mouse.IntN(7)])
		p.log = append(p.log, strconv.Quote(text))
		p.hurries(text)
	}
}

// points clicks a cell or a tick box.
func (p *keyPresser) points() string {
	p.hasty = 0
	p.rest()
	p.clock.now = p.clock.now.Add(time.Second)
	before := p.model().text()
	if p.mouse.IntN(3) == 0 {
		taken := p.taken()
		p.clickTick()
		p.rest()
		now := p.taken()
		for i, v := range p.model().item.heads() {
			if i < len(now) && now[i] != taken[i] {
				p.model().include(v)
			}
		}
	} else if field, hunk, marked, v, there := p.clickCell(); there {
		p.rest()
		if v != nil {
			p.choose(field, hunk, marked, v)
		}
	}
	p.moved()
	p.toGrid()
	p.noteMark()
	if p.model().text() != before {
		p.pointed++
	}
	return p.differs()
}

// taken returns which versions are included.
func (p *keyPresser) taken() (all []bool) {
	for _, c := range p.win.pages.resolve.Shown().Session.Candidates() {
		all = append(all, c.Taken)
	}
	return all
}

// clickSave clicks the main button, whatever its text.
func (p *keyPresser) clickSave() {
	for _, o := range uitest.Drawn(p.win.pages.resolve.Object()) {
		if b, is := o.(*widget.Button); is && strings.HasSuffix(b.Text, "  Ctrl+Enter") && !b.Disabled() {
			p.log = append(p.log, "(click on "+b.Text+")")
			b.Tapped(nil)
			return
		}
	}
}

// clickTick clicks one of the tick boxes.
func (p *keyPresser) clickTick() {
	var all []*widget.Check
	for _, o := range uitest.Drawn(p.win.pages.resolve.Grid().Object()) {
		if c, is := o.(*widget.Check); is && !c.Disabled() {
			all = append(all, c)
		}
	}
	if len(all) > 0 {
		n := p.mouse.IntN(len(all))
		p.log = append(p.log, fmt.Sprintf("(click on tick %d)", n))
		all[n].SetChecked(!all[n].Checked)
	}
}

// clickButton clicks a button in the heads.
func (p *keyPresser) clickButton() {
	for _, o := range uitest.Drawn(p.win.pages.resolve.Object()) {
		b, is := o.(*widget.Button)
		if is && !b.Disabled() && (strings.HasPrefix(b.Text, "Use ") || b.Text == "Delete it" || b.Text == "Keep it" || b.Text == "Start over") && p.mouse.IntN(2) == 0 {
			p.log = append(p.log, "(click on "+b.Text+")")
			b.Tapped(nil)
			return
		}
	}
}

// clickCell clicks a text in the grid that is not an offer, and returns what the page took as
// selected. v is the version of the column, or nil in the column of the result.
func (p *keyPresser) clickCell() (field string, hunk int, marked bool, v *keyVersion, there bool) {
	g := p.win.pages.resolve.Grid()
	taken, chosen := g.OnTaken, g.OnChosen
	defer func() { g.OnTaken, g.OnChosen = taken, chosen }()
	g.OnChosen = func(int) {}
	g.OnTaken = func(add bool) {
		field, hunk, marked = p.win.pages.resolve.Marked()
		v, there = p.column(), true
		taken(add)
	}
	if all := p.textsInSight(); len(all) > 0 {
		at := all[p.mouse.IntN(len(all))]
		test.TapCanvas(p.fyne.Canvas(), at)
		p.log = append(p.log, fmt.Sprintf("(click at %v, on %s %d)", at, field, hunk))
	}
	return field, hunk, marked, v, there
}

// textsInSight returns the positions of visible texts in the grid, except for offers.
func (p *keyPresser) textsInSight() (all []fyne.Position) {
	g := p.win.pages.resolve.Grid()
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
	end := top.Add(g.Size())
	framed := false
	uitest.WalkAt(g, top.Subtract(g.Position()), func(o fyne.CanvasObject, at fyne.Position) {
		if t, is := o.(*canvas.Text); is && !framed {
			at = at.AddXY(t.Size().Width/2, t.Size().Height/2)
			if at.X > top.X && at.X < end.X && at.Y > top.Y && at.Y < end.Y {
				all = append(all, at)
			}
		}
		b, is := o.(*canvas.Rectangle)
		framed = is && b.StrokeWidth == 1 && b.CornerRadius == 4
	})
	return all
}
