package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Form lays out pairs one below the other: a label and its field. With large text, the label
// is above the field, so that a narrow window has enough room for typing. Pairs with a hidden
// field take no space.
type Form struct{}

// largeText is the text size above which labels are above their fields.
const largeText = 17.5

// labelsAbove reports whether the text is so large that labels are above their fields.
func labelsAbove() bool { return fynetheme.TextSize() > largeText }

// MinSize is the total size of the pairs.
func (f Form) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var width, height float32
	left := f.left(objects)
	f.each(objects, func(label, field fyne.CanvasObject) {
		width = max(width, left+field.MinSize().Width)
		height += f.height(label, field) + fynetheme.Padding()
	})
	return fyne.NewSize(width, max(height-fynetheme.Padding(), 0))
}

// Layout makes labels as wide as the widest one, and gives fields the rest.
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

// each calls show for every visible pair.
func (Form) each(objects []fyne.CanvasObject, show func(label, field fyne.CanvasObject)) {
	for i := 0; i+1 < len(objects); i += 2 {
		if label, field := objects[i], objects[i+1]; field.Visible() && label.Visible() {
			show(label, field)
		}
	}
}

// left returns where fields begin.
func (f Form) left(objects []fyne.CanvasObject) float32 {
	if labelsAbove() {
		return 0
	}
	var widest float32
	f.each(objects, func(label, _ fyne.CanvasObject) { widest = max(widest, label.MinSize().Width) })
	return widest + 3*fynetheme.Padding()
}

// height returns the height of a pair.
func (Form) height(label, field fyne.CanvasObject) float32 {
	if labelsAbove() {
		return label.MinSize().Height + field.MinSize().Height
	}
	return max(lineHeight(), field.MinSize().Height)
}

// lineHeight returns the height of a single-line entry.
func lineHeight() float32 {
	return fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height + 2*fynetheme.InnerPadding()
}
