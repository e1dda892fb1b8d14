// Package duplicates is the page on which contacts that may be there twice are
// joined, one pair after the other.
package duplicates

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Events are what a person does on the page.
type Events struct {
	// Merge is called when two contacts shall be one: the one that stays gets
	// the values.
	Merge func(set string, stays, goes *item.Item, v record.Values)
	// Apart is called when they are two people.
	Apart func(set string, t lists.Twin)
	// Leave is called when the page shall close.
	Leave func()
}

// Page shows a pair of contacts.
type Page struct {
	keys    *widget.Keys
	speaker wording.Speaker
	events  Events

	object  *fyne.Container
	title   *widget.Line
	place   *widget.Line
	why     *widget.Words
	names   *fyne.Container
	table   *fyne.Container
	scroll  *container.Scroll
	hint    *widget.Hint
	problem *widget.Remark
	buttons *fyne.Container
	both    []*widget.Button

	set     string
	all     []lists.Twin
	now     int
	joining *joining
	rows    []*row
	// busy tells that the pair is being joined.
	busy bool
}

// whyRows are as many rows as the reason for a pair may have.
const whyRows = 2

// New is a page that shows no pair.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events}
	p.keys = keys.Behind(widget.Keys{Focused: p.reveal, Shortcut: p.shortcut})
	p.title = widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.place = widget.NewWholeLine("", widget.Look{})
	p.why = widget.NewWords(whyRows)
	p.names = container.New(columns{})
	pad := fynetheme.Padding()
	p.table = container.New(&stack{gap: pad, grown: func() { p.scroll.Refresh() }})
	room := layout.NewCustomPaddedLayout(pad, pad, pad, fynetheme.ScrollBarSize())
	p.scroll = container.NewVScroll(container.New(room, p.table))
	p.hint = widget.NewHint()
	p.problem = widget.NewRemark()
	p.makeButtons()
	top := container.NewVBox(
		widget.Border(nil, nil, nil, container.NewHBox(container.NewCenter(p.place), p.both[2], p.both[3]), widget.Middle(p.title)), p.why,
		container.New(layout.NewCustomPaddedLayout(pad, 0, pad, fynetheme.ScrollBarSize()), p.names))
	bottom := container.NewVBox(p.problem.Object(), p.buttons)
	p.object = container.NewPadded(widget.Border(top, bottom, nil, nil, container.NewStack(p.scroll, p.hint.Object())))
	return p
}

func (p *Page) makeButtons() {
	p.both = []*widget.Button{
		widget.NewMainButton(p.keys, wording.L("Merge  Ctrl+Enter"), p.Save),
		widget.NewButton(p.keys, wording.L("Not the same  0"), p.apart),
		widget.NewIconButton(p.keys, fynetheme.NavigateBackIcon(), "", func() { p.step(-1) }),
		widget.NewIconButton(p.keys, fynetheme.NavigateNextIcon(), "", func() { p.step(1) }),
	}
	p.buttons = widget.Flow(p.both[0], p.both[1], widget.NewButton(p.keys, wording.L("Back  Esc"), p.Leave))
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the first tick.
func (p *Page) Focus() fyne.Focusable {
	for _, r := range p.rows {
		for _, t := range r.ticks {
			if t != nil {
				return t
			}
		}
	}
	return p.both[0]
}

// Save joins the pair.
func (p *Page) Save() {
	if p.busy || p.joining == nil {
		return
	}
	v := p.joining.values()
	if wrong := record.Check(record.Contact, v); len(wrong) > 0 {
		p.problem.Say(wording.Field(wrong[0].Field) + ": " + wording.Problem(wrong[0].Problem))
		return
	}
	stays, goes := p.joining.keeps()
	p.events.Merge(p.set, stays, goes, v)
}

// Leave closes the page.
func (p *Page) Leave() { p.events.Leave() }

// Rune takes 0 for two different people.
func (p *Page) Rune(r rune) bool {
	if r == '0' {
		p.apart()
	}
	return r == '0'
}

// shortcut goes to another pair by Ctrl+Left and Ctrl+Right.
func (p *Page) shortcut(s fyne.Shortcut) bool {
	custom, is := s.(*desktop.CustomShortcut)
	if !is || custom.Modifier != fyne.KeyModifierControl {
		return false
	}
	switch custom.KeyName {
	case fyne.KeyLeft:
		p.step(-1)
	case fyne.KeyRight:
		p.step(1)
	default:
		return false
	}
	return true
}

func (p *Page) apart() {
	if !p.busy && p.joining != nil {
		p.events.Apart(p.set, p.joining.twin)
	}
}

// columns lays the parts of a row out: the name of the field, and three columns
// of one width.
type columns struct{}

// nameWidth is the width of the names of fields, in sizes of text, where there
// is room enough.
const nameWidth = 8.5

// MinSize is the height of the highest part at the width that it has.
func (columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout shares the width.
func (columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	gap := fynetheme.Padding() * 3
	name := min(nameWidth*fynetheme.TextSize(), size.Width/5)
	width := (size.Width - name - 3*gap) / 3
	x := float32(0)
	for i, o := range objects {
		w := width
		if i == 0 {
			w = name
		}
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, size.Height))
		x += w + gap
	}
}

// stack lays objects out one below the other. Texts in them wrap: each is given
// its width first, and then the height that it needs there.
type stack struct {
	gap float32
	// width is the one that there was last; grown is called when another one
	// brings another height, and may be nil.
	width float32
	grown func()
}

// MinSize is the height of all, at the width that there was last.
func (s *stack) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var height float32
	for _, o := range objects {
		height += o.MinSize().Height + s.gap
	}
	return fyne.NewSize(0, max(height-s.gap, 0))
}

// Layout gives every object the width, and the height that it needs.
func (s *stack) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		y += o.Size().Height + s.gap
	}
	if s.width != size.Width {
		s.width = size.Width
		if s.grown != nil && y-s.gap != size.Height {
			s.grown()
		}
	}
}

// headRoom is as much as a tick is higher than its text, half above it.
func headRoom() float32 { return fynetheme.InnerPadding() }

// noTick is as wide as a tick, so that what has none stands below what has one.
func noTick() fyne.CanvasObject {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(widget.NewCheck(&widget.Keys{}, "", nil).MinSize())
	return room
}

// shapeOf tells a contact apart where colours do not.
func shapeOf(n int) fyne.CanvasObject {
	image := canvas.NewImageFromResource(theme.Shape(n))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize()))
	return container.NewCenter(image)
}

// reveal scrolls to a tick that got the focus.
func (p *Page) reveal(f fyne.Focusable) {
	o, is := f.(fyne.CanvasObject)
	if !is {
		return
	}
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(p.table).Y
	bottom := top + o.Size().Height
	if top < 0 || bottom > p.table.Size().Height {
		return // a button, outside of what scrolls
	}
	switch shown := p.scroll.Offset.Y; {
	case top < shown:
		p.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > shown+p.scroll.Size().Height:
		p.scroll.ScrollToOffset(fyne.NewPos(0, bottom-p.scroll.Size().Height))
	}
}
