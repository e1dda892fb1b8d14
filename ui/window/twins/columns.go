package twins

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

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
