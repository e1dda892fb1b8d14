package widget

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
)

// Words is a text that wraps between words into a limited number of rows; the last row ends in
// an ellipsis if something is missing. Its minimum height depends on its width.
type Words struct {
	widget.BaseWidget
	text  string
	style TextStyle
	most  int
}

// NewWords returns an empty text of at most most rows.
func NewWords(most int) *Words {
	w := &Words{most: most}
	w.ExtendBaseWidget(w)
	return w
}

// Set changes the text and its style.
func (w *Words) Set(text string, look TextStyle) {
	w.text, w.style = text, look
	w.Refresh()
}

// Text returns the text as it was set, not shortened.
func (w *Words) Text() string { return w.text }

// CreateRenderer draws the rows.
func (w *Words) CreateRenderer() fyne.WidgetRenderer {
	r := &wordsRenderer{words: w}
	r.Refresh()
	return r
}

type wordsRenderer struct {
	words   *Words
	objects []fyne.CanvasObject
	rows    int
	// width is the width that the rows were built for. Fyne repeats the layout when objects
	// change, so they are rebuilt only if something changed.
	width float32
}

func (r *wordsRenderer) Destroy() {}

func (r *wordsRenderer) Objects() []fyne.CanvasObject { return r.objects }

// MinSize is the height of the rows, without any width.
func (r *wordsRenderer) MinSize() fyne.Size {
	return fyne.NewSize(0, r.rowHeight()*float32(max(r.rows, 1)))
}

func (r *wordsRenderer) rowHeight() float32 {
	return fyne.MeasureText("|", r.words.style.size(), r.words.style.Style).Height
}

// Layout wraps the text to the width.
func (r *wordsRenderer) Layout(size fyne.Size) {
	if r.objects != nil && size.Width == r.width {
		return
	}
	if size.Width <= 0 { // every character would get a row
		r.objects, r.rows = nil, 0
		return
	}
	look, height := r.words.style, r.rowHeight()
	r.objects, r.width = nil, size.Width
	rightToLeft := display.RightToLeft(r.words.text)
	rows := wrapped(r.words.text, size.Width, look.size(), look.Style, r.words.most)
	for i, row := range rows {
		var t texts
		t.draw(row, rightToLeft, look, fyne.NewPos(0, float32(i)*height), fyne.NewSize(size.Width, height))
		r.objects = append(r.objects, t.objects()...)
	}
	r.rows = len(rows)
}

// Refresh applies text, style and theme.
func (r *wordsRenderer) Refresh() {
	r.objects = nil
	r.Layout(r.words.Size())
	canvas.Refresh(r.words)
}

// wrapped breaks a text into rows of that width, at most most of them. Line ends count as
// spaces.
func wrapped(text string, width, size float32, style fyne.TextStyle, most int) []string {
	rest := strings.Join(strings.Fields(display.Wrapped(text)), " ")
	var rows []string
	for rest != "" && len(rows) < most-1 {
		row := firstRow(rest, width, size, style)
		rows = append(rows, strings.TrimRight(row, " "))
		rest = rest[len(row):]
	}
	if rest != "" {
		rows = append(rows, fit(display.Line(rest), width, size, style))
	}
	return rows
}

// firstRow returns as many words as fit the width, or as much of the first one if even that
// does not fit. Measuring takes most of the time, so the search starts with the number of
// letters that fit if they are half as wide as high.
func firstRow(text string, width, size float32, style fyne.TextStyle) string {
	fits := func(s string) bool { return fyne.MeasureText(strings.TrimRight(s, " "), size, style).Width <= width }
	about := int(2 * width / size)
	ends, rest, state := []int{0}, text, -1
	next := func() string {
		var word string
		word, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		ends = append(ends, ends[len(ends)-1]+len(word))
		return text[:ends[len(ends)-1]]
	}
	begun := next()
	for rest != "" && len(begun) < about {
		begun = next()
	}
	n := len(ends) - 1
	if !fits(begun) {
		n = greatest(n-1, n-1, func(i int) bool { return fits(text[:ends[i]]) })
	} else {
		for rest != "" && fits(next()) {
			n++
		}
	}
	if n == 0 {
		return beginning(text, fits)
	}
	return text[:ends[n]]
}

// beginning returns as much of a text as fits, but at least one character.
func beginning(text string, fits func(string) bool) string {
	ends := clusterEnds(text)
	n := sort.Search(len(ends), func(i int) bool { return !fits(text[:ends[i]]) })
	return text[:ends[max(n-1, 0)]]
}
