package conflict_test

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/widget/grid"
)

// BenchmarkKey is what a key takes until what it changed can be drawn, among five
// versions of 20 KB. The aim is less than 16 ms: the time between two pictures.
func BenchmarkKey(b *testing.B) {
	for name, press := range map[string]func(a *at, n int){
		"down and up":        func(a *at, n int) { a.press([]fyne.KeyName{fyne.KeyDown, fyne.KeyUp}[n%2]) },
		"right and left":     func(a *at, n int) { a.press([]fyne.KeyName{fyne.KeyRight, fyne.KeyLeft}[n%2]) },
		"a page down and up": func(a *at, n int) { a.press([]fyne.KeyName{fyne.KeyPageDown, fyne.KeyPageUp}[n/3%2]) },
		"a version's number": func(a *at, n int) { a.types(string(rune('1' + n%5))) },
		"Enter on a stretch": func(a *at, n int) {
			a.Grid().Mark(grid.At{Row: 2, Column: 1 + n%5})
			a.press(fyne.KeyReturn)
		},
	} {
		b.Run(name, func(b *testing.B) {
			a := ofLongTexts(b)
			a.Grid().Mark(grid.At{Row: 2, Column: 1})
			for n := 0; b.Loop(); n++ {
				press(a, n)
			}
		})
	}
}

// BenchmarkScroll is what a notch of the wheel takes.
func BenchmarkScroll(b *testing.B) {
	a := ofLongTexts(b)
	for n := 0; b.Loop(); n++ {
		a.Grid().ScrollToOffset(float32(n * 30 % 1500))
	}
}

// BenchmarkType is what a letter takes that is typed into the result, with comparing
// that outside the UI goroutine.
func BenchmarkType(b *testing.B) {
	for name, size := range map[string]int{"a text of 1 KB": 1_000, "a text of 20 KB": 19_000, "a text of 80 KB": 80_000, "a text of 300 KB": 300_000} {
		b.Run(name, func(b *testing.B) {
			base, versions := long(5, size)
			a := open(b, begun(b, base, versions...), fyne.NewSize(1180, 700))
			a.press(fyne.KeyDown, fyne.KeyDown)
			a.types("e")
			for n := 0; b.Loop(); n++ {
				a.types("x")
				b.StopTimer()
				a.press(fyne.KeyBackspace)
				b.StartTimer()
			}
		})
	}
}

// ofLongTexts shows five versions of 20 KB.
func ofLongTexts(b *testing.B) *at {
	base, versions := long(5, 20_000)
	return open(b, begun(b, base, versions...), fyne.NewSize(1180, 700))
}
