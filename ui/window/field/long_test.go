package field_test

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// A text that is too long for an entry shows its beginning at once, is whole all
// the same, and says what it is.
func TestALongTextShowsItsBeginningAndIsWhole(t *testing.T) {
	defer test.NewTempApp(t)
	for name, text := range map[string]string{
		"lines":    strings.Repeat("a line of a long text\n", 50_000),
		"one line": strings.Repeat("ä", 500_000),
	} {
		for kind, make := range map[string]func(field.Desk) field.Control{
			"text":     func(d field.Desk) field.Control { return field.NewLines(d, "", 3) },
			"markdown": func(d field.Desk) field.Control { return field.NewMarkdown(d, "") },
		} {
			changed := 0
			c := make(field.Desk{Keys: &widget.Keys{}, Changed: func() { changed++ }, Resized: func() {}})
			w := test.NewWindow(c.Object())
			w.Resize(fyne.NewSize(400, 300))
			began := time.Now()
			c.Put(text)
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("%s, %s: took %v", kind, name, took)
			}
			if c.Value() != text || changed > 0 {
				t.Errorf("%s, %s: the value has %d bytes of %d, changed %d times", kind, name, len(c.Value()), len(text), changed)
			}
			c.Put("short")
			if c.Value() != "short" {
				t.Errorf("%s, %s: then %q", kind, name, c.Value())
			}
			w.Close()
		}
	}
}

// Up to some length the whole text can be typed into, after one step.
func TestALongTextCanBeTypedIntoAfterOneStep(t *testing.T) {
	defer test.NewTempApp(t)
	text := strings.Repeat("a line of a long text\n", 2_500)
	c := field.NewLines(field.Desk{Keys: &widget.Keys{}, Changed: func() {}, Resized: func() {}}, "", 3)
	w := test.NewWindow(c.Object())
	defer w.Close()
	c.Put(text)
	button, is := c.Focus().(*widget.Button)
	if !is {
		t.Fatalf("the way to it is %T", c.Focus())
	}
	test.Tap(button)
	entry, is := c.Focus().(*widget.Entry)
	if !is || entry.Text != text || entry.Disabled() {
		t.Errorf("then it is %T", c.Focus())
	}
}
