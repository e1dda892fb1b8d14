package window

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// BenchmarkF8 measures the time from the key to the first picture of a conflict: conflicts are
// listed, and the item is read with its versions and original, split into hunks, compared and
// drawn once, in software. Five endpoints changed different lines in a text of 20 KB. The goal
// is less than 50 ms.
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

// forgets leaves the page, and drops its session.
func (d *desk) forgets() {
	d.press(fyne.KeyEscape)
	d.rest()
	d.win.pages.resolve.Forget(d.win.pages.resolve.Item())
}
