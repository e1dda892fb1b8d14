package diff

import (
	"strings"

	"github.com/rivo/uniseg"

	"crossfeed/engine/merge"
)

// tab is as wide as a Tab is drawn.
const tab = "    "

// Measure is the width of a piece of a line; marked ones may be drawn otherwise.
type Measure func(text string, marked bool) float32

// inColumns measures text whose letters are all of one width, in letters.
func inColumns(text string, _ bool) float32 { return float32(uniseg.StringWidth(text)) }

// Wrap breaks a line into rows that are at most so wide, where words end if it
// can be. There is always one row at least.
func Wrap(spans []merge.Span, width float32, measure Measure) [][]merge.Span {
	whole := wrapper{width: width, measure: measure}
	whole.each(spans, whole.put)
	if whole.used <= width { // most lines fit: looking for words takes far longer
		return [][]merge.Span{whole.row}
	}
	w := wrapper{width: width, measure: measure}
	w.each(spans, w.add)
	return append(w.rows, w.row)
}

type wrapper struct {
	width, used float32
	measure     Measure
	marked      bool
	rows        [][]merge.Span
	row         []merge.Span
}

// each has do put each text.
func (w *wrapper) each(spans []merge.Span, do func(text string)) {
	for _, s := range spans {
		if w.marked = s.Marked; s.Text != "" {
			do(strings.ReplaceAll(s.Text, "\t", tab))
		}
	}
}

// add puts the words of a text, each with the space after it, into rows.
func (w *wrapper) add(text string) {
	state := -1
	for text != "" {
		var word string
		word, text, _, state = uniseg.FirstLineSegmentInString(text, state)
		w.word(word)
	}
}

// word goes to the next row where it does not fit in this one; the space at its
// end may stand out. A word wider than a row is broken between clusters.
func (w *wrapper) word(word string) {
	width := w.measure(strings.TrimRight(word, " "), w.marked)
	if w.used > 0 && w.used+width > w.width {
		w.next()
	}
	if width <= w.width {
		w.put(word)
		return
	}
	state := -1
	for word != "" {
		var cluster string
		cluster, word, _, state = uniseg.FirstGraphemeClusterInString(word, state)
		if w.used > 0 && w.used+w.measure(cluster, w.marked) > w.width {
			w.next()
		}
		w.put(cluster)
	}
}

func (w *wrapper) next() {
	w.rows = append(w.rows, w.row)
	w.row, w.used = nil, 0
}

func (w *wrapper) put(text string) {
	w.used += w.measure(text, w.marked)
	if n := len(w.row); n > 0 && w.row[n-1].Marked == w.marked {
		w.row[n-1].Text += text
		return
	}
	w.row = append(w.row, merge.Span{Text: text, Marked: w.marked})
}
