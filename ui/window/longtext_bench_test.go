package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/widget/textedit"
)

// A letter typed into the notes of a todo: everything that the window does about it, the
// draft included.
func BenchmarkALetterInALongNote(b *testing.B) {
	for name, lines := range map[string]int{"1 KB": 25, "60 KB": 1400, "300 KB": 7000} {
		b.Run(name, func(b *testing.B) {
			d := withList(b, "Milk")
			d.mark(0)
			edit(b, d.engine, d.win.item.Set, d.win.item.ID, "text", longText(lines))
			d.win.Reload()
			d.rest()
			d.win.focus(d.win.detail.Focus())
			for range 20 {
				if _, is := d.fyne.Canvas().Focused().(*textedit.Editor); !is {
					d.press(fyne.KeyTab)
				}
			}
			for b.Loop() {
				d.types("x")
			}
		})
	}
}
