// Package duplicates implements the page that merges duplicate contacts, one pair after the
// other.
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

// Events are the person's actions on the page.
type Events struct {
	// Merge merges two contacts: the remaining one gets the values.
	Merge func(set string, stays, goes *item.Item, v record.Values)
	// All shows what merging all pairs would do.
	All func(set string, pairs []lists.Duplicate)
	// Apart marks the contacts as different.
	Apart func(set string, t lists.Duplicate)
	// Leave closes the page.
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
	scroll  *widget.Scroll
	hint    *widget.Hint
	problem *widget.Remark
	buttons *fyne.Container
	both    []*widget.Button
	// every opens the page for all pairs.
	every *widget.Button

	set   string
	all   []lists.Duplicate
	now   int
	merge *contactMerge
	rows  []*row
	// busy is set while the pair is being merged.
	busy bool
}

// whyRows is the maximum number of lines for the reason of a pair.
const whyRows = 2

// New returns a page without a pair.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events}
	p.keys = keys.Behind(widget.Keys{Focused: p.reveal, Shortcut: p.shortcut})
	p.title = widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.place = widget.NewWholeLine("", widget.TextStyle{})
	p.why = widget.NewWords(whyRows)
	p.names = container.New(columns{})
	pad := fynetheme.Padding()
	p.table = container.New(&stack{gap: pad, grown: func() { p.scroll.Refresh() }})
	room := layout.NewCustomPaddedLayout(pad, pad, pad, fynetheme.ScrollBarSize())
	p.scroll = widget.NewScroll(container.ScrollVerticalOnly, container.New(room, p.table))
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
		widget.NewMainButton(p.keys, wording.L("merge-ctrl-enter", "Merge  Ctrl+Enter"), p.Save),
		widget.NewButton(p.keys, wording.L("not-the-same-0", "Not the same  0"), p.apart),
		widget.NewIconButton(p.keys, fynetheme.NavigateBackIcon(), "", func() { p.step(-1) }),
		widget.NewIconButton(p.keys, fynetheme.NavigateNextIcon(), "", func() { p.step(1) }),
	}
	p.every = widget.NewButton(p.keys, wording.L("merge-all-dialog", "Merge all…"), func() { p.events.All(p.set, p.all) })
	p.buttons = widget.Flow(p.both[0], p.both[1], p.every, widget.NewButton(p.keys, wording.L("back-esc", "Back  Esc"), p.Leave))
}

func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus returns the first tick box.
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

// Save merges the pair.
func (p *Page) Save() {
	if p.busy || p.merge == nil {
		return
	}
	v := p.merge.values()
	if wrong := record.Check(record.Contact, v); len(wrong) > 0 {
		p.problem.SetText(wording.Field(wrong[0].Field) + ": " + wording.Problem(wrong[0].Problem))
		return
	}
	stays, goes := p.merge.mergeOrder()
	p.events.Merge(p.set, stays, goes, v)
}

func (p *Page) Leave() { p.events.Leave() }

// Rune handles 0, which marks the contacts as different.
func (p *Page) Rune(r rune) bool {
	if r == '0' {
		p.apart()
	}
	return r == '0'
}

// shortcut handles Ctrl+Left and Ctrl+Right, which go to another pair.
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
	if !p.busy && p.merge != nil {
		p.events.Apart(p.set, p.merge.pair)
	}
}

// columns lays out the parts of a row: the name of the field, and three columns of equal
// width.
type columns struct{}

// nameWidth is the width of the names of fields if there is enough space, as a multiple of the
// text size.
const nameWidth = 8.5

// MinSize returns the height of the tallest part at its present width.
func (columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout divides the width.
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

// stack lays out objects below each other. Their texts wrap, so each object gets its width
// first, and then the height that it needs at that width.
type stack struct {
	gap float32
	// width is the width of the last layout. grown is called when another width changes the
	// height; it may be nil.
	width float32
	grown func()
}

// MinSize returns the height of all objects at the width of the last layout.
func (s *stack) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var height float32
	for _, o := range objects {
		height += o.MinSize().Height + s.gap
	}
	return fyne.NewSize(0, max(height-s.gap, 0))
}

// Layout gives every object the full width, and the height that it needs.
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

// headRoom is the difference between the heights of a tick box and its text, half of which is
// above the text.
func headRoom() float32 { return fynetheme.InnerPadding() }

// noTick returns a spacer as wide as a tick box, which aligns values that have none.
func noTick() fyne.CanvasObject {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(widget.NewCheck(&widget.Keys{}, "", nil).MinSize())
	return room
}

// shapeOf returns the shape that distinguishes a contact without colour.
func shapeOf(n int) fyne.CanvasObject {
	image := canvas.NewImageFromResource(theme.Shape(n))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize()))
	return container.NewCenter(image)
}

// reveal scrolls the focused tick box into view.
func (p *Page) reveal(f fyne.Focusable) {
	o, is := f.(fyne.CanvasObject)
	if !is {
		return
	}
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(p.table).Y
	bottom := top + o.Size().Height
	if top < 0 || bottom > p.table.Size().Height {
		return // a button outside the scrolled part
	}
	switch shown := p.scroll.Offset.Y; {
	case top < shown:
		p.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > shown+p.scroll.Size().Height:
		p.scroll.ScrollToOffset(fyne.NewPos(0, bottom-p.scroll.Size().Height))
	}
}
