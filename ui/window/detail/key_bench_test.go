package detail_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
)

// BenchmarkALetterInANote measures everything that the pane does for a letter typed into a
// note.
func BenchmarkALetterInANote(b *testing.B) {
	for name, kb := range map[string]int{"1 KB": 1, "60 KB": 60, "300 KB": 300} {
		b.Run(name, func(b *testing.B) {
			p := open(b)
			p.show(record.Note, record.Values{"title": "Trip", "text": strings.Repeat("some words in a line that may wrap at the end\n", kb<<10/46)})
			p.tab(1)
			p.held(fyne.KeyModifierControl, fyne.KeyEnd)
			for b.Loop() {
				p.types("x")
			}
		})
	}
}
