package widget_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// tags returns removable chips in a window.
func tags(t *testing.T, texts ...string) (*widget.Chips, *widget.Entry, fyne.Window) {
	t.Helper()
	themed(t)
	entry := widget.NewEntry(&widget.Keys{}, "")
	c := widget.NewChips(&widget.Keys{})
	c.After = entry
	set := func() { c.Set(len(texts), func(i int) widget.ChipText { return widget.ChipText{Text: texts[i]} }) }
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

// A chip is as wide as its text, and cut if the pane is narrower.
func TestAChipIsCutToItsPane(t *testing.T) {
	long := strings.Repeat("wwww ", 16)
	c, _, w := tags(t, "dairy", long)
	if least := c.Object().MinSize().Width; least > 60 {
		t.Errorf("the chips ask for a width of %.0f", least)
	}
	w.Resize(fyne.NewSize(300, 200))
	short, cut := c.Chips()[0], c.Chips()[1]
	pane := c.Object().Size().Width
	if got := cut.Size().Width; got != pane {
		t.Errorf("the long chip is %.0f wide in a pane of %.0f", got, pane)
	}
	if got := shownIn(cut); !strings.HasSuffix(got, "…") || !strings.HasPrefix(long, strings.TrimSuffix(got, "…")) || len(got) < 10 {
		t.Errorf("the long chip shows %q", got)
	}
	if got := shownIn(short); got != "dairy" || short.Size().Width >= pane/2 {
		t.Errorf("the short chip shows %q and is %.0f wide", got, short.Size().Width)
	}
	if got := cut.Text(); got != long {
		t.Errorf("the text is %q", got)
	}
}

// shownIn returns the text that is drawn.
func shownIn(o fyne.CanvasObject) (text string) {
	uitest.Walk(o, func(o fyne.CanvasObject) {
		if t, is := o.(*canvas.Text); is {
			text += t.Text
		}
	})
	return text
}

// The focus stays at the position of the removed chip, and moves to the entry after the last
// one.
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
