package window

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// BenchmarkF8 is the whole way from the key to the first picture of what is to be
// resolved: what is open is listed, the item is read with its versions and what they
// started from, cut, compared and drawn once, in software. Five endpoints changed lines
// of their own in a text of 20 KB. The aim is less than 50 ms.
func BenchmarkF8(b *testing.B) {
	text := longText(450)
	d, _ := changed(b, 5, "text", text, func(n int) string {
		return strings.ReplaceAll(text, fmt.Sprintf("%d0 of", n), fmt.Sprintf("%d0 from", n))
	})
	for b.Loop() {
		d.press(fyne.KeyF8)
		d.rest()
		d.fyne.Canvas().Capture()
		b.StopTimer()
		d.forgets()
		b.StartTimer()
	}
}

// forgets leaves the page, without the session that was begun there.
func (d *desk) forgets() {
	d.press(fyne.KeyEscape)
	d.rest()
	d.win.pages.resolve.Forget(d.win.pages.resolve.Item())
}
