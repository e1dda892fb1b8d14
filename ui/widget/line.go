package widget

import (
	"cmp"
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
)

// TextStyle is the style of a line of text. The zero value is plain text.
type TextStyle struct {
	// Color is a color name of the theme; "" is the foreground.
	Color fyne.ThemeColorName
	// Size is a size name of the theme; "" is the text size.
	Size fyne.ThemeSizeName
	// Style is bold, monospaced and so on.
	Style fyne.TextStyle
	// Trailing aligns the text at the right.
	Trailing bool
	// Centered centers the text.
	Centered bool
}

// Line is one line of text, shortened with an ellipsis if it does not fit.
type Line struct {
	widget.BaseWidget
	// text is the text as it was set, shown a version that is safe to display.
	text, shown string
	style       TextStyle
	// whole lines are never shortened.
	whole bool
}

// NewLine returns a line that takes the available width.
func NewLine(text string, look TextStyle) *Line {
	l := &Line{text: text, shown: display.Line(text), style: look}
	l.ExtendBaseWidget(l)
	return l
}

// NewWholeLine returns a line that is never shortened.
func NewWholeLine(text string, look TextStyle) *Line {
	l := &Line{text: text, shown: display.Label(text), style: look, whole: true}
	l.ExtendBaseWidget(l)
	return l
}

// Set changes the text and its style.
func (l *Line) Set(text string, look TextStyle) {
	if l.text == text && l.style == look {
		return
	}
	l.text, l.style = text, look
	if l.shown = display.Line(text); l.whole {
		l.shown = display.Label(text)
	}
	l.Refresh()
}

// SetText changes the text.
func (l *Line) SetText(text string) { l.Set(text, l.style) }

// Text returns the text as it was set, not shortened.
func (l *Line) Text() string { return l.text }

// Needs returns the width that the whole line needs.
func (l *Line) Needs() float32 {
	return fyne.MeasureText(l.shown, l.style.size(), l.style.Style).Width
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

func (r *lineRenderer) Destroy() {}

// Layout shortens the text to the width.
func (r *lineRenderer) Layout(size fyne.Size) {
	look, shown := r.line.style, r.line.shown
	r.texts.draw(fit(shown, size.Width, look.size(), look.Style), display.RightToLeft(shown), look, fyne.Position{}, size)
	canvas.Refresh(r.line)
}

// MinSize is the height of a line, and its width if it must not be shortened.
func (r *lineRenderer) MinSize() fyne.Size {
	look := r.line.style
	if r.line.whole {
		return fyne.MeasureText(r.line.shown, look.size(), look.Style)
	}
	return fyne.NewSize(0, fyne.MeasureText("|", look.size(), look.Style).Height)
}

func (r *lineRenderer) Objects() []fyne.CanvasObject { return r.texts.objects() }

// Refresh applies text, style and theme.
func (r *lineRenderer) Refresh() { r.Layout(r.line.Size()) }

// size returns the text size of this style.
func (l TextStyle) size() float32 { return fynetheme.Size(cmp.Or(l.Size, fynetheme.SizeNameText)) }

// texts draw a line: a single one if all its letters run in one direction, else one for each
// run of letters, from left to right.
type texts []*canvas.Text

// draw draws a line, read from right to left if so specified, into an area at a position.
func (t *texts) draw(line string, rightToLeft bool, look TextStyle, at fyne.Position, room fyne.Size) {
	runs := []display.Piece[struct{}]{{Text: line}}
	if !display.OneWay(line) {
		runs = display.Visual(runs, rightToLeft)
	}
	if len(runs) != len(*t) { // Fyne repeats the layout when the objects change
		*t = make(texts, len(runs))
		for i := range runs {
			(*t)[i] = canvas.NewText("", nil)
		}
	}
	var width float32
	for i, text := range *t {
		text.Text, text.TextSize, text.TextStyle = runs[i].Text, look.size(), look.Style
		text.Color = fynetheme.Color(cmp.Or(look.Color, fynetheme.ColorNameForeground))
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

// objects returns the texts as canvas objects.
func (t *texts) objects() []fyne.CanvasObject {
	all := make([]fyne.CanvasObject, len(*t))
	for i, text := range *t {
		all[i] = text
	}
	return all
}

func (l TextStyle) alignment() fyne.TextAlign {
	switch {
	case l.Trailing:
		return fyne.TextAlignTrailing
	case l.Centered:
		return fyne.TextAlignCenter
	}
	return fyne.TextAlignLeading
}

const ellipsis = "…"

// fit returns as much of a line as fits the width, with an ellipsis if something is missing.
func fit(line string, width, size float32, style fyne.TextStyle) string {
	fits := func(s string) bool { return fyne.MeasureText(s, size, style).Width <= width }
	whole := fyne.MeasureText(line, size, style).Width
	if whole <= width {
		return line
	}
	if !fits(ellipsis) { // as before the first layout
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

// greatest returns the greatest number up to most for which holds is true, or 0. holds must be
// true for all smaller numbers, too. It needs few calls if the result is near about.
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

// clusterEnds returns the offsets at which the text may be cut. Text far beyond the width of
// any window is not examined.
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
