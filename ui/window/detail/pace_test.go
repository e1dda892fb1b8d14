//go:build !raced

package detail_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/textedit"
)

// A key in the notes of an item may take 16 ms, including the check of what was typed and
// storing the draft: 32 yards (see package pace).
const aKey = 32

// Notes of 300 KB are typed into as quickly as a person types, and saved with their bytes.
func TestALongNoteIsTypedIntoAtOnce(t *testing.T) {
	note := strings.Repeat("some words in a line that may wrap at the end\r\n", 300_000/47)
	const typed = "a letter by letter"
	tooSlow := func(took float64) bool { return took > aKey }
	for kind, name := range map[record.Kind]string{record.Note: "title", record.Todo: "title", record.Contact: "name"} {
		least := slices.Repeat([]float64{math.Inf(1)}, len(typed))
		for round := 0; round < 8 && slices.ContainsFunc(least, tooSlow); round++ { // other processes may delay a letter
			p := open(t)
			p.show(kind, record.Values{name: "Trip", "text": note})
			for range 40 {
				if _, is := p.window.Canvas().Focused().(*textedit.Editor); is {
					break
				}
				p.tab(1)
			}
			p.held(fyne.KeyModifierControl, fyne.KeyEnd)
			yard := float64(pace.Yard())
			for i, letter := range typed {
				least[i] = min(least[i], float64(pace.Spent(func() { p.types(string(letter)) }))/yard)
			}
			p.save()
			if p.saved["text"] != note+typed {
				t.Errorf("the notes of a %s have %d bytes of %d", kind, len(p.saved["text"]), len(note+typed))
			}
		}
		if slices.ContainsFunc(least, tooSlow) {
			t.Errorf("the letters in the notes of a %s take %.1f yards", kind, least)
		}
		t.Logf("the letters in the notes of a %s take %.1f yards", kind, least)
	}
}
