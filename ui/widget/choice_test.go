package widget_test

import (
	"runtime"
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

var altDown = &desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt}

// Left and Right select the neighboring word; Put calls no callback.
func TestAChoiceIsMadeByTheArrows(t *testing.T) {
	themed(t)
	var chosen []int
	c := widget.NewChoice(&widget.Keys{}, []string{"none", "high", "low"}, func(i int) { chosen = append(chosen, i) })
	c.Put(1)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if len(chosen) != 2 || chosen[0] != 2 || chosen[1] != 1 {
		t.Errorf("chosen %v, want [2 1]", chosen)
	}
	c.Disable()
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if c.SelectedIndex() != 1 {
		t.Error("a choice that is for reading only was changed")
	}
}

// Every key for opening the words does so, and they receive the keys.
func TestAChoiceIsOpenedByKeys(t *testing.T) {
	themed(t)
	for name, open := range map[string]func(*widget.Choice){
		"Space":    func(c *widget.Choice) { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace}) },
		"Enter":    func(c *widget.Choice) { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) },
		"Alt+Down": func(c *widget.Choice) { c.TypedShortcut(altDown) },
	} {
		chosen := -1
		c := widget.NewChoice(&widget.Keys{}, []string{"none", "high", "low"}, func(i int) { chosen = i })
		w := test.NewTempWindow(t, c)
		w.Canvas().Focus(c)
		open(c)
		for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn} {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: key})
		}
		if chosen != 1 {
			t.Errorf("%s: chosen %d, want 1", name, chosen)
		}
		if w.Canvas().Focused() != fyne.Focusable(c) {
			t.Errorf("%s: the focus is on %T", name, w.Canvas().Focused())
		}
	}
}

// long returns a choice of many words in a window, opened by its key.
func long(t *testing.T, n int, chosen func(int)) (*widget.Choice, fyne.Canvas) {
	t.Helper()
	themed(t)
	words := make([]string, n)
	for i := range words {
		words[i] = "list " + strconv.Itoa(100_000+i)
	}
	c := widget.NewChoice(&widget.Keys{}, words, chosen)
	w := test.NewTempWindow(t, container.NewVBox(c))
	w.Resize(fyne.NewSize(400, 300))
	w.Canvas().Focus(c)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	return c, w.Canvas()
}

func TestAWordOfALongChoiceIsFoundByItsBeginning(t *testing.T) {
	chosen := -1
	c, in := long(t, 20_000, func(i int) { chosen = i })
	for _, r := range "list 1153" {
		in.Focused().TypedRune(r)
	}
	in.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	in.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if chosen != 15_301 || c.Selected != "list 115301" {
		t.Errorf("chosen %d, %q", chosen, c.Selected)
	}
	if in.Overlays().Top() != nil || in.Focused() != fyne.Focusable(c) {
		t.Errorf("over it is %v, the focus is on %T", in.Overlays().Top(), in.Focused())
	}
}

func TestALongChoiceIsLeftAsItIsByEscape(t *testing.T) {
	chosen := -1
	c, in := long(t, 51, func(i int) { chosen = i })
	in.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	in.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if chosen != -1 || c.SelectedIndex() != 0 || in.Overlays().Top() != nil {
		t.Errorf("chosen %d, %d is shown, over it is %v", chosen, c.SelectedIndex(), in.Overlays().Top())
	}
}

func TestAClickChoosesInALongChoice(t *testing.T) {
	chosen := -1
	c, in := long(t, 51, func(i int) { chosen = i })
	in.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	test.Tap(c)
	over := fyne.CurrentApp().Driver().AbsolutePositionForObject(uitest.Drawn(in.Overlays().Top())[1])
	row := fyne.MeasureText("list", fynetheme.TextSize(), fyne.TextStyle{}).Height + fynetheme.Padding()
	test.TapCanvas(in, over.AddXY(20, fynetheme.InnerPadding()/2+3.5*row))
	if chosen != 3 || c.Selected != "list 100003" {
		t.Errorf("chosen %d, %q", chosen, c.Selected)
	}
	if in.Overlays().Top() != nil {
		t.Error("it is open yet")
	}
}

// It opens as quickly as a short one, however many words there are.
func TestALongChoiceIsOpenedAtOnce(t *testing.T) {
	_, in := long(t, 20_000, nil)
	in.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	c := in.Focused()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took := pace.Yards(func() { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace}) })
	runtime.ReadMemStats(&after)
	if in.Overlays().Top() == nil {
		t.Fatal("it is not open")
	}
	if took > 50 || after.TotalAlloc-before.TotalAlloc > 20<<20 {
		t.Errorf("opening it takes %.0f yards and %d MB", took, (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}

// A menu is created when it is opened, and its items work.
func TestAMenuButtonOpensItsMenu(t *testing.T) {
	themed(t)
	for name, open := range map[string]func(*widget.MenuButton){
		"Enter":    func(b *widget.MenuButton) { b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) },
		"Alt+Down": func(b *widget.MenuButton) { b.TypedShortcut(altDown) },
		"click":    func(b *widget.MenuButton) { test.Tap(b) },
	} {
		done := ""
		b := widget.NewMenuButton(&widget.Keys{}, "Add", func() []*fyne.MenuItem {
			return []*fyne.MenuItem{fyne.NewMenuItem("one", func() { done = "one" }), fyne.NewMenuItem("two", func() { done = "two" })}
		})
		w := test.NewTempWindow(t, b)
		w.Canvas().Focus(b)
		open(b)
		for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn} {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: key})
		}
		if done != "two" {
			t.Errorf("%s: done %q, want two", name, done)
		}
	}
}
