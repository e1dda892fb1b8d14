package field_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// A text of any length is shown whole and can be typed into at once. What was not touched
// keeps its bytes, and putting a text tells nobody.
func TestATextOfAnyLengthIsTypedIntoAtOnce(t *testing.T) {
	defer test.NewTempApp(t)
	for name, text := range map[string]string{
		"lines":         strings.Repeat("a line of a long text\r\n", 50_000),
		"one line":      strings.Repeat("ä", 500_000),
		"no end":        strings.Repeat("a line of a long text\n", 2_500) + "the last",
		"short":         "milk",
		"several lines": "one\rtwo\r\nthree\n",
	} {
		for kind, make := range map[string]func(field.Desk) field.Control{
			"text":     func(d field.Desk) field.Control { return field.NewLines(d, "", 3) },
			"line":     func(d field.Desk) field.Control { return field.NewLine(d, "") },
			"title":    func(d field.Desk) field.Control { return field.NewTitle(d, "") },
			"markdown": func(d field.Desk) field.Control { return field.NewMarkdown(d, "") },
		} {
			changed := 0
			c := make(field.Desk{Keys: &widget.Keys{}, Changed: func() { changed++ }, Resized: func() {}})
			w := test.NewWindow(c.Object())
			w.Resize(fyne.NewSize(400, 300))
			c.Put(text)
			if c.Value() != text || changed > 0 {
				t.Errorf("%s, %s: the value has %d bytes of %d, changed %d times", kind, name, len(c.Value()), len(text), changed)
			}
			if button, leads := c.Focus().(*widget.Button); leads {
				test.Tap(button)
			}
			w.Canvas().Focus(c.Focus())
			c.Focus().TypedRune('x')
			if len(c.Value()) != len(text)+1 && kind != "line" && kind != "title" || !strings.Contains(c.Value(), "x") || changed != 1 {
				t.Errorf("%s, %s: after a letter the value has %d bytes, changed %d times", kind, name, len(c.Value()), changed)
			}
			c.Put("short")
			if c.Value() != "short" {
				t.Errorf("%s, %s: then %q", kind, name, c.Value())
			}
			w.Close()
		}
	}
}
