package widget_test

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// If a line is replaced while all of it is selected, the new line is selected, too, and every
// letter typed afterwards is kept.
func TestWhatIsTypedAfterTheTextWasReplacedIsThere(t *testing.T) {
	themed(t)
	for _, c := range [][2]string{{"milk", ""}, {"whole milk", "oat"}, {"milk", "oat milk, of which there is never enough"}, {"", "oat milk"}} {
		before, now := c[0], c[1]
		entry := widget.NewEntry(&widget.Keys{}, "")
		w := test.NewTempWindow(t, entry)
		entry.Put(before)
		w.Canvas().Focus(entry)
		entry.TypedShortcut(&fyne.ShortcutSelectAll{})
		entry.Put(now)
		test.Type(entry, "soy")
		if entry.Text() != "soy" {
			t.Errorf("%q replaced by %q: the text is %q", before, now, entry.Text())
		}
	}
}

// Undo and redo in a field only affect its text: however often they are pressed, they are
// never forwarded.
func TestUndoEndsAtTheField(t *testing.T) {
	themed(t)
	again := &desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift}
	for _, redo := range []fyne.Shortcut{&fyne.ShortcutRedo{}, again} {
		var up []string
		keys := &widget.Keys{Shortcut: func(s fyne.Shortcut) bool { up = append(up, s.ShortcutName()); return true }}
		entry := widget.NewEntry(keys, "")
		test.NewTempWindow(t, entry).Canvas().Focus(entry)
		test.Type(entry, "hello")
		for range 3 {
			entry.TypedShortcut(&fyne.ShortcutUndo{})
		}
		if entry.Text() != "" {
			t.Errorf("after undo: %q", entry.Text())
		}
		for range 3 {
			entry.TypedShortcut(redo)
		}
		if entry.Text() != "hello" || len(up) > 0 {
			t.Errorf("after redo: %q, handed up %v", entry.Text(), up)
		}
	}
}

func form(t *testing.T) (labels, fields []fyne.CanvasObject, c *fyne.Container) {
	t.Helper()
	c = container.New(widget.Form{})
	for _, text := range []string{"Due", "Web address", "Tags"} {
		label, field := widget.NewWholeLine(text, widget.TextStyle{}), widget.NewEntry(&widget.Keys{}, "")
		labels, fields = append(labels, label), append(fields, field)
		c.Add(label)
		c.Add(field)
	}
	return labels, fields, c
}

// Fields begin where the widest label ends; a hidden pair takes no space.
func TestLabelsStandLeftOfTheirFields(t *testing.T) {
	themed(t)
	labels, fields, c := form(t)
	test.NewTempWindow(t, c).Resize(fyne.NewSize(400, 400))
	for i := range fields {
		if right := labels[1].Position().X + labels[1].Size().Width; fields[i].Position().X <= right {
			t.Errorf("field %d begins at %v, the widest label ends at %v", i, fields[i].Position().X, right)
		}
	}
	third, height := fields[2].Position().Y, c.MinSize().Height
	labels[1].Hide()
	fields[1].Hide()
	widget.LayOut(c)
	if fields[2].Position().Y >= third || c.MinSize().Height >= height {
		t.Errorf("the third field is at %v, was at %v", fields[2].Position().Y, third)
	}
}

func TestLabelsStandAboveWhereTextIsLarge(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(1.5))
	labels, fields, c := form(t)
	test.NewTempWindow(t, c).Resize(fyne.NewSize(400, 600))
	for i := range fields {
		if fields[i].Position().X != 0 || labels[i].Position().Y >= fields[i].Position().Y {
			t.Errorf("field %d is at %v, its label at %v", i, fields[i].Position(), labels[i].Position())
		}
	}
}

func TestARemarkTakesRoomOnlyWhereItSaysSomething(t *testing.T) {
	themed(t)
	r := widget.NewRemark()
	if r.Object().Visible() {
		t.Error("a remark that says nothing is seen")
	}
	if !r.SetText("Not a date.") || r.SetText("Not a date.") || !r.Object().Visible() || r.Text() != "Not a date." {
		t.Errorf("it says %q, seen: %v", r.Text(), r.Object().Visible())
	}
	if !r.SetText("") || r.Object().Visible() {
		t.Error("it is still seen")
	}
}

// Keys in front of those of the window receive events first.
func TestOwnKeysComeBeforeThoseOfTheWindow(t *testing.T) {
	var got []string
	note := func(who string, uses bool) func(*fyne.KeyEvent) bool {
		return func(ev *fyne.KeyEvent) bool {
			got = append(got, who+" "+string(ev.Name))
			return uses && ev.Name == fyne.KeyEscape
		}
	}
	window := &widget.Keys{Key: note("window", true)}
	b := widget.NewButton(window.Behind(widget.Keys{Key: note("own", true)}), "x", nil)
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF8})
	if len(got) != 3 || got[0] != "own Escape" || got[1] != "own F8" || got[2] != "window F8" {
		t.Errorf("got %q", got)
	}
}

// themed sets up a test application with the colors of Crossfeed.
func themed(t *testing.T) {
	t.Helper()
	uitest.App(t, theme.New(1))
}

// After a switch between light and dark, the cursor has the color of the current theme, even
// in a field that has the focus at that time, and nothing else changes there.
func TestTheCursorFollowsTheTheme(t *testing.T) {
	themed(t)
	entry := widget.NewEntry(&widget.Keys{}, "")
	left := false
	entry.OnLeft = func() { left = true }
	w := test.NewTempWindow(t, entry)
	w.Resize(fyne.NewSize(300, 100))
	w.Canvas().Focus(entry)
	test.Type(entry, "oat milk")
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	for _, variant := range []fyne.ThemeVariant{fynetheme.VariantDark, fynetheme.VariantLight, fynetheme.VariantDark} {
		uitest.SetTheme(uitest.InVariant(theme.New(1), variant))
		want := opaque(fynetheme.Color(fynetheme.ColorNamePrimary))
		if got := cursorOf(t, entry); got != want {
			t.Errorf("in variant %d the cursor is %v, want %v", variant, got, want)
		}
	}
	if left || w.Canvas().Focused() != entry || entry.SelectedText() != "oat milk" {
		t.Errorf("left: %v, the focus has %v, selected is %q", left, w.Canvas().Focused(), entry.SelectedText())
	}
}

// cursorOf returns the color of a field's cursor. Fyne fades it as it blinks.
func cursorOf(t *testing.T, entry *widget.Entry) color.NRGBA {
	t.Helper()
	for _, o := range uitest.Drawn(entry) {
		if r, is := o.(*canvas.Rectangle); is && r.Visible() && r.Size().Width == fynetheme.InputBorderSize() {
			return opaque(r.FillColor)
		}
	}
	t.Fatal("there is no cursor")
	return color.NRGBA{}
}

func opaque(c color.Color) color.NRGBA {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	n.A = 0xff
	return n
}
