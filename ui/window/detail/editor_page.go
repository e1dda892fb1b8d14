package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
	"crossfeed/ui/wording"
)

// page lays out a head, labelled rows below each other, and a button that lists the empty
// fields. It scrolls the focused widget into view.
type page struct {
	object  *fyne.Container
	scroll  *widget.Scroll
	content *fyne.Container
	form    *fyne.Container
	more    *widget.MenuButton
	rows    []*row
	enabled bool
	held    bool
	// read is set if the page has nothing to fill in.
	read bool
	// last is the widget of the page that got the focus last.
	last fyne.Focusable
}

// newPage returns an empty page, and a desk that notifies the page about the controls created
// with it.
func newPage(d field.Desk) (*page, field.Desk) {
	p := &page{form: container.New(widget.Form{})}
	p.content = container.NewVBox()
	// The scroll bar covers the edge of the content.
	pad := fynetheme.Padding()
	room := layout.NewCustomPaddedLayout(pad, pad, pad, fynetheme.ScrollBarSize())
	p.scroll = widget.NewScroll(container.ScrollVerticalOnly, container.New(room, p.content))
	p.object = container.New(&pageLayout{page: p}, p.scroll)
	d.Keys = d.Keys.Behind(widget.Keys{Focused: p.reveal})
	d.Resized, d.Narrow = p.resize, p.narrow
	p.more = widget.NewMenuButton(d.Keys, wording.L("more-fields", "More fields"), p.closed)
	return p, d
}

// fill adds the head and the rows to the page.
func (p *page) fill(head []fyne.CanvasObject, rows []*row) {
	p.rows = rows
	for _, r := range rows {
		p.form.Add(r.label)
		p.form.Add(r.object)
	}
	p.content.Objects = append(head, p.form, container.NewHBox(p.more))
}

// show shows the rows that have a value.
func (p *page) show(enabled, again bool) {
	p.enabled, p.held = enabled, false
	if !again {
		p.scroll.ScrollToTop()
	}
	p.draw()
}

func (p *page) draw() {
	for _, r := range p.rows {
		r.draw()
	}
	widget.Show(p.more, p.enabled && !p.read && len(p.closed()) > 0)
	p.resize()
}

// hold delays the layout until show, however many controls change their heights until then.
func (p *page) hold() { p.held = true }

// resize lays out the page again.
func (p *page) resize() {
	if p.held {
		return
	}
	before := p.content.MinSize().Height
	widget.LayOut(p.content)
	if p.content.MinSize().Height != before { // wrapped text has its height once it has its width
		widget.LayOut(p.content)
	}
	p.scroll.Base.Refresh()
}

// closed returns a menu of the hidden fields. Each entry shows its field and focuses it.
func (p *page) closed() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, r := range p.rows {
		if !r.open() && !r.folded {
			items = append(items, fyne.NewMenuItem(r.label.Text(), func() {
				r.opened = true
				p.draw()
				widget.Focus(r.control.Focus(), p.scroll)
			}))
		}
	}
	return items
}

// reveal scrolls to a widget that got the focus.
func (p *page) reveal(f fyne.Focusable) {
	p.last = f
	o, is := f.(fyne.CanvasObject)
	if !is {
		return
	}
	d := fyne.CurrentApp().Driver()
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(p.content).Y
	bottom := top + o.Size().Height
	switch shown := p.scroll.Offset.Y; {
	case top < shown:
		p.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > shown+p.scroll.Size().Height:
		p.scroll.ScrollToOffset(fyne.NewPos(0, bottom-p.scroll.Size().Height))
	}
}

// narrowWidth is the width below which values are on a line of their own, as a multiple of the
// text size.
const narrowWidth = 36

// narrow reports whether the page is narrow. It returns false before the page is shown.
func (p *page) narrow() bool {
	width := p.scroll.Size().Width
	return width > 0 && width < narrowWidth*fynetheme.TextSize()
}

// pageLayout gives the page all the space. If the width changes, it lays out the page once
// more, because the heights of wrapped text change, too.
type pageLayout struct {
	page  *page
	width float32
}

// MinSize returns the minimum size of the page.
func (*pageLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout resizes the page.
func (l *pageLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	if l.width != size.Width {
		l.width = size.Width
		l.page.resize()
	}
}
