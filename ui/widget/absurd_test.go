//go:build !raced

package widget_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// absurd returns texts of 1 MB that somebody may send.
func absurd() map[string]string {
	all := map[string]string{}
	for name, piece := range map[string]string{
		"words": "word ", "no blanks": "x", "overrides": "exe.\u202efdp", "marks": "\u200f", "accents": "\u0301",
		"lines": "a line\n", "both ways": "קניות (2) x ", "emoji": "👩\u200d💻", "escapes": "\x1b[2J", "not UTF-8": "\xff",
	} {
		all[name] = strings.Repeat(piece, 1<<20/len(piece))
	}
	return all
}

// Whatever text a single-line widget is given, it is drawn without a noticeable delay, needs
// little memory, and is never wider than a window.
func TestAnAbsurdTextIsShownAtOnce(t *testing.T) {
	themed(t)
	keys := &widget.Keys{}
	widgets := map[string]func(string) fyne.CanvasObject{
		"line":       func(s string) fyne.CanvasObject { return widget.NewLine(s, widget.TextStyle{}) },
		"whole line": func(s string) fyne.CanvasObject { return widget.NewWholeLine(s, widget.TextStyle{}) },
		"words": func(s string) fyne.CanvasObject {
			w := widget.NewWords(3)
			w.Set(s, widget.TextStyle{})
			return w
		},
		"notice": func(s string) fyne.CanvasObject { return widget.NewNotice(s, widget.TextStyle{}) },
		"remark": func(s string) fyne.CanvasObject { r := widget.NewRemark(); r.SetText(s); return r.Object() },
		"hint":   func(s string) fyne.CanvasObject { h := widget.NewHint(); h.SetText(s); return h.Object() },
		"button": func(s string) fyne.CanvasObject { return widget.NewButton(keys, s, nil) },
		"check":  func(s string) fyne.CanvasObject { return widget.NewCheck(keys, s, nil) },
		"choice": func(s string) fyne.CanvasObject { return widget.NewChoice(keys, []string{s, s + "2"}, nil) },
		"chip":   func(s string) fyne.CanvasObject { return widget.NewChip(keys, s) },
		"entry":  func(s string) fyne.CanvasObject { e := widget.NewEntry(keys, s); e.Put(s); return e },
		"row": func(s string) fyne.CanvasObject {
			r := widget.NewRow()
			r.Set(widget.Cells{Text: s, Note: s})
			return r
		},
		"rich row": func(s string) fyne.CanvasObject {
			r := widget.NewRichRow(&widget.Keys{})
			r.Set(widget.RichCells{Text: s, Aside: s, Strong: s, Note: s})
			return r
		},
		"media row": func(s string) fyne.CanvasObject {
			r := widget.NewMediaRow(&widget.Keys{})
			r.Set(widget.MediaCells{Text: s, Below: s, Note: s})
			return r
		},
		"reading": func(s string) fyne.CanvasObject { r := widget.NewLongText(keys); r.SetText(s); return r },
	}
	yard := float64(pace.Yard())
	for kind, text := range absurd() {
		for name, of := range widgets {
			shown := func(text string) fyne.CanvasObject {
				o := of(text)
				o.Resize(fyne.NewSize(600, 300))
				test.WidgetRenderer(o.(fyne.Widget)).Layout(o.Size())
				return o
			}
			if name == "remark" || name == "hint" {
				inner := of
				shown = func(text string) fyne.CanvasObject {
					o := inner(text)
					o.Resize(fyne.NewSize(600, 300))
					return o
				}
			}
			if name == "reading" { // it contains the whole text
				text = text[:len(text)/16]
			}
			o := shown("0" + text)
			uitest.AssertHarmless(t, name+" with "+kind, o)
			if name == "reading" {
				continue
			}
			const most = 50
			took, bytes := least(most, yard, func(try string) { shown(try + text) })
			if took > most {
				t.Errorf("%s with %s takes %.0f yards", name, kind, took)
			}
			if bytes > 20<<20 {
				t.Errorf("%s with %s takes %d MB", name, kind, bytes>>20)
			}
			if wide := o.MinSize().Width; wide > 2400 {
				t.Errorf("%s with %s asks for a width of %.0f", name, kind, wide)
			}
		}
	}
}

// least returns the least time, in yards, and memory of a few attempts, or of eight if it
// takes more than most. Each uses a different text: Fyne caches the widths of measured texts.
func least(most, yard float64, do func(try string)) (yards float64, bytes uint64) {
	for try := range 8 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		took := float64(pace.Spent(func() { do(strconv.Itoa(try + 1)) })) / yard
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; try == 0 || used < bytes {
			bytes = used
		}
		if try == 0 || took < yards {
			yards = took
		}
		if yards < 10 || try >= 2 && yards <= most {
			break
		}
		if yards > most { // a machine that is busy now takes longer for both
			yard = max(yard, float64(pace.Yard()))
		}
	}
	return yards, bytes
}

// If 1 MB is pasted into an entry, the first part appears immediately, and a message says that
// the rest is missing.
func TestAnAbsurdTextIsPastedAtOnce(t *testing.T) {
	themed(t)
	said := 0
	keys := &widget.Keys{Notify: func(m widget.Message) {
		if m == widget.TooLongToPaste {
			said++
		}
	}}
	clipboard := test.NewClipboard()
	yard := float64(pace.Yard())
	for kind, text := range absurd() {
		var e *widget.Entry
		const most = 50
		took, bytes := least(most, yard, func(try string) {
			e = widget.NewEntry(keys, "")
			e.Resize(fyne.NewSize(600, 40))
			clipboard.SetContent(try + text)
			said = 0
			e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
			test.WidgetRenderer(e).Layout(e.Size())
		})
		if said != 1 {
			t.Errorf("%s: it is said %d times that it is too long", kind, said)
		}
		if pasted := e.Text(); len(pasted) == 0 || len(pasted) > widget.LongestEntry {
			t.Errorf("%s: %d bytes are pasted", kind, len(pasted))
		}
		uitest.AssertHarmless(t, "an entry after pasting "+kind, e)
		if took > most {
			t.Errorf("pasting %s takes %.0f yards", kind, took)
		}
		if bytes > 20<<20 {
			t.Errorf("pasting %s takes %d MB", kind, bytes>>20)
		}
	}
}
