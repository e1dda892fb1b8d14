package textedit

import (
	"slices"
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"pgregory.net/rapid"
)

// Whatever is typed, in whatever script, at whatever width: the cached rows are those of the
// current text, they are cut between characters, the screen is full, and the cursor is
// visible.
func TestRandomKeysLeaveTheViewAsTheTextIs(t *testing.T) {
	d := open(t, "")
	keys := []string{
		"Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown", "ctrl+Left", "ctrl+Right", "ctrl+Home", "ctrl+End",
		"shift+Left", "shift+Down", "shift+End", "shift+PageUp", "Return", "Backspace", "Delete", "ctrl+Backspace", "ctrl+Delete",
		"ctrl+A", "ctrl+X", "ctrl+V", "ctrl+C", "ctrl+Z", "ctrl+Y",
	}
	rapid.Check(t, func(t *rapid.T) {
		d.Put("")
		d.Put(randomText(t, 200, "text"))
		t.Repeat(map[string]func(*rapid.T){
			"press": func(t *rapid.T) {
				key := rapid.SampledFrom(keys).Draw(t, "key")
				stays := key == "ctrl+A" || key == "ctrl+C" || key == "ctrl+X" && d.Selected() == ""
				d.press(key)
				if at, rows := d.cursorRow(), d.view.inSight(); !stays && !slices.Contains(rows, at) {
					t.Fatalf("after %s the cursor is in row %v, in sight are %v", key, at, rows)
				}
			},
			"type":  func(t *rapid.T) { d.types(rapid.SampledFrom(pieces).Draw(t, "letters")) },
			"wheel": func(t *rapid.T) { d.view.scroll(rapid.IntRange(-20, 20).Draw(t, "rows")) },
			"resize": func(t *rapid.T) {
				d.window.Resize(fyne.NewSize(float32(rapid.IntRange(100, 500).Draw(t, "width")), float32(rapid.IntRange(80, 400).Draw(t, "height"))))
			},
			"": func(t *rapid.T) { checkView(t, d.view) },
		})
	})
}

func checkView(t *rapid.T, v *view) {
	if len(v.rows) != len(v.text.lines) {
		t.Fatalf("rows of %d lines, of %d", len(v.rows), len(v.text.lines))
	}
	fresh := newWrapper(measure)
	fresh.width = v.wrap.width
	total := 0
	for i, l := range v.text.lines {
		rows := fresh.rows(l.text)
		total += 1 + len(rows)
		if v.rows[i] != nil && !slices.Equal(v.rows[i], rows) {
			t.Fatalf("the rows of %q begin at %v, remembered is %v", l.text, rows, v.rows[i])
		}
		for n, at := range rows {
			if at <= 0 || at >= len(l.text) || n > 0 && at <= rows[n-1] || snap(l.text, at) != at {
				t.Fatalf("the rows of %q begin at %v", l.text, rows)
			}
		}
	}
	if got := len(v.inSight()); got != min(v.height, total) {
		t.Fatalf("%d rows are in sight of %d, with room for %d", got, total, v.height)
	}
	for _, r := range v.inSight() {
		from, to := v.span(r)
		for _, col := range []int{from, to} {
			if p, _ := v.at(r, v.x(Pos{r.line, col}, r)); col < to && p.Col > to || p.Col < from {
				t.Fatalf("from %v of row %v the way back leads to %v", col, r, p)
			}
		}
	}
}

// BenchmarkKey measures a key press in texts of several lengths, for comparison with Fyne's
// entry.
func BenchmarkKey(b *testing.B) {
	for _, kb := range []int{1, 80, 300} {
		b.Run(bytesName(kb), func(b *testing.B) {
			d := open(b, prose(kb<<10))
			d.press("ctrl+End")
			d.press("PageUp")
			for b.Loop() {
				d.types("a")
				_ = d.Text()
			}
		})
	}
}

// BenchmarkKeyInFynesEntry measures Fyne's entry, whose time is quadratic in the length.
func BenchmarkKeyInFynesEntry(b *testing.B) {
	for _, kb := range []int{1, 20, 80} {
		b.Run(bytesName(kb), func(b *testing.B) {
			d := open(b, "")
			e := widget.NewMultiLineEntry()
			e.Wrapping = fyne.TextWrapWord
			d.window.SetContent(e)
			e.SetText(prose(kb << 10))
			d.window.Canvas().Focus(e)
			for b.Loop() {
				d.types("a")
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, kb := range []int{80, 300} {
		b.Run(bytesName(kb), func(b *testing.B) {
			d := open(b, "")
			for b.Loop() {
				d.Put("")
				d.Put(prose(kb << 10))
			}
		})
	}
}

// BenchmarkPaste pastes 50 KB into 300 KB, and undoes it.
func BenchmarkPaste(b *testing.B) {
	d := open(b, prose(300<<10))
	fyne.CurrentApp().Clipboard().SetContent(prose(50 << 10))
	for b.Loop() {
		d.press("ctrl+V", "ctrl+Z")
	}
}

// BenchmarkKeyInALongLine types at the beginning of a line of 100 KB without a blank.
func BenchmarkKeyInALongLine(b *testing.B) {
	for name, letter := range map[string]string{"latin": "x", "han": "中", "marks": "e\u0301"} {
		b.Run(name, func(b *testing.B) {
			line := ""
			for len(line) < 100<<10 {
				line += letter + line
			}
			d := open(b, line[:(100<<10)/len(letter)*len(letter)])
			for b.Loop() {
				d.types("a")
			}
		})
	}
}

func bytesName(kb int) string { return strconv.Itoa(kb) + "KB" }
