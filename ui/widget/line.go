package widget

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
)

// Look is how a line of text is drawn. The zero value is plain text.
type Look struct {
	// Color is a name of the theme; "" is the foreground.
	Color fyne.ThemeColorName
	// Size is a name of the theme; "" is the size of text.
	Size fyne.ThemeSizeName
	// Style is bold, monospaced and so on.
	Style fyne.TextStyle
	// Trailing puts the text at the right end.
	Trailing bool
	// Centered puts the text into the middle.
	Centered bool
}

// Line is one line of text that ends in an ellipsis where it does not fit.
type Line struct {
	widget.BaseWidget
	// text is as it was set, shown what of it is fit to be shown.
	text, shown string
	look        Look
	// Whole lines ask for the room that their text needs.
	whole bool
}

// NewLine is a line that takes what room there is.
func NewLine(text string, look Look) *Line {
	l := &Line{text: text, shown: display.Line(text), look: look}
	l.ExtendBaseWidget(l)
	return l
}

// NewWholeLine is a line that is never cut to its width.
func NewWholeLine(text string, look Look) *Line {
	l := &Line{text: text, shown: display.Label(text), look: look, whole: true}
	l.ExtendBaseWidget(l)
	return l
}

// Set changes the text and how it looks.
func (l *Line) Set(text string, look Look) {
	if l.text == text && l.look == look {
		return
	}
	l.text, l.look = text, look
	if l.shown = display.Line(text); l.whole {
		l.shown = display.Label(text)
	}
	l.Refresh()
}

// SetText changes the text.
func (l *Line) SetText(text string) { l.Set(text, l.look) }

// Text is the text as it was set, whole.
func (l *Line) Text() string { return l.text }

// Needs is the width at which nothing of the line is missing.
func (l *Line) Needs() float32 {
	return fyne.MeasureText(l.shown, l.look.size(), l.look.Style).Width
}

// CreateRenderer draws the line.
func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{line: l}
	r.Refresh()
	return r
}

type lineRenderer struct {
	line  *Line
	texts texts
}

// Destroy has nothing to end.
func (r *lineRenderer) Destroy() {}

// Layout cuts the text to the width.
func (r *lineRenderer) Layout(size fyne.Size) {
	look, shown := r.line.look, r.line.shown
	r.texts.draw(fit(shown, size.Width, look.size(), look.Style), display.RightToLeft(shown), look, fyne.Position{}, size)
	canvas.Refresh(r.line)
}

// MinSize is the height of a line, and its width where it may not be cut.
func (r *lineRenderer) MinSize() fyne.Size {
	look := r.line.look
	if r.line.whole {
		return fyne.MeasureText(r.line.shown, look.size(), look.Style)
	}
	return fyne.NewSize(0, fyne.MeasureText("|", look.size(), look.Style).Height)
}

// Objects is the text.
func (r *lineRenderer) Objects() []fyne.CanvasObject { return r.texts.objects() }

// Refresh takes over text, look and theme.
func (r *lineRenderer) Refresh() { r.Layout(r.line.Size()) }

// size is the size of text with this look.
func (l Look) size() float32 { return fynetheme.Size(orElse(l.Size, fynetheme.SizeNameText)) }

// texts draw a line: one of them where its letters run one way, and else one for each run
// of letters, from left to right.
type texts []*canvas.Text

// draw draws a line that is read from right to left or not, in the room at a position.
func (t *texts) draw(line string, rightToLeft bool, look Look, at fyne.Position, room fyne.Size) {
	runs := []display.Piece[struct{}]{{Text: line}}
	if !display.OneWay(line) {
		runs = display.Visual(runs, rightToLeft)
	}
	if len(runs) != len(*t) { // Fyne lays out again what has new objects
		*t = make(texts, len(runs))
		for i := range runs {
			(*t)[i] = canvas.NewText("", nil)
		}
	}
	var width float32
	for i, text := range *t {
		text.Text, text.TextSize, text.TextStyle = runs[i].Text, look.size(), look.Style
		text.Color = fynetheme.Color(orElse(look.Color, fynetheme.ColorNameForeground))
		width += text.MinSize().Width
	}
	if len(*t) == 1 {
		text := (*t)[0]
		text.Alignment = look.alignment()
		text.Move(at)
		text.Resize(room)
		return
	}
	switch look.alignment() {
	case fyne.TextAlignTrailing:
		at.X += room.Width - width
	case fyne.TextAlignCenter:
		at.X += (room.Width - width) / 2
	}
	for _, text := range *t {
		text.Alignment = fyne.TextAlignLeading
		text.Move(at)
		text.Resize(fyne.NewSize(text.MinSize().Width, room.Height))
		at.X += text.Size().Width
	}
}

// objects are the texts, as Fyne lists what it draws.
func (t *texts) objects() []fyne.CanvasObject {
	all := make([]fyne.CanvasObject, len(*t))
	for i, text := range *t {
		all[i] = text
	}
	return all
}

func (l Look) alignment() fyne.TextAlign {
	switch {
	case l.Trailing:
		return fyne.TextAlignTrailing
	case l.Centered:
		return fyne.TextAlignCenter
	}
	return fyne.TextAlignLeading
}

func orElse[T ~string](name, otherwise T) T {
	if name == "" {
		return otherwise
	}
	return name
}

const ellipsis = "…"

// fit is as much of a line as the width holds, with an ellipsis where something is
// missing.
func fit(line string, width, size float32, style fyne.TextStyle) string {
	fits := func(s string) bool { return fyne.MeasureText(s, size, style).Width <= width }
	whole := fyne.MeasureText(line, size, style).Width
	if whole <= width {
		return line
	}
	if !fits(ellipsis) { // as before it is laid out
		return ellipsis
	}
	ends := clusterEnds(line)
	about := int(width / whole * float32(len(line)))
	n := greatest(len(ends), sort.SearchInts(ends, about), func(i int) bool { return fits(line[:ends[i-1]] + ellipsis) })
	if n == 0 {
		return ellipsis
	}
	return strings.TrimRight(line[:ends[n-1]], " ") + ellipsis
}

// greatest is the greatest number up to most that holds, or 0: where one holds, all smaller
// ones do. It tries few numbers where that is near about.
func greatest(most, about int, holds func(int) bool) int {
	least, over := 0, most+1
	at := min(max(about, 1), most)
	for step := 1; over-least > 1; step *= 2 {
		if holds(at) {
			least = at
			at += step
		} else {
			over = at
			at -= step
		}
		if at <= least || at >= over {
			at = (least + over) / 2
		}
	}
	return least
}

// clusterEnds are the offsets at which the text may be cut. What is far longer
// than any window is wide is not looked at.
func clusterEnds(text string) []int {
	const enough = 1000
	var ends []int
	at, state := 0, -1
	for rest := text; rest != "" && len(ends) < enough; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		at += len(cluster)
		ends = append(ends, at)
	}
	return ends
}
