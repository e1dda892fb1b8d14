package textedit

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// desk is an editor in its own window, controlled by keys and the mouse.
type desk struct {
	*Editor
	t      testing.TB
	window fyne.Window
	held   fyne.KeyModifier
	// up are the forwarded keys, changes counts the calls of OnChanged.
	up      []string
	changes int
	at      time.Time
}

func open(t testing.TB, text string) *desk {
	t.Helper()
	uitest.App(t, theme.New(1))
	d := &desk{t: t}
	d.Editor = New(&widget.Keys{
		Held:     func() fyne.KeyModifier { return d.held },
		Key:      func(ev *fyne.KeyEvent) bool { d.up = append(d.up, string(ev.Name)); return true },
		Shortcut: func(s fyne.Shortcut) bool { d.up = append(d.up, s.ShortcutName()); return true },
	}, "Text", 3)
	d.OnChanged = func() { d.changes++ }
	d.now = func() time.Time { return d.at }
	d.window = test.NewTempWindow(t, d.Object())
	d.window.Resize(fyne.NewSize(400, 300))
	d.Put(text)
	d.window.Canvas().Focus(d.Editor)
	return d
}

// press presses keys, by name: "Home", "shift+Left", "ctrl+End".
func (d *desk) press(keys ...string) {
	for _, key := range keys {
		parts := strings.Split(key, "+")
		name := keyNamed(parts[len(parts)-1])
		d.held = 0
		for _, p := range parts[:len(parts)-1] {
			d.held |= map[string]fyne.KeyModifier{"shift": fyne.KeyModifierShift, "ctrl": fyne.KeyModifierControl, "alt": fyne.KeyModifierAlt}[p]
		}
		focused := d.window.Canvas().Focused()
		if d.held&^fyne.KeyModifierShift == 0 {
			focused.TypedKey(&fyne.KeyEvent{Name: name})
		} else {
			focused.(fyne.Shortcutable).TypedShortcut(d.shortcut(name))
		}
		d.held = 0
	}
}

// keyNamed returns Fyne's name of a key.
func keyNamed(name string) fyne.KeyName {
	if own := map[string]fyne.KeyName{"Backspace": fyne.KeyBackspace, "PageUp": fyne.KeyPageUp, "PageDown": fyne.KeyPageDown, "Menu": desktop.KeyMenu}[name]; own != "" {
		return own
	}
	return fyne.KeyName(name)
}

func (d *desk) shortcut(name fyne.KeyName) fyne.Shortcut {
	clipboard := fyne.CurrentApp().Clipboard()
	if s := map[fyne.KeyName]fyne.Shortcut{
		"Z": &fyne.ShortcutUndo{}, "Y": &fyne.ShortcutRedo{}, "A": &fyne.ShortcutSelectAll{},
		"C": &fyne.ShortcutCopy{Clipboard: clipboard}, "X": &fyne.ShortcutCut{Clipboard: clipboard}, "V": &fyne.ShortcutPaste{Clipboard: clipboard},
	}[name]; s != nil && d.held == fyne.KeyModifierControl {
		return s
	}
	return &desktop.CustomShortcut{KeyName: name, Modifier: d.held}
}

func (d *desk) types(text string) { test.Type(d.window.Canvas().Focused(), text) }

func (d *desk) want(text string) {
	d.t.Helper()
	if d.Text() != text {
		d.t.Errorf("the text is %.60q, want %.60q", d.Text(), text)
	}
}

func (d *desk) wantSelected(text string) {
	d.t.Helper()
	if d.Selected() != text {
		d.t.Errorf("selected is %.60q, want %.60q", d.Selected(), text)
	}
}

// shown returns the drawn rows.
func (d *desk) shown() (rows []string) {
	for _, r := range d.drawing.rows {
		if r.Visible() {
			rows = append(rows, r.Text)
		}
	}
	return rows
}

func prose(bytes int) string {
	return strings.Repeat("All work and no play makes Jack a dull boy, as they say at home.\n", bytes/65+1)[:bytes]
}

func TestTypingAndKeys(t *testing.T) {
	d := open(t, "")
	d.types("one two\tß")
	d.press("Return")
	d.types("x")
	d.want("one two\tß\nx")
	d.press("ctrl+Home", "ctrl+Right", "shift+End")
	d.wantSelected(" two\tß")
	d.press("Delete", "Down", "End", "Backspace", "ctrl+Backspace")
	d.want("one")
	d.press("shift+Home", "ctrl+X", "ctrl+V", "ctrl+V", "ctrl+A", "ctrl+C", "ctrl+End", "ctrl+V")
	d.want("oneoneoneone")
	d.press("ctrl+shift+Left")
	d.wantSelected("oneoneoneone")
	d.press("Left")
	d.types("!")
	d.want("!oneoneoneone")
	if len(d.up) > 0 {
		t.Errorf("handed up %v", d.up)
	}
}

// Fyne passes on text committed by an input method letter by letter: characters of several
// code points are typed and erased as one.
func TestWhatAnInputMethodCommitsIsTyped(t *testing.T) {
	d := open(t, "")
	for _, text := range []string{"日本語", "한국", "e\u0301", "👩\u200d👩\u200d👧", "שלום"} {
		d.Put("")
		for _, r := range text {
			d.TypedRune(r)
		}
		d.want(text)
	}
	d.Put("日")
	d.press("ctrl+End")
	for _, r := range "e\u0301👩\u200d👩\u200d👧" {
		d.TypedRune(r)
	}
	d.press("Backspace")
	d.want("日e\u0301")
	d.press("Left")
	d.types("本")
	d.want("日本e\u0301")
}

// Undo is limited to the field: neither Ctrl+Z before the first letter nor Ctrl+Y after the
// last one reaches the window.
func TestUndoEndsAtTheField(t *testing.T) {
	d := open(t, "milk\r\n")
	d.press("ctrl+End")
	d.types("hello you")
	d.press("ctrl+Z", "ctrl+Z")
	d.want("milk\r\n")
	changes := d.changes
	d.press("ctrl+Z", "ctrl+Z")
	d.want("milk\r\n")
	if d.changes != changes {
		t.Error("undoing nothing told of a change")
	}
	d.press("ctrl+Y", "ctrl+shift+Z", "ctrl+Y", "ctrl+Y")
	d.want("milk\r\nhello you")
	d.Put("bread")
	d.press("ctrl+Z")
	d.want("bread")
	if len(d.up) > 0 {
		t.Errorf("handed up %v", d.up)
	}
}

// Keys that the editor does not use reach the window, and Tab leaves the editor.
func TestCommandsAreHandedUp(t *testing.T) {
	d := open(t, "milk")
	d.press("F8", "shift+F8", "Escape", "ctrl+Return", "ctrl+N", "ctrl+R", "alt+Down", "F1")
	if got, want := strings.Join(d.up, " "), "F8 F8 Escape CustomDesktop:Control+Return CustomDesktop:Control+N CustomDesktop:Control+R CustomDesktop:Alt+Down F1"; got != want {
		t.Errorf("handed up %v", got)
	}
	d.want("milk")
	if d.AcceptsTab() {
		t.Error("Tab stays in the editor")
	}
}

// A key press in a long text measures the current word and wraps the current line, however
// long the text is.
func TestAKeyCostsWhatIsInSight(t *testing.T) {
	for name, text := range map[string]string{
		"300 KB": prose(300_000), "3 MB": prose(3_000_000), "one line": strings.ReplaceAll(prose(100_000), "\n", " "), "no blanks": strings.Repeat("x", 100_000),
	} {
		d := open(t, text)
		work := &d.view.wrap.wrapped
		if *work > 2*len(d.drawing.rows) {
			t.Errorf("%s: opening it wraps %d lines", name, *work)
		}
		d.press("ctrl+End", "ctrl+Home")
		for range 20 {
			d.press("Down")
		}
		d.types("word ")
		measured := &d.view.wrap.measured
		lines, texts := *work, *measured
		const keys = 10
		for range keys / 2 {
			d.types("a")
			d.press("Backspace")
		}
		if *work-lines > keys {
			t.Errorf("%s: %d keys wrap %d lines", name, keys, *work-lines)
		}
		if *measured-texts > 3*keys {
			t.Errorf("%s: %d keys measure %d texts", name, keys, *measured-texts)
		}
		lines = *work
		d.press("Return", "ctrl+Z", "PageDown", "PageUp")
		if *work-lines > 5*len(d.drawing.rows) {
			t.Errorf("%s: a new line and a page wrap %d lines", name, *work-lines)
		}
		if d.Put(text); len(d.Text()) != len(text) {
			t.Errorf("%s: %d bytes of %d", name, len(d.Text()), len(text))
		}
	}
}

// A paste of 50 KB wraps the visible part, and is one undo step.
func TestALargePaste(t *testing.T) {
	text := prose(80_000)
	d := open(t, text)
	fyne.CurrentApp().Clipboard().SetContent(prose(50_000))
	lines := d.view.wrap.wrapped
	d.press("ctrl+V")
	if n := d.view.wrap.wrapped - lines; n > 3*len(d.drawing.rows) {
		t.Errorf("%d lines are wrapped", n)
	}
	d.want(prose(50_000) + text)
	d.press("ctrl+Z")
	d.want(text)
}

// The text wraps between words, and again when the width changes; nothing is lost, and the top
// row stays.
func TestTheTextWrapsToItsWidth(t *testing.T) {
	text := "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen\nshort\n\nthelongestwordthatanybodyeversawinawindowthatisasnarrowasthisoneisorasthenextone\n中文中文中文中文中文中文中文中文中文中文中文。中文中文中文中文中文中文中文中文中文中文"
	d := open(t, text)
	for _, width := range []float32{600, 150} {
		d.window.Resize(fyne.NewSize(width, 700))
		got := d.shown()
		squeeze := strings.NewReplacer(" ", "", "\n", "")
		if all := strings.Join(got, ""); squeeze.Replace(all) != squeeze.Replace(text) {
			t.Errorf("at %v: %q", width, got)
		}
		for _, row := range got {
			if measure(row) > d.Size().Width-2*inset()+1 {
				t.Errorf("at %v: %q is %v wide", width, row, measure(row))
			}
			if strings.HasPrefix(row, "。") {
				t.Errorf("at %v: %q begins with a full stop", width, row)
			}
		}
	}
	d.Put(prose(50_000))
	d.view.scroll(300)
	top := d.view.shown(d.view.top)
	d.window.Resize(fyne.NewSize(190, 600))
	if now := d.view.shown(d.view.top); !strings.HasPrefix(now, top) {
		t.Errorf("at the top was %q, and now is %q", top, now)
	}
}

// A word that is wider than a row is broken neither inside a number nor before punctuation,
// unless there is nothing else in the row.
func TestAWideWordIsBrokenWhereItMayBe(t *testing.T) {
	w := newWrapper(func(s string) float32 { return float32(len(s)) })
	w.width = 8
	for word, want := range map[string]string{
		"abcdef12345":       "abcdef|12345",
		"abcdefgh, i":       "abcdefg|h, i",
		"12345678901234":    "12345678|901234",
		"abcdef1234abcdefg": "abcdef|1234abcd|efg",
		"ab12:30cd45.678ef": "ab12:30c|d45.678e|f",
	} {
		got, from := []string{}, 0
		for _, at := range append(w.rows(word), len(word)) {
			got, from = append(got, word[from:at]), at
		}
		if all := strings.Join(got, "|"); all != want {
			t.Errorf("%q: got %q, want %q", word, all, want)
		}
	}
}

// End goes to the end of the row, even within a line; Up and Down stay in their column.
func TestRowsOfALine(t *testing.T) {
	d := open(t, strings.TrimSpace(strings.Repeat("word ", 60)))
	d.press("End")
	first := d.model.cursor
	if d.cursorRow() != (rowAt{0, 0}) || first.Col != d.view.of(0)[0] {
		t.Errorf("End goes to %v in row %v", first, d.cursorRow())
	}
	d.press("Home")
	if d.model.cursor != (Pos{}) {
		t.Errorf("Home goes to %v", d.model.cursor)
	}
	d.press("Right", "Right", "Down", "Down", "Up", "Up")
	if d.model.cursor != (Pos{0, 2}) {
		t.Errorf("down and up go to %v", d.model.cursor)
	}
	d.press("Down", "Home")
	if d.model.cursor.Col != d.view.of(0)[0] || d.cursorRow().row != 1 {
		t.Errorf("Home of the second row goes to %v in row %v", d.model.cursor, d.cursorRow())
	}
	d.press("Up", "Up", "ctrl+End", "Down", "shift+PageUp", "shift+PageUp", "shift+PageUp")
	d.wantSelected(d.Text())
}

// The cursor is visible after every key press.
func TestTheCursorIsInSight(t *testing.T) {
	d := open(t, prose(80_000))
	for _, key := range []string{"PageDown", "PageDown", "ctrl+End", "Up", "PageUp", "ctrl+Home", "Down", "Right", "Left"} {
		d.press(key)
		if !d.drawing.caret.line.Visible() {
			t.Errorf("after %s it is not", key)
		}
	}
}

// The mouse selects, by words after two clicks and by lines after three, and across screens.
func TestTheMouseSelects(t *testing.T) {
	d := open(t, "one two\nthree four\n"+prose(10_000))
	place := func(row int, text string) fyne.Position {
		return fyne.NewPos(inset()+measure(text), inset()+(float32(row)+.5)*rowHeight())
	}
	down := func(at fyne.Position, held fyne.KeyModifier) {
		d.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary, Modifier: held})
	}
	drag := func(at fyne.Position) { d.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}}) }
	down(place(0, "one"), 0)
	if d.model.cursor != (Pos{0, 3}) {
		t.Errorf("a click goes to %v", d.model.cursor)
	}
	down(place(1, "three"), fyne.KeyModifierShift)
	d.wantSelected(" two\nthree")
	d.at = d.at.Add(time.Minute)
	down(place(0, "o"), 0)
	down(place(0, "o"), 0)
	d.wantSelected("one")
	drag(place(1, "thr"))
	d.wantSelected("one two\nthree")
	d.DragEnd()
	down(place(0, "o"), 0)
	d.wantSelected("one two\n")
	d.at = d.at.Add(time.Minute)
	down(place(1, ""), 0)
	d.wantSelected("")
	drag(place(0, "one "))
	d.wantSelected("two\n")
	top := d.view.top
	for range 50 {
		d.at = d.at.Add(time.Second)
		drag(fyne.NewPos(100, d.Size().Height+30))
		d.tick()
	}
	d.DragEnd()
	if !top.before(d.view.top) || len(d.Selected()) < 3000 || !strings.HasPrefix(d.Selected(), "three four\n") {
		t.Errorf("dragged below the editor %d bytes are selected", len(d.Selected()))
	}
	d.at = d.at.Add(time.Minute)
	down(place(2, ""), 0)
	for range 200 {
		d.at = d.at.Add(time.Second)
		drag(fyne.NewPos(0, -30))
		d.tick()
	}
	if d.view.top != (rowAt{}) || d.model.cursor != (Pos{}) {
		t.Errorf("dragged above the editor the cursor is at %v", d.model.cursor)
	}
}

// The wheel and the scroll bar scroll without moving the cursor. If all of the text is
// visible, the wheel scrolls the page around the editor.
func TestScrolling(t *testing.T) {
	d := open(t, "short")
	if d.drawing.wheel.Visible() || d.drawing.slider.Visible() {
		t.Error("a short text scrolls")
	}
	d.Put(prose(300_000))
	if !d.drawing.wheel.Visible() || !d.drawing.slider.Visible() {
		t.Fatal("a long text does not scroll")
	}
	const notch = 25
	d.drawing.wheel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -notch)})
	if above, _ := d.view.total(); above != 3 {
		t.Errorf("a notch of the wheel scrolls by %d rows, want 3", above)
	}
	d.drawing.wheel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -3*notch)})
	if d.view.top == (rowAt{}) || d.drawing.caret.line.Visible() {
		t.Errorf("the wheel leads to %v", d.view.top)
	}
	s := d.drawing.slider
	s.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: s.thumb.Position()}})
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(0, 10_000)}})
	if rows := d.view.inSight(); rows[len(rows)-1].line != len(d.model.lines)-1 || len(rows) != d.view.height {
		t.Errorf("the slider leads to %v of %d lines", rows[len(rows)-1], len(d.model.lines))
	}
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(0, 0)}})
	if d.view.top != (rowAt{}) || d.model.cursor != (Pos{}) {
		t.Errorf("the slider leads to %v, the cursor to %v", d.view.top, d.model.cursor)
	}
}

// Ctrl+F finds, F3 continues in both directions and wraps around, and Esc returns to the text.
func TestFinding(t *testing.T) {
	d := open(t, "Straße one\nstrasse STRASSE\nno\n"+prose(10_000)+"\nstrasse")
	d.press("ctrl+F")
	d.types("strasse")
	if d.bar.found.Text() != "1 of 3" || d.model.cursor.Line != 1 {
		t.Errorf("found %q, cursor %v", d.bar.found.Text(), d.model.cursor)
	}
	d.press("Return", "F3")
	if d.bar.found.Text() != "3 of 3" || d.model.cursor != d.model.end() {
		t.Errorf("then %q, cursor %v", d.bar.found.Text(), d.model.cursor)
	}
	d.press("F3", "shift+F3", "shift+F3")
	if d.bar.found.Text() != "2 of 3" {
		t.Errorf("back: %q", d.bar.found.Text())
	}
	d.wantSelected("STRASSE")
	d.press("Escape")
	d.types("x")
	d.press("shift+F3")
	d.wantSelected("strasse")
	if d.bar.object.Visible() || len(d.up) > 0 {
		t.Errorf("after Esc the bar is there, handed up %v", d.up)
	}
	d.press("ctrl+F")
	if d.bar.found.Text() != "1 of 2" || d.bar.entry.Text() != "strasse" {
		t.Errorf("again: %q of %q", d.bar.found.Text(), d.bar.entry.Text())
	}
	d.types("q")
	if d.bar.found.Text() != "not found" {
		t.Errorf("of what is not there %q is found", d.bar.found.Text())
	}
}

// A read-only text can be read, selected and copied.
func TestWhatCannotBeChanged(t *testing.T) {
	for name, lock := range map[string]func(*desk){
		"read only": func(d *desk) { d.ReadOnly = true },
		"disabled":  func(d *desk) { d.Disable() },
	} {
		d := open(t, "milk\nbread")
		lock(d)
		for _, key := range []string{"Delete", "Backspace", "Return", "ctrl+X", "ctrl+V", "ctrl+Z", "ctrl+A", "ctrl+C"} {
			d.handlesAny(key)
		}
		d.TypedRune('x')
		d.want("milk\nbread")
		d.wantSelected("milk\nbread")
		if got := fyne.CurrentApp().Clipboard().Content(); got != "milk\nbread" {
			t.Errorf("%s: copied %q", name, got)
		}
		if d.changes > 0 {
			t.Errorf("%s: told of %d changes", name, d.changes)
		}
	}
}

// handlesAny sends a key to the editor directly, because a disabled editor cannot have the
// focus.
func (d *desk) handlesAny(key string) {
	if name, ctrl := strings.CutPrefix(key, "ctrl+"); ctrl {
		d.held = fyne.KeyModifierControl
		d.TypedShortcut(d.shortcut(fyne.KeyName(name)))
		d.held = 0
		return
	}
	d.TypedKey(&fyne.KeyEvent{Name: keyNamed(key)})
}

// An empty editor shows a placeholder.
func TestPlaceholder(t *testing.T) {
	d := open(t, "")
	if got := strings.Join(d.shown(), "|"); got != "Text" {
		t.Errorf("it says %q", got)
	}
	d.types("a")
	if got := strings.Join(d.shown(), "|"); got != "a" {
		t.Errorf("then it says %q", got)
	}
}

// The menu offers the possible actions.
func TestTheMenu(t *testing.T) {
	d := open(t, "milk")
	d.press("ctrl+A")
	var can []string
	for _, i := range d.menu().Items {
		if !i.Disabled && !i.IsSeparator {
			can = append(can, i.Label)
		}
	}
	if got := strings.Join(can, ", "); got != "Cut, Copy, Select all, Find…" {
		t.Errorf("it offers %s", got)
	}
	d.press("Menu")
	if d.window.Canvas().Overlays().Top() == nil {
		t.Error("the Menu key shows none")
	}
}

// After a switch between light and dark, the cursor has the color of the current theme.
func TestTheCursorFollowsTheTheme(t *testing.T) {
	d := open(t, "oat milk")
	for _, variant := range []fyne.ThemeVariant{fynetheme.VariantDark, fynetheme.VariantLight} {
		uitest.SetTheme(uitest.InVariant(theme.New(1), variant))
		if got, want := d.drawing.caret.line.FillColor, fynetheme.Color(fynetheme.ColorNamePrimary); got != want || !d.drawing.caret.line.Visible() {
			t.Errorf("in variant %d the cursor is %v, want %v", variant, got, want)
		}
	}
}

// A drag that began in a longer text selects in the present one: a sync may replace the text while
// the button is down, and keys may delete it.
func TestADragContinuesInAShorterText(t *testing.T) {
	for name, shorten := range map[string]func(d *desk){
		"another text": func(d *desk) { d.Put("a\nb") },
		"no text":      func(d *desk) { d.Put("") },
		"a deletion":   func(d *desk) { d.press("Backspace") },
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t, strings.Repeat("long line of text\n", 5)+"the last line")
			at := fyne.NewPos(d.Size().Width-1, d.Size().Height-1)
			d.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
			d.model.selectAll()
			shorten(d)
			d.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(0, 0)}})
			d.TypedRune('x')
			if got := d.Text(); got != "x" {
				t.Errorf("typing in place of everything makes %q", got)
			}
		})
	}
}
