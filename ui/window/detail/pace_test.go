//go:build !race

package detail_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/textedit"
)

// A key in the notes of an item may take 16 ms, with checking what was typed and storing
// the draft; on the computer on which that was measured a yard takes half a millisecond.
const aKey = 32

// Notes of 300 KB are typed into as quickly as a person types, and are saved with their
// bytes.
func TestALongNoteIsTypedIntoAtOnce(t *testing.T) {
	note := strings.Repeat("some words in a line that may wrap at the end\r\n", 300_000/47)
	for kind, name := range map[record.Kind]string{record.Note: "title", record.Todo: "title", record.Contact: "name"} {
		p := open(t)
		p.show(kind, record.Values{name: "Trip", "text": note})
		for range 40 {
			if _, is := p.window.Canvas().Focused().(*textedit.Editor); is {
				break
			}
			p.tab(1)
		}
		p.held(fyne.KeyModifierControl, fyne.KeyEnd)
		least, yard := float64(aKey+1), float64(pace.Yard())
		const typed = "a letter by letter"
		for _, letter := range typed {
			least = min(least, float64(pace.Spent(func() { p.types(string(letter)) }))/yard)
		}
		if least > aKey {
			t.Errorf("a letter in the notes of a %s takes %.1f yards", kind, least)
		}
		t.Logf("a letter in the notes of a %s takes %.1f yards", kind, least)
		p.save()
		if p.saved["text"] != note+typed {
			t.Errorf("the notes of a %s have %d bytes of %d", kind, len(p.saved["text"]), len(note+typed))
		}
	}
}
