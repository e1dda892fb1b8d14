package settle

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// result is the draft: a field to type in for everything that is not the same
// in all versions.
type result struct {
	page   *Page
	object *fyne.Container
	scroll *container.Scroll
	title  *widget.Line
	rows   []*resultRow
}

// newResult holds the entries before the buttons: Tab goes from one entry to
// the next, wherever they stand.
func newResult(p *Page) *result {
	r := &result{page: p}
	r.title = widget.NewLine(lang.L("RESULT"), widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}})
	r.object = container.New(&resultLayout{title: r.title, result: r}, r.title)
	beside := layout.NewCustomPaddedLayout(0, 0, 0, fynetheme.ScrollBarSize())
	r.scroll = container.NewVScroll(container.New(beside, r.object)) // its bar lies over what it scrolls
	return r
}

// build makes a row for every field, where they are other ones than before.
func (r *result) build(cells []session.Cell) {
	if slices.EqualFunc(r.rows, cells, func(row *resultRow, c session.Cell) bool { return row.field.Field == c.Field }) {
		return
	}
	r.rows, r.object.Objects = nil, []fyne.CanvasObject{r.title}
	for _, c := range cells {
		row := newResultRow(r.page, c, r.reveal)
		r.rows = append(r.rows, row)
		r.object.Add(row.from)
		r.object.Add(row.object)
	}
	for _, row := range r.rows {
		r.object.Add(row.picks)
	}
}

// show draws the draft. A field that a person is typing in stays as it is:
// what it holds is what the session holds.
func (r *result) show(s *session.Session) {
	versions, deletes := s.Candidates(), s.Outcome().Deletes
	cells := s.Cells()
	r.build(cells)
	before := r.object.MinSize()
	for i, c := range cells {
		r.rows[i].show(r.page, c, versions, deletes)
	}
	if r.object.MinSize() != before {
		r.resize()
	}
}

// focus moves the focus into the result of a field, or of the first that is not
// the same in all where the field is "".
func (r *result) focus(field string) {
	for _, row := range r.rows {
		if row.object.Visible() && (field == "" || row.field.Field == field) {
			widget.Focus(row.control.Focus(), r.object)
			return
		}
	}
}

// resize lays the rows out anew: one needs another height than before.
func (r *result) resize() {
	r.object.Refresh()
	r.scroll.Refresh()
}

// reveal scrolls as far as needed for a row to be in sight.
func (r *result) reveal(row *resultRow) {
	top := row.from.Position().Y
	bottom := row.object.Position().Y + row.object.Size().Height
	switch y, height := r.scroll.Offset.Y, r.scroll.Size().Height; {
	case top < y || bottom-top > height:
		r.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case bottom > y+height:
		r.scroll.ScrollToOffset(fyne.NewPos(0, bottom-height))
	}
}
