package conflict

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
)

// lowPage is the height below which the page saves what lines it can for the
// versions, in sizes of text.
const lowPage = 46

// tinyPage is the height below which every control of the result opens only when
// it is asked for, so that what saves stays in sight.
const tinyPage = 26

// sized lays out the page, and saves lines where it is low.
type sized struct{ *Page }

// MinSize is that of the page, with the room round it.
func (sized) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2*fynetheme.Padding(), 2*fynetheme.Padding())
}

// Layout lays the page out.
func (l sized) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	low, tiny := size.Height < lowPage*fynetheme.TextSize(), size.Height < tinyPage*fynetheme.TextSize()
	if low != l.low || tiny != l.tiny {
		l.low, l.tiny = low, tiny
		l.editor.show(l.cell(l.editor.field))
	}
	pad := fynetheme.Padding()
	objects[0].Move(fyne.NewSquareOffsetPos(pad))
	objects[0].Resize(size.SubtractWidthHeight(2*pad, 2*pad))
}

// tall tells whether the control of a field has several lines.
func tall(c conflicts.Cell) bool { return c.Lines || c.Form.Rows() }
