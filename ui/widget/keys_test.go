package widget_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// record records forwarded keys.
type record struct{ got []string }

func (r *record) keys() *widget.Keys {
	return &widget.Keys{
		Key:      func(ev *fyne.KeyEvent) bool { r.got = append(r.got, string(ev.Name)); return true },
		Rune:     func(c rune) bool { r.got = append(r.got, string(c)); return true },
		Shortcut: func(s fyne.Shortcut) bool { r.got = append(r.got, s.ShortcutName()); return true },
	}
}

// Whatever has the focus, function keys, Esc and shortcuts reach the window.
func TestEveryWidgetHandsUpCommands(t *testing.T) {
	themed(t)
	save := &desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl}
	for name, make := range map[string]func(*widget.Keys) fyne.Focusable{
		"entry":  func(k *widget.Keys) fyne.Focusable { return widget.NewEntry(k, "") },
		"button": func(k *widget.Keys) fyne.Focusable { return widget.NewButton(k, "x", func() {}) },
		"check":  func(k *widget.Keys) fyne.Focusable { return widget.NewCheck(k, "x", nil) },
	} {
		var r record
		f := make(r.keys())
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF8})
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		f.(fyne.Shortcutable).TypedShortcut(save)
		if len(r.got) != 3 {
			t.Errorf("%s handed up %v", name, r.got)
		}
	}
}

func TestAnEntryTypesWhatItIsGiven(t *testing.T) {
	themed(t)
	var r record
	e := widget.NewEntry(r.keys(), "")
	test.Type(e, "one\ttwo ß")
	if e.Text() != "one\ttwo ß" || len(r.got) != 0 {
		t.Errorf("the text is %q, handed up %v", e.Text(), r.got)
	}
	if e.AcceptsTab() {
		t.Error("Tab would stay in the field")
	}
}

func TestPuttingATextTellsNobody(t *testing.T) {
	themed(t)
	e := widget.NewEntry(&widget.Keys{}, "")
	told := 0
	e.OnChanged = func(string) { told++ }
	e.Put("x")
	if e.Text() != "x" || told != 0 {
		t.Errorf("the text is %q, told %d times", e.Text(), told)
	}
	test.Type(e, "y")
	if told != 1 {
		t.Errorf("typing told %d times", told)
	}
}

func TestAButtonIsPressedBySpaceAndEnter(t *testing.T) {
	themed(t)
	for _, key := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter} {
		pressed := 0
		b := widget.NewButton(&widget.Keys{}, "x", func() { pressed++ })
		b.TypedKey(&fyne.KeyEvent{Name: key})
		b.Disable()
		b.TypedKey(&fyne.KeyEvent{Name: key})
		if pressed != 1 {
			t.Errorf("%s pressed it %d times", key, pressed)
		}
	}
}

// Space arrives as a key and as a character: the check box is toggled once.
func TestSpaceTurnsATickOverOnce(t *testing.T) {
	themed(t)
	c := widget.NewCheck(&widget.Keys{}, "x", nil)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	c.TypedRune(' ')
	if !c.Checked {
		t.Error("the tick is as it was")
	}
}

// Fyne sends Space as a key and then as a character, to whatever has the focus by then.
func TestTheSpaceThatPressedAButtonIsNotTypedElsewhere(t *testing.T) {
	themed(t)
	now := time.Now()
	window := &widget.Keys{Now: func() time.Time { return now }}
	keys := window.Behind(widget.Keys{})
	entry, check := widget.NewEntry(window, ""), widget.NewCheck(keys, "x", nil)
	button := widget.NewButton(keys, "x", func() {})
	press := func() { button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace}) }
	press()
	test.Type(entry, "  a b")
	if entry.Text() != "a b" {
		t.Errorf("the entry has %q", entry.Text())
	}
	press()
	check.TypedRune(' ')
	if check.Checked {
		t.Error("the box is ticked")
	}
	check.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	check.TypedRune(' ')
	if !check.Checked {
		t.Error("the box is not ticked by its own Space")
	}
	press()
	button.TypedRune(' ')
	test.Type(entry, " c")
	if entry.Text() != "a b c" {
		t.Errorf("the entry has %q after the button kept the focus", entry.Text())
	}
	press()
	now = now.Add(time.Second)
	test.Type(entry, " d")
	if entry.Text() != "a b c d" {
		t.Errorf("the entry has %q a second later", entry.Text())
	}
}
