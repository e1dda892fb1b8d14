package field

import (
	"fmt"
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
)

// Birthday edits a day whose year may be missing, and says what was understood.
type Birthday struct {
	desk   Desk
	object *fyne.Container
	entry  *widget.Entry
	words  *widget.Line
	// put is the birthday in its text form, shown how it stands in the entry.
	put, shown string
}

// NewBirthday is a birthday that is not known.
func NewBirthday(d Desk, hint string) *Birthday {
	c := &Birthday{desk: d, entry: widget.NewEntry(d.Keys, hint), words: widget.NewLine("", quiet)}
	c.entry.OnChanged = func(string) {
		c.say()
		d.Changed()
	}
	c.object = container.NewVBox(c.entry, c.words)
	c.say()
	return c
}

// Object is what is shown.
func (c *Birthday) Object() fyne.CanvasObject { return c.object }

// Focus is the entry.
func (c *Birthday) Focus() fyne.Focusable { return c.entry }

// Put shows a birthday.
func (c *Birthday) Put(value string) {
	c.put, c.shown = value, withPoints(value)
	c.entry.Put(c.shown)
	c.say()
}

// Value is the birthday as it was put, or what was typed since.
func (c *Birthday) Value() string {
	if c.entry.Text() == c.shown {
		return c.put
	}
	return c.entry.Text()
}

// Resolved is the birthday in its text form, also where it was typed with
// points: 12.4. or 12.4.1985.
func (c *Birthday) Resolved() string {
	typed := strings.TrimSpace(c.entry.Text())
	if f, err := record.Find(record.Contact, "birthday"); err == nil {
		if value, err := f.Canonical(pointed(typed)); err == nil {
			return value
		}
	}
	return typed
}

// SetEnabled allows typing.
func (c *Birthday) SetEnabled(enabled bool) { setEnabled(enabled, c.entry) }

func (c *Birthday) say() {
	words := c.desk.Speaker.Birthday(c.Resolved())
	c.words.SetText(words)
	if c.words.Hidden != (words == "") {
		c.words.Hidden = words == ""
		c.desk.Resized()
	}
}

// points are a day and a month, perhaps with a year, as they are written with
// points: 12.4.1985.
var points = regexp.MustCompile(`^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})?$`)

// pointed is the text form of a day that was typed with points; other texts stay.
func pointed(typed string) string {
	m := points.FindStringSubmatch(typed)
	if m == nil {
		return typed
	}
	year := m[3]
	if year == "" {
		year = "-"
	}
	return fmt.Sprintf("%s-%02s-%02s", year, m[2], m[1])
}

// yearless is the text form of a day of any year.
var yearless = regexp.MustCompile(`^--(\d{2})-(\d{2})$`)

// withPoints is a birthday as people write it where its text form has no year
// and would be a riddle: 12.4. for --04-12.
func withPoints(value string) string {
	m := yearless.FindStringSubmatch(value)
	if m == nil {
		return value
	}
	return strings.TrimPrefix(m[2], "0") + "." + strings.TrimPrefix(m[1], "0") + "."
}
