package widget_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

// tags are chips in a window, of which each can be taken off.
func tags(t *testing.T, texts ...string) (*widget.Chips, *widget.Entry, fyne.Window) {
	t.Helper()
	themed(t)
	entry := widget.NewEntry(&widget.Keys{}, "")
	c := widget.NewChips(&widget.Keys{})
	c.After = entry
	set := func() {
		all := make([]widget.ChipText, len(texts))
		for i, text := range texts {
			all[i].Text = text
		}
		c.Set(all)
	}
	c.OnRemoved = func(i int) { texts = slices.Delete(texts, i, i+1); set() }
	w := test.NewTempWindow(t, container.NewVBox(entry, c.Object()))
	w.Resize(fyne.NewSize(200, 200))
	set()
	return c, entry, w
}

func texts(c *widget.Chips) []string {
	var all []string
	for _, chip := range c.Chips() {
		all = append(all, chip.Text())
	}
	return all
}

func TestAChipIsTakenOffByAClickAndByKeys(t *testing.T) {
	for name, remove := range map[string]func(*widget.Chip){
		"click":     func(c *widget.Chip) { test.Tap(c) },
		"Delete":    func(c *widget.Chip) { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete}) },
		"Backspace": func(c *widget.Chip) { c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace}) },
	} {
		c, _, _ := tags(t, "dairy", "shop")
		remove(c.Chips()[0])
		if got := texts(c); !slices.Equal(got, []string{"shop"}) {
			t.Errorf("%s leaves %q", name, got)
		}
	}
}

// The focus stays where the chip was, and goes to the entry after the last one.
func TestTheFocusIsNotLostWithAChip(t *testing.T) {
	c, entry, w := tags(t, "dairy", "shop")
	w.Canvas().Focus(c.Chips()[1])
	c.Chips()[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if w.Canvas().Focused() != fyne.Focusable(c.Chips()[0]) {
		t.Fatalf("the focus is on %T", w.Canvas().Focused())
	}
	c.Chips()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if w.Canvas().Focused() != fyne.Focusable(entry) {
		t.Errorf("the focus is on %T", w.Canvas().Focused())
	}
}

func TestChipsWrapWhereTheyDoNotFit(t *testing.T) {
	c, _, _ := tags(t, "vegetables", "bakery", "wholesale", "dairy")
	first, last := c.Chips()[0], c.Chips()[3]
	if last.Position().Y <= first.Position().Y {
		t.Errorf("the last chip is at %v beside the first at %v", last.Position(), first.Position())
	}
	if right := last.Position().X + last.Size().Width; right > 200 {
		t.Errorf("it ends at %v", right)
	}
}
