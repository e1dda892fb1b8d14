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

// Notice is a sentence or two that wraps where it does not fit. It starts where the titles
// and fields around it start, without the padding that Fyne puts left and right of texts.
type Notice struct {
	widget.BaseWidget
	text  string
	words *widget.TextSegment
	rich  *widget.RichText
}

// NewNotice is a notice that looks so.
func NewNotice(text string, look Look) *Notice {
	n := &Notice{text: text, words: &widget.TextSegment{Text: display.Wrapped(text), Style: widget.RichTextStyle{
		ColorName: look.Color, SizeName: look.Size, TextStyle: look.Style,
	}}}
	n.rich = widget.NewRichText(n.words)
	n.rich.Wrapping, n.rich.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	n.ExtendBaseWidget(n)
	return n
}

// NewWarning is a notice behind a sign, which stands beside its first line and can be seen
// without colours.
func NewWarning(icon string, color fyne.ThemeColorName, words *Notice) *fyne.Container {
	return Signed(widget.NewIcon(theme.Icon(icon, color)), words)
}

// Signed is a notice behind a sign that its caller changes.
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

// Text is the text as it was set, whole.
func (n *Notice) Text() string { return n.text }

// unpadded is a text without the padding at its sides.
type unpadded struct{}

// MinSize is that of the text in the width that it has.
func (unpadded) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	return fyne.NewSize(max(size.Width-2*fynetheme.InnerPadding(), 0), size.Height)
}

// Layout moves the padding outside.
func (unpadded) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(-fynetheme.InnerPadding(), 0))
	objects[0].Resize(fyne.NewSize(size.Width+2*fynetheme.InnerPadding(), size.Height))
}

// signed is a sign and a notice.
type signed struct{}

// MinSize is that of both.
func (signed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	sign, words := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(sign.Width+signGap()+words.Width, max(sign.Height, words.Height))
}

// Layout puts the middle of the sign at that of the first line.
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

// signGap is the room between a sign and its words.
func signGap() float32 { return fynetheme.InnerPadding() }

// Ground is a plane in a colour of the theme, which it follows.
type Ground struct {
	widget.BaseWidget
	color fyne.ThemeColorName
	// rounded grounds have the corners of fields and buttons.
	rounded bool
}

// NewGround is a plane in the colour of that name.
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

// Refresh takes over the colour of the theme that now counts.
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

// sign is a small picture that can be clicked. Keys reach what it does by the
// row that it is in.
type sign struct {
	widget.BaseWidget
	icon   *icon
	tapped func()
}

func newSign(tapped func()) *sign {
	s := &sign{icon: newIcon(), tapped: tapped}
	s.ExtendBaseWidget(s)
	return s
}

func (s *sign) set(r fyne.Resource) { s.icon.set(r, leadSide()) }

// CreateRenderer draws the picture.
func (s *sign) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewCenter(s.icon))
}

// Tapped does what the sign is for.
func (s *sign) Tapped(*fyne.PointEvent) { s.tapped() }

// Cursor tells that the sign can be clicked.
func (s *sign) Cursor() desktop.Cursor { return desktop.PointerCursor }

// Hint is what stands in the middle of a place that has nothing to show: why
// that is, or what to do about it.
type Hint struct {
	object *fyne.Container
	words  *Notice
}

// NewHint is a hint that says nothing yet.
func NewHint() *Hint {
	words := NewNotice("", Look{Color: theme.Quiet})
	words.words.Style.Alignment = fyne.TextAlignCenter
	h := &Hint{Middle(words), words}
	h.object.Hide()
	return h
}

// Object is what is shown.
func (h *Hint) Object() fyne.CanvasObject { return h.object }

// Say shows a text; with "" there is no hint.
func (h *Hint) Say(text string) {
	if text == h.words.Text() {
		return
	}
	h.words.SetText(text)
	h.object.Hidden = text == ""
	h.object.Refresh()
}

// Remark says below a field what is wrong with it, with a sign that can be seen
// without colours. It takes no room where there is nothing to say.
type Remark struct {
	object *fyne.Container
	words  *Notice
	text   string
}

// NewRemark is a remark that says nothing.
func NewRemark() *Remark {
	r := &Remark{words: NewNotice("", Look{Color: fynetheme.ColorNameError, Size: fynetheme.SizeNameCaptionText})}
	r.object = NewWarning(theme.IconProblem, fynetheme.ColorNameError, r.words)
	r.object.Hide()
	return r
}

// Object is what is shown.
func (r *Remark) Object() fyne.CanvasObject { return r.object }

// Text is what the remark says, or "".
func (r *Remark) Text() string { return r.text }

// Say shows a text; with "" there is no remark. It tells whether that changed
// anything.
func (r *Remark) Say(text string) bool {
	if r.text == text {
		return false
	}
	r.text = text
	r.words.SetText(text)
	r.object.Hidden = text == ""
	r.object.Refresh()
	return true
}
