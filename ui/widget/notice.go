package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// Notice is a sentence or two that wraps. It is aligned with the titles and fields around it,
// without Fyne's horizontal padding of texts.
type Notice struct {
	widget.BaseWidget
	text  string
	words *widget.TextSegment
	rich  *widget.RichText
}

// NewNotice returns a notice with that style.
func NewNotice(text string, look TextStyle) *Notice {
	n := &Notice{text: text, words: &widget.TextSegment{Text: display.Wrapped(text), Style: widget.RichTextStyle{
		ColorName: look.Color, SizeName: look.Size, TextStyle: look.Style,
	}}}
	n.rich = widget.NewRichText(n.words)
	n.rich.Wrapping, n.rich.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	n.ExtendBaseWidget(n)
	return n
}

// NewWarning returns a notice after an icon, which is next to its first line and conveys the
// warning without color.
func NewWarning(icon string, color fyne.ThemeColorName, words *Notice) *fyne.Container {
	return Signed(widget.NewIcon(theme.Icon(icon, color)), words)
}

// Signed returns a notice after an icon that the caller may change.
func Signed(sign *widget.Icon, words *Notice) *fyne.Container {
	return container.New(signed{}, sign, words)
}

// CreateRenderer draws the text.
func (n *Notice) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(unpadded{}, n.rich))
}

// SetText changes the text.
func (n *Notice) SetText(text string) {
	n.text, n.words.Text = text, display.Wrapped(text)
	n.rich.Refresh()
	n.Refresh()
}

// Text returns the text as it was set.
func (n *Notice) Text() string { return n.text }

// unpadded lays out a text without its horizontal padding.
type unpadded struct{}

// MinSize is the size of the text at its current width.
func (unpadded) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	return fyne.NewSize(max(size.Width-2*fynetheme.InnerPadding(), 0), size.Height)
}

// Layout moves the padding outside.
func (unpadded) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(-fynetheme.InnerPadding(), 0))
	objects[0].Resize(fyne.NewSize(size.Width+2*fynetheme.InnerPadding(), size.Height))
}

// signed lays out an icon and a notice.
type signed struct{}

func (signed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	sign, words := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(sign.Width+signGap()+words.Width, max(sign.Height, words.Height))
}

// Layout aligns the middle of the icon with the first line.
func (signed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	sign, words := objects[0], objects[1]
	side := sign.MinSize()
	sign.Resize(side)
	line := fynetheme.InnerPadding() + fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height/2
	sign.Move(fyne.NewPos(0, line-side.Height/2))
	left := side.Width + signGap()
	words.Move(fyne.NewPos(left, 0))
	words.Resize(fyne.NewSize(size.Width-left, size.Height))
}

// signGap returns the gap between an icon and its text.
func signGap() float32 { return fynetheme.InnerPadding() }

// Ground is a rectangle in a color of the theme, which it follows.
type Ground struct {
	widget.BaseWidget
	color fyne.ThemeColorName
	// rounded grounds have the corners of fields and buttons.
	rounded bool
}

// NewGround returns a rectangle in the color of that name.
func NewGround(color fyne.ThemeColorName) *Ground {
	g := &Ground{color: color}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer draws the plane.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	plane := canvas.NewRectangle(nil)
	r := &groundRenderer{widget.NewSimpleRenderer(plane), plane, g}
	r.take()
	return r
}

type groundRenderer struct {
	fyne.WidgetRenderer
	plane  *canvas.Rectangle
	ground *Ground
}

// Refresh applies the color of the current theme.
func (r *groundRenderer) Refresh() {
	r.take()
	r.plane.Refresh()
}

func (r *groundRenderer) take() {
	r.plane.FillColor = fynetheme.Color(r.ground.color)
	if r.ground.rounded {
		r.plane.CornerRadius = fynetheme.InputRadiusSize()
	}
}

// sign is a small icon that can be clicked. Its function is available to the keyboard through
// its row.
type sign struct {
	widget.BaseWidget
	icon   *icon
	tapped func()
}

func newSign(keys *Keys, tapped func()) *sign {
	s := &sign{icon: newIcon(), tapped: func() { keys.Handle(tapped) }}
	s.ExtendBaseWidget(s)
	return s
}

func (s *sign) set(r fyne.Resource) { s.icon.set(r, leadSide()) }

// CreateRenderer draws the picture.
func (s *sign) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewCenter(s.icon))
}

// Tapped triggers the function of the sign.
func (s *sign) Tapped(*fyne.PointEvent) { s.tapped() }

func (s *sign) Cursor() desktop.Cursor { return desktop.PointerCursor }

// Hint is a centered text for an empty area: why it is empty, or what to do about it.
type Hint struct {
	object *fyne.Container
	words  *Notice
}

// NewHint returns an empty hint.
func NewHint() *Hint {
	words := NewNotice("", TextStyle{Color: theme.Quiet})
	words.words.Style.Alignment = fyne.TextAlignCenter
	h := &Hint{Middle(words), words}
	h.object.Hide()
	return h
}

func (h *Hint) Object() fyne.CanvasObject { return h.object }

// SetText sets the text; "" hides the hint.
func (h *Hint) SetText(text string) {
	if text == h.words.Text() {
		return
	}
	h.words.SetText(text)
	h.object.Hidden = text == ""
	h.object.Refresh()
}

// Remark shows below a field what is wrong with it, with an icon that conveys it without
// color. It takes no space while there is nothing to say.
type Remark struct {
	object *fyne.Container
	words  *Notice
	text   string
}

// NewRemark returns an empty remark.
func NewRemark() *Remark {
	r := &Remark{words: NewNotice("", TextStyle{Color: fynetheme.ColorNameError, Size: fynetheme.SizeNameCaptionText})}
	r.object = NewWarning(theme.IconProblem, fynetheme.ColorNameError, r.words)
	r.object.Hide()
	return r
}

func (r *Remark) Object() fyne.CanvasObject { return r.object }

// Text returns the text, or "".
func (r *Remark) Text() string { return r.text }

// SetText sets the text; "" hides the remark. It reports whether the text changed.
func (r *Remark) SetText(text string) bool {
	if r.text == text {
		return false
	}
	r.text = text
	r.words.SetText(text)
	r.object.Hidden = text == ""
	r.object.Refresh()
	return true
}

// Fact is a text with a label.
type Fact struct{ Label, Text string }

// ShowFacts shows facts in a container with the layout Form.
func ShowFacts(into *fyne.Container, all []Fact) {
	into.Objects = nil
	for _, f := range all {
		into.Add(NewWholeLine(f.Label, TextStyle{Color: theme.Quiet}))
		into.Add(NewNotice(f.Text, TextStyle{}))
	}
}
