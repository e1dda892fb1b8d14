package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"github.com/rivo/uniseg"

	"crossfeed/ui/display"
)

// LongText shows a long text, wrapped to its width. Only the visible part is drawn, and each
// word is measured once, so that a book is as fast as a note.
type LongText struct {
	List
	text   string
	rows   []string
	width  float32
	size   float32
	widths map[string]float32
}

// NewLongText returns an empty text.
func NewLongText(keys *Keys) *LongText {
	r := &LongText{widths: map[string]float32{}}
	r.Init(keys, func() fyne.CanvasObject { return newTextRow() }, func(row int, into fyne.CanvasObject) {
		if row < len(r.rows) {
			into.(*textRow).set(r.rows[row])
		}
	})
	r.ExtendBaseWidget(r)
	return r
}

// SetText shows another text from its beginning.
func (r *LongText) SetText(text string) {
	r.text, r.width = display.Clean(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", "    ").Replace(text)), 0
	r.wrap()
	r.SetRows(len(r.rows), Nothing)
	r.ScrollToTop()
}

// Text returns the text.
func (r *LongText) Text() string { return r.text }

// Resize wraps the text to the new width.
func (r *LongText) Resize(size fyne.Size) {
	r.List.Resize(size)
	if r.wrap() {
		r.SetRows(len(r.rows), Nothing)
	}
}

// wrap breaks the text into rows, and reports whether they changed.
func (r *LongText) wrap() bool {
	width, size := r.Size().Width-4*fynetheme.Padding(), fynetheme.TextSize()
	if width == r.width && size == r.size || width <= 0 {
		return false
	}
	if size != r.size {
		clear(r.widths)
	}
	r.width, r.size, r.rows = width, size, nil
	for line := range strings.Lines(r.text) {
		r.wrapLine(strings.TrimRight(line, "\n"))
	}
	return true
}

// wrapLine breaks a line between words, and within words that are wider than a row.
func (r *LongText) wrapLine(line string) {
	begin, at, used, state := 0, 0, float32(0), -1
	for rest := line; rest != ""; {
		var word string
		word, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		wide := r.widthOf(word)
		if used > 0 && used+wide > r.width {
			r.rows = append(r.rows, line[begin:at])
			begin, used = at, 0
		}
		for wide > r.width && len(word) > 1 {
			part := r.partOf(word)
			if part == word {
				break
			}
			r.rows = append(r.rows, line[begin:at]+part)
			at, word = at+len(part), word[len(part):]
			begin, wide = at, r.widthOf(word)
		}
		at, used = at+len(word), used+wide
	}
	r.rows = append(r.rows, line[begin:])
}

func (r *LongText) measure(s string) float32 {
	return fyne.MeasureText(s, r.size, fyne.TextStyle{}).Width
}

// widthOf returns the width of a word, which is measured only once.
func (r *LongText) widthOf(word string) float32 {
	const most = 100 // bytes; longer ones are not words
	if len(word) > most {
		part := r.partOf(word)
		if part != word {
			return r.width + 1
		}
		return r.measure(part)
	}
	width, known := r.widths[word]
	if !known {
		width = r.measure(word)
		r.widths[word] = width
	}
	return width
}

// partOf returns as much of a long word as fits into a row, but at least one character.
func (r *LongText) partOf(word string) string {
	used := float32(0)
	for at := 0; at < len(word); {
		cluster := character(word[at:])
		used += r.widthOf(cluster)
		if at > 0 && used > r.width || at > longestRow {
			return word[:at]
		}
		at += len(cluster)
	}
	return word
}

// longestRow limits the length of a row in bytes, however narrow its characters are.
const longestRow = 2000

// character returns the first character of a text; if it has very many accents, only a part.
func character(text string) string {
	const most = 64 // bytes
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	return cluster
}

// textRow is a row of the text.
type textRow struct {
	widget.BaseWidget
	text *canvas.Text
}

func newTextRow() *textRow {
	t := &textRow{text: canvas.NewText("", nil)}
	t.ExtendBaseWidget(t)
	return t
}

func (t *textRow) set(text string) {
	t.text.Text = text
	t.Refresh()
}

func (t *textRow) CreateRenderer() fyne.WidgetRenderer { return &textRowRenderer{t} }

type textRowRenderer struct{ row *textRow }

func (r *textRowRenderer) Destroy() {}

func (r *textRowRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.row.text} }

// MinSize is the height of a row without the gap of a list.
func (r *textRowRenderer) MinSize() fyne.Size {
	height := fyne.MeasureText("|", fynetheme.TextSize(), fyne.TextStyle{}).Height
	return fyne.NewSize(0, max(height-fynetheme.Padding()/2, 1))
}

// Layout gives the text the width.
func (r *textRowRenderer) Layout(size fyne.Size) {
	r.row.text.Move(fyne.NewPos(fynetheme.Padding(), 0))
	r.row.text.Resize(size)
}

// Refresh applies the current theme.
func (r *textRowRenderer) Refresh() {
	r.row.text.Color, r.row.text.TextSize = fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.TextSize()
	canvas.Refresh(r.row.text)
}
