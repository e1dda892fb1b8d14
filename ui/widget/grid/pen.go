package grid

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/display"
)

func (p *painter) write(text string, style fyne.TextStyle, name fyne.ThemeColorName, x float32) {
	p.text(text, style, name, x, TextSize())
}

func (p *painter) text(text string, style fyne.TextStyle, name fyne.ThemeColorName, x, size float32) {
	if text == "" {
		return
	}
	t := canvas.NewText(display.Line(text), fynetheme.Color(name))
	t.TextStyle, t.TextSize = style, size
	t.Move(fyne.NewPos(x, (p.height-t.MinSize().Height)/2))
	t.Resize(t.MinSize())
	p.objects = append(p.objects, t)
}

func (p *painter) box(x, y, width, height float32, name fyne.ThemeColorName) {
	p.fill(x, y, width, height, fynetheme.Color(name))
}

func (p *painter) fill(x, y, width, height float32, c color.Color) {
	b := canvas.NewRectangle(c)
	b.Move(fyne.NewPos(x, y))
	b.Resize(fyne.NewSize(width, height))
	p.objects = append(p.objects, b)
}
