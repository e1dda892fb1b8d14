package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Form lays pairs out, one below the other: a label, and beside it what the
// label names. Where text is large the label stands above, so that a narrow
// window keeps room to type in. A pair whose second part is hidden takes no
// room.
type Form struct{}

// largeText is the size of text from which on labels stand above.
const largeText = 17.5

// labelsAbove tells whether text is so large that labels stand above what they
// name.
func labelsAbove() bool { return fynetheme.TextSize() > largeText }

// MinSize is the sum of the pairs.
func (f Form) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var width, height float32
	left := f.left(objects)
	f.each(objects, func(label, field fyne.CanvasObject) {
		width = max(width, left+field.MinSize().Width)
		height += f.height(label, field) + fynetheme.Padding()
	})
	return fyne.NewSize(width, max(height-fynetheme.Padding(), 0))
}

// Layout gives labels the width of the widest one, and fields the rest.
func (f Form) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, top := f.left(objects), float32(0)
	f.each(objects, func(label, field fyne.CanvasObject) {
		least, at := label.MinSize(), top
		if labelsAbove() {
			at += least.Height
			label.Move(fyne.NewPos(0, top))
		} else {
			label.Move(fyne.NewPos(0, top+(lineHeight()-least.Height)/2))
		}
		label.Resize(fyne.NewSize(least.Width, least.Height))
		field.Move(fyne.NewPos(left, at))
		field.Resize(fyne.NewSize(max(size.Width-left, 0), field.MinSize().Height))
		top += f.height(label, field) + fynetheme.Padding()
	})
}

// each calls for every pair that is shown.
func (Form) each(objects []fyne.CanvasObject, show func(label, field fyne.CanvasObject)) {
	for i := 0; i+1 < len(objects); i += 2 {
		if label, field := objects[i], objects[i+1]; field.Visible() && label.Visible() {
			show(label, field)
		}
	}
}

// left is where fields begin.
func (f Form) left(objects []fyne.CanvasObject) float32 {
	if labelsAbove() {
		return 0
	}
	var widest float32
	f.each(objects, func(label, _ fyne.CanvasObject) { widest = max(widest, label.MinSize().Width) })
	return widest + 3*fynetheme.Padding()
}

// height is that of a pair.
func (Form) height(label, field fyne.CanvasObject) float32 {
	if labelsAbove() {
		return label.MinSize().Height + field.MinSize().Height
	}
	return max(lineHeight(), field.MinSize().Height)
}

// lineHeight is that of an entry of one line.
func lineHeight() float32 {
	return fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height + 2*fynetheme.InnerPadding()
}
