package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/widget/grid"
)

// lined returns a text of about a number of bytes, in lines of words.
func lined(bytes int) string {
	var b strings.Builder
	for i := 0; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, "line %d says something about the %d things of a long text\n", i, i%7)
	}
	return b.String()
}

// long returns versions of a long text, each of which changed a few lines, and their original.
func long(versions, bytes int) (base *item.Version, all []*item.Version) {
	text := lined(bytes)
	for n := range versions {
		changed := text
		for i := n * 3; i < 300; i += 37 {
			changed = strings.Replace(changed, fmt.Sprintf("line %d says", i), fmt.Sprintf("line %d of %d tells", i, n), 1)
		}
		all = append(all, version(versions+2-n, fmt.Sprintf("endpoint%d", n), "Long", changed))
	}
	return version(1, "phone", "Long", text), all
}

// BenchmarkOpen measures the time to the first picture of the grid, after reading: the session
// is created, compared, wrapped, shown and drawn once. The goal is less than 50 ms for five
// versions of 20 KB. BenchmarkBlank measures how much of that an empty window takes.
func BenchmarkOpen(b *testing.B) {
	for _, size := range []int{20_000, 1_000_000} {
		b.Run(fmt.Sprintf("5 versions of %d KB", size/1000), func(b *testing.B) {
			base, versions := long(5, size)
			a := open(b, begun(b, base, versions...), fyne.NewSize(1180, 700))
			for b.Loop() {
				a.show(begun(b, base, versions...))
				a.window.Canvas().Capture()
			}
		})
	}
}

// BenchmarkOpenRewritten opens texts of 1 MB of which each version changed every line, until
// the first page is visible; the rest is compared afterwards.
func BenchmarkOpenRewritten(b *testing.B) {
	base, versions := long(5, 1_000_000)
	for n, v := range versions {
		versions[n] = version(v.Updates, fmt.Sprintf("endpoint%d", n), "Long", strings.ReplaceAll(v.Content.Text(), "says", fmt.Sprintf("tells %d", n)))
	}
	a := open(b, begun(b, base, versions...), fyne.NewSize(1180, 700))
	for b.Loop() {
		s := begun(b, base, versions...)
		a.Show(shownOf(s))
		a.seam.Step() // the first page
		a.seam.Step()
		a.window.Canvas().Capture()
		b.StopTimer()
		a.seam.Run()
		b.StartTimer()
	}
}

// BenchmarkShow is BenchmarkOpen without reading and splitting the texts, which happens
// outside the UI goroutine.
func BenchmarkShow(b *testing.B) {
	base, versions := long(5, 20_000)
	s := begun(b, base, versions...)
	a := open(b, s, fyne.NewSize(1180, 700))
	for b.Loop() {
		a.show(s)
		a.window.Canvas().Capture()
	}
}

// BenchmarkBlank measures drawing an empty window, which is the fixed part of the other
// benchmarks. The driver of the tests draws in software, and draws each pixel of the
// background twice.
func BenchmarkBlank(b *testing.B) {
	a := open(b, begun(b, nil, version(3, "desk", "Eggs", ""), version(2, "laptop", "Egg", "")), fyne.NewSize(1180, 700))
	a.window.SetContent(container.NewWithoutLayout())
	for b.Loop() {
		a.window.Canvas().Capture()
	}
}

// BenchmarkDecide measures a key until its result is drawn.
func BenchmarkDecide(b *testing.B) {
	base, versions := long(5, 20_000)
	a := open(b, begun(b, base, versions...), fyne.NewSize(1180, 700))
	for b.Loop() {
		a.types("2")
		a.window.Canvas().Capture()
	}
}

func (a *at) show(s *conflicts.Session) {
	a.Show(shownOf(s))
	a.seam.Run()
}

// BenchmarkKey measures a key until its effect can be drawn, with five versions of 20 KB. The
// goal is less than 16 ms: the time between two frames.
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

// BenchmarkScroll measures a step of the mouse wheel.
func BenchmarkScroll(b *testing.B) {
	a := ofLongTexts(b)
	for n := 0; b.Loop(); n++ {
		a.Grid().ScrollToOffset(float32(n * 30 % 1500))
	}
}

// BenchmarkType measures a letter typed into the result, including the comparison outside the
// UI goroutine.
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

// ofLongTexts returns a page with five versions of 20 KB.
func ofLongTexts(b *testing.B) *at {
	base, versions := long(5, 20_000)
	return open(b, begun(b, base, versions...), fyne.NewSize(1180, 700))
}
