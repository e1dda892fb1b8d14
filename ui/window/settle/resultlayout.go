package settle

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
)

// resultLayout puts the rows of the result one below the other: a line that says
// where the value comes from, below it the entry, and beside that its buttons.
// Room that is left is for the entries of several lines.
type resultLayout struct {
	title  *widget.Line
	result *result
}

// MinSize is the least width of the widest row, and the height of all.
func (l *resultLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := l.title.MinSize()
	for _, r := range l.result.rows {
		if !r.object.Visible() {
			continue
		}
		entry, picks := r.object.MinSize(), r.picks.MinSize()
		size.Width = max(size.Width, entry.Width+l.gap()+picks.Width)
		size.Height += r.from.MinSize().Height + entry.Height + 2*l.gap()
	}
	return size
}

// Layout puts the rows into the size.
func (l *resultLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	extra := l.extra(size.Height - l.MinSize(objects).Height)
	y := put(l.title, 0, 0, size.Width, l.title.MinSize().Height)
	for _, r := range l.result.rows {
		if !r.object.Visible() {
			continue
		}
		y = put(r.from, 0, y+l.gap(), size.Width, r.from.MinSize().Height) + l.gap()
		picks := r.picks.MinSize()
		height := r.object.MinSize().Height
		if r.field.Lines {
			height += extra
		}
		put(r.picks, size.Width-picks.Width, y, picks.Width, picks.Height)
		y = put(r.object, 0, y, size.Width-picks.Width-l.gap(), height)
	}
}

// extra is what each visible entry of several lines gets of the room that is
// left.
func (l *resultLayout) extra(room float32) float32 {
	n := 0
	for _, r := range l.result.rows {
		if r.object.Visible() && r.field.Lines {
			n++
		}
	}
	return max(room, 0) / float32(max(n, 1))
}

func (l *resultLayout) gap() float32 { return fynetheme.Padding() }

// put moves an object and returns where it ends below.
func put(o fyne.CanvasObject, x, y, width, height float32) float32 {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
	return y + height
}
