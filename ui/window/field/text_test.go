package field_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// A text of any length is shown completely and can be typed into at once. Untouched parts keep
// their bytes, and setting a text does not call Changed.
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

// Of many elements only the first have a row, and none is lost when these change.
func TestElementsWithoutARowStay(t *testing.T) {
	test.NewTempApp(t)
	var phones []string
	for i := range 200 {
		phones = append(phones, "+49 30 "+strconv.Itoa(1000+i))
	}
	c := field.New(field.Desk{Keys: &widget.Keys{}, Changed: func() {}, Resized: func() {}, Narrow: func() bool { return false }}, record.Field{Name: "phones", Form: record.Entries}).(*field.Rows)
	test.NewTempWindow(t, c.Object())
	c.Put(strings.Join(phones, "\n"))
	if got := c.Value(); got != strings.Join(phones, "\n") {
		t.Errorf("%d of 200 are left", strings.Count(got, "\n")+1)
	}
	c.Add("+49 40 1")
	want := strings.Join(slices.Insert(phones, 50, "+49 40 1"), "\n")
	if got := c.Value(); got != want {
		t.Errorf("with another one there are %d", strings.Count(got, "\n")+1)
	}
}

// Addresses in feeds may have any scheme; only web addresses are opened in the browser.
func TestOnlyAddressesOfTheWebAreOpened(t *testing.T) {
	for address, want := range map[string]bool{
		"https://heise.example/feed": true, "HTTP://heise.example": true, "http://heise.example:8080/a?b#c": true,
		"": false, "heise.example": false, "file:///etc/passwd": false, "javascript:alert(1)": false, "mailto:a@b.example": false,
		"https:": false, "https:///path": false, "feed://heise.example": false, "http://[": false, "ftp://heise.example": false,
	} {
		if got := field.CanOpen(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}

// The e-mail addresses and phone numbers of a contact open mail and phone programs, without
// any other parameters.
func TestContactsOpenMailAndPhone(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		field, value, want string
	}{
		{"emails", "anna@example.org", "mailto:anna@example.org"},
		{"emails", "a?attach=/etc/passwd&b@example.org", "mailto:a%3Fattach=%2Fetc%2Fpasswd&b@example.org"},
		{"emails", "javascript:alert(1)", ""},
		{"emails", "a@b, c@d", ""},
		{"emails", "@b", ""},
		{"phones", "+49 (40) 123-45", "tel:+494012345"},
		{"phones", "*100#", "tel:%2A100%23"},
		{"phones", "file:///etc/passwd", ""},
		{"phones", "no number", ""},
		{"urls", "https://example.org/a", "https://example.org/a"},
		{"urls", "javascript:alert(1)", ""},
		{"urls", "file:///etc/passwd", ""},
	} {
		opened := ""
		shown := field.NewReading(field.Desk{
			Keys: &widget.Keys{}, Changed: func() {}, Resized: func() {}, Narrow: func() bool { return false },
			Open: func(address string) { opened = address },
		}, record.Field{Name: c.field, Form: record.Entries})
		shown.Put(record.Entry{Value: c.value}.String())
		for _, o := range uitest.Drawn(shown.Object()) {
			if l, is := o.(*widget.Link); is {
				test.Tap(l)
			}
		}
		if opened != c.want || opened != "" && !field.CanOpen(opened) && !field.IsContact(opened) {
			t.Errorf("%q opens %q, want %q", c.value, opened, c.want)
		}
	}
	for _, address := range []string{"mailto:a@b?attach=/etc/passwd", "mailto:", "mailto:a@b?", "MAILTOX:a", "tel://x", "javascript:alert(1)", "file:///etc/passwd"} {
		if field.IsContact(address) {
			t.Errorf("%q is opened", address)
		}
	}
}
