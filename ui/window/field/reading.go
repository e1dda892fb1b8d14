package field

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Reading shows the value of a field that is not edited. Telephone numbers and addresses are
// links.
type Reading struct {
	desk  Desk
	field record.Field
	style widget.TextStyle
	// object contains the column of lines.
	object, column *fyne.Container
	value          string
	// lines are all lines created so far, with those that are not needed for this value.
	lines []*readingLine
	// more shows how many lines are not shown.
	more *widget.Line
}

// NewReading returns a control that shows values of a field.
func NewReading(d Desk, f record.Field) *Reading {
	c := &Reading{desk: d, field: f, column: container.NewVBox(), more: widget.NewLine("", quiet)}
	// The first line is as high as its label, which is in the middle of the line of an entry.
	c.object = container.New(layout.NewCustomPaddedLayout(fynetheme.InnerPadding(), 0, 0, 0), c.column)
	return c
}

// NewReadingTitle returns a control that shows a title.
func NewReadingTitle(d Desk) *Reading {
	c := NewReading(d, record.Field{Form: record.Line})
	c.object = c.column
	c.style = widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}
	return c
}

func (c *Reading) Object() fyne.CanvasObject { return c.object }

// Focus returns nil: nothing can be typed.
func (c *Reading) Focus() fyne.Focusable { return nil }

func (c *Reading) Value() string { return c.value }

// SetEnabled does nothing. Links can always be opened.
func (c *Reading) SetEnabled(bool) {}

func (c *Reading) Put(value string) {
	c.value = value
	var all []element
	first, more := firstLines(value, mostRows)
	if first != "" {
		all = c.elements(first)
	}
	for len(c.lines) < len(all) {
		c.lines = append(c.lines, newReadingLine(c.desk.Keys))
	}
	c.column.Objects = nil
	for i, e := range all {
		c.lines[i].show(e, c.style)
		c.column.Objects = append(c.column.Objects, c.lines[i].object)
	}
	if more > 0 {
		c.more.SetText(wording.N("and-n-more", "and {{.N}} more", more, wording.Data{"N": wording.Number(more)}))
		c.column.Objects = append(c.column.Objects, c.more)
	}
}

// firstLines returns at most n lines of a text, and how many more it has.
func firstLines(text string, n int) (first string, more int) {
	end := 0
	for range n {
		at := strings.IndexByte(text[end:], '\n')
		if at < 0 {
			return text, 0
		}
		end += at + 1
	}
	return text[:end-1], strings.Count(text[end:], "\n") + 1
}

// element is one of the values of a field. open is nil if it is not a link.
type element struct {
	text, caption string
	open          func()
}

// elements returns what a value shows.
func (c *Reading) elements(value string) (all []element) {
	form := c.field.Form
	if form == record.Entries || form == record.Addresses {
		if entries, err := record.ParseEntries(value); err == nil {
			for _, e := range entries {
				all = append(all, c.entry(e))
			}
			return all
		}
	}
	for line := range strings.SplitSeq(c.desk.Speaker.Value(form, value), "\n") {
		if form == record.Custom {
			line = wording.CustomField(line)
		}
		all = append(all, element{text: line})
	}
	return all
}

// entry returns a number or address, with its types below it.
func (c *Reading) entry(e record.Entry) element {
	shown := element{text: c.desk.Speaker.Value(c.field.Form, record.Entry{Value: e.Value}.String()), caption: wording.Marks(withoutDefaults(e))}
	if address := addressOf(c.field.Name, e.Value); address != "" {
		shown.open = func() { c.desk.Open(address) }
	}
	if shown.open != nil && c.field.Form == record.Addresses {
		shown.caption = strings.TrimPrefix(shown.caption+" · "+wording.L("map-on-openstreetmap-org", "map on openstreetmap.org"), " · ")
	}
	return shown
}

// withoutDefaults returns an entry without the types that vCard assumes, or that only
// distinguish technical formats. They mean nothing to people.
func withoutDefaults(e record.Entry) record.Entry {
	e.Types = slices.DeleteFunc(slices.Clone(e.Types), func(t string) bool {
		return slices.Contains([]string{"internet", "voice", "pref", "x400", "postal", "parcel", "intl", "dom"}, strings.ToLower(t))
	})
	return e
}

// addressOf returns the address that opens a value of a field, or "".
func addressOf(name, value string) string {
	switch name {
	case "phones":
		return phoneAddress(value)
	case "emails":
		return mailAddress(value)
	case "urls":
		return webAddress(value)
	case "addresses":
		a, _ := record.ParseAddress(value)
		return mapAddress(a)
	}
	return ""
}

// readingLine shows an element.
type readingLine struct {
	object *fyne.Container
	link   *widget.Link
	// room gives the link its width.
	room    *fyne.Container
	words   *widget.Words
	caption *widget.Line
}

// wordRows is the maximum number of rows of a line of text, which may be a long paragraph.
const wordRows = 40

func newReadingLine(keys *widget.Keys) *readingLine {
	l := &readingLine{link: widget.NewLink(keys), words: widget.NewWords(wordRows), caption: widget.NewLine("", quiet)}
	l.room = container.New(snug{l.link}, l.link)
	l.object = container.New(layout.NewCustomPaddedVBoxLayout(0), l.room, l.words, l.caption)
	return l
}

func (l *readingLine) show(e element, style widget.TextStyle) {
	widget.Show(l.room, e.open != nil)
	widget.Show(l.words, e.open == nil)
	widget.Show(l.caption, e.caption != "")
	l.caption.SetText(e.caption)
	if e.open != nil {
		l.link.Set(e.text, e.open)
	} else {
		l.words.Set(e.text, style)
	}
}

// snug makes a link as wide as its text, so that nobody opens it by a click next to it.
type snug struct{ link *widget.Link }

// MinSize returns the height of the link.
func (s snug) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout gives the link the width that it needs, up to the available width.
func (s snug) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(fyne.NewSize(min(s.link.Needs(), size.Width), size.Height))
}
