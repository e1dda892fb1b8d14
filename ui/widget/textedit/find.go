package textedit

import (
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// finder finds a text in the lines of another one, ignoring case, and counts the matches.
// After an edit, only the affected lines are counted again.
type finder struct {
	text    *buffer
	needle  string
	pattern *regexp.Regexp
	// hits are the numbers of matches per line, or notCounted after an edit.
	hits []int
	// last caches the matches in the line that was searched last.
	last struct {
		line int
		all  [][]int
	}
}

const notCounted = -1

// search sets the text to find; "" finds nothing.
func (f *finder) search(needle string) {
	if needle == f.needle {
		return
	}
	f.needle, f.pattern, f.hits, f.last.all = needle, nil, nil, nil
	if needle != "" {
		f.pattern = regexp.MustCompile("(?i)" + regexp.QuoteMeta(needle))
	}
}

func (f *finder) changed(c change) {
	f.last.all = nil
	if f.hits != nil {
		f.hits = splice(f.hits, c)
		for i := range c.inserted {
			f.hits[c.line+i] = notCounted
		}
	}
}

// count returns the number of matches, and the number of the match at a position, counted from
// 1; 0 if none begins there.
func (f *finder) count(at Pos) (number, total int) {
	if f.pattern == nil {
		return 0, 0
	}
	for i := range f.text.lines {
		if i == at.Line || f.counted(i) == notCounted {
			all := f.matches(i)
			if n := slices.IndexFunc(all, func(m []int) bool { return m[0] == at.Col }); i == at.Line && n >= 0 {
				number = total + n + 1
			}
		}
		total += f.hits[i]
	}
	return number, total
}

// next returns the first match at or after a position; after the last match, it continues with
// the first.
func (f *finder) next(at Pos) (from, to Pos, found bool) {
	n := len(f.text.lines)
	for i := range n + 1 {
		l := (at.Line + i) % n
		for _, m := range f.matches(l) {
			if i > 0 || m[0] >= at.Col {
				return Pos{l, m[0]}, Pos{l, m[1]}, true
			}
		}
	}
	return at, at, false
}

// previous returns the last match before a position; before the first match, it continues with
// the last.
func (f *finder) previous(at Pos) (from, to Pos, found bool) {
	n := len(f.text.lines)
	for i := range n + 1 {
		l := (at.Line - i + n + n) % n
		all := f.matches(l)
		for j := len(all) - 1; j >= 0; j-- {
			if m := all[j]; i > 0 || m[0] < at.Col {
				return Pos{l, m[0]}, Pos{l, m[1]}, true
			}
		}
	}
	return at, at, false
}

// counted returns the number of matches in a line, or notCounted.
func (f *finder) counted(l int) int {
	if f.hits == nil {
		f.hits = slices.Repeat([]int{notCounted}, len(f.text.lines))
	}
	return f.hits[l]
}

// matches returns the matches in a line.
func (f *finder) matches(l int) [][]int {
	if f.pattern == nil || f.counted(l) == 0 {
		return nil
	}
	if f.last.all == nil || f.last.line != l {
		f.last.line, f.last.all = l, f.pattern.FindAllStringIndex(f.text.lines[l].text, -1)
		f.hits[l] = len(f.last.all)
	}
	return f.last.all
}

// bar is the search bar below the text.
type bar struct {
	editor *Editor
	object *fyne.Container
	entry  *widget.Entry
	found  *widget.Line
}

func newBar(e *Editor) *bar {
	b := &bar{editor: e, found: widget.NewLine("", widget.TextStyle{Color: theme.Quiet})}
	keys := e.keys.Behind(widget.Keys{Key: b.key})
	b.entry = widget.NewEntry(keys, wording.L("find-in-this-text", "Find in this text"))
	b.entry.OnChanged = b.search
	b.entry.OnSubmitted = func(string) { e.findAgain(e.shifted()) }
	up := widget.NewQuietButton(keys, fynetheme.MoveUpIcon(), "", func() { e.findAgain(true) })
	down := widget.NewQuietButton(keys, fynetheme.MoveDownIcon(), "", func() { e.findAgain(false) })
	shut := widget.NewQuietButton(keys, fynetheme.CancelIcon(), "", func() { b.close() })
	const countWidth = 6
	aside := container.NewHBox(widget.Least(countWidth, 0, widget.Middle(b.found)), up, down, shut)
	b.object = widget.Border(nil, nil, nil, aside, b.entry)
	b.object.Hide()
	return b
}

// key handles the keys that the entry does not use.
func (b *bar) key(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyEscape:
		return b.close()
	case fyne.KeyF3:
		b.editor.findAgain(b.editor.shifted())
	case fyne.KeyUp:
		b.editor.findAgain(true)
	case fyne.KeyDown:
		b.editor.findAgain(false)
	default:
		return false
	}
	return true
}

// longestNeedle limits the length, in bytes, of a selection that Find searches for: Fyne's
// entry takes seconds to show a line of 80 KB.
const longestNeedle = 200

// Find shows the bar, with the selected text.
func (e *Editor) Find() { e.FindFrom(e) }

// FindFrom is Find for an editor that was not visible before, unlike in, which is in the same
// window (widget.Focus).
func (e *Editor) FindFrom(in fyne.CanvasObject) {
	if text := e.model.selected(); text != "" && len(text) <= longestNeedle && !strings.ContainsAny(text, "\r\n") {
		e.bar.entry.Put(text)
		e.finder.search(text)
	}
	e.bar.show(true)
	e.bar.count()
	widget.Focus(e.bar.entry, in)
}

// close hides the bar, and reports whether it was visible.
func (b *bar) close() bool {
	if !b.object.Visible() {
		return false
	}
	b.show(false)
	widget.Focus(b.editor, b.editor)
	return true
}

func (b *bar) show(shown bool) {
	if b.object.Visible() == shown {
		return
	}
	b.object.Hidden = !shown
	widget.LayOut(b.editor.object)
	if b.editor.OnResized != nil {
		b.editor.OnResized()
	}
}

// search finds the typed text, starting at the current match.
func (b *bar) search(needle string) {
	e := b.editor
	e.finder.search(needle)
	from, _ := e.model.selection()
	e.goTo(e.finder.next(from))
}

// findAgain goes to the next or previous match; if there is no search text yet, it shows the
// bar.
func (e *Editor) findAgain(backwards bool) {
	if e.finder.needle == "" {
		e.Find()
		return
	}
	from, to := e.model.selection()
	if backwards {
		e.goTo(e.finder.previous(from))
	} else {
		e.goTo(e.finder.next(to))
	}
}

// goTo selects a match.
func (e *Editor) goTo(from, to Pos, found bool) {
	if found {
		e.model.selectFrom(from, to)
		if row := e.cursorRow(); !slices.Contains(e.view.inSight(), row) {
			e.view.scrollTo(e.view.step(row, -e.view.height/2)) // with the text around it
		}
		e.moved()
	}
	e.bar.count()
}

// count shows the number of matches, and which of them is selected.
func (b *bar) count() {
	if !b.object.Visible() {
		return
	}
	from, _ := b.editor.model.selection()
	number, total := b.editor.finder.count(from)
	switch data := map[string]any{"N": number, "M": total}; {
	case b.editor.finder.needle == "":
		b.found.SetText("")
	case total == 0:
		b.found.SetText(wording.L("not-found", "not found"))
	case number == 0:
		b.found.SetText(wording.L("m-found", "{{.M}} found", data))
	default:
		b.found.SetText(wording.L("n-of-m", "{{.N}} of {{.M}}", data))
	}
}
