package diff

import (
	"github.com/rivo/uniseg"

	"crossfeed/engine/merge"
	"crossfeed/ui/display"
)

// inColumns measures text whose letters are all of one width, in letters.
func inColumns(text string, _ bool) float32 { return float32(uniseg.StringWidth(text)) }

// wrap breaks a line into rows of so many letters.
func wrap(spans []merge.Span, columns int) [][]merge.Span {
	pieces := make([]display.Piece[bool], len(spans))
	for i, s := range spans {
		pieces[i] = display.Piece[bool]{Text: s.Text, Mark: s.Marked}
	}
	var rows [][]merge.Span
	for _, row := range display.WrapPieces(pieces, float32(columns), float32(columns), inColumns, func(bool, bool) bool { return false }) {
		var spans []merge.Span
		for _, p := range row {
			spans = append(spans, merge.Span{Text: p.Text, Marked: p.Mark})
		}
		rows = append(rows, spans)
	}
	return rows
}
