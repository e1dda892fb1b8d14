package record

import (
	"html"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// mirrored lists, for each kind, the fields that the title and text of the entry mirror, so
// that plain readers can show and edit them. If text is "", the text is not mirrored: an
// outline's note is only in the outline.
var mirrored = map[Kind]struct{ title, text string }{
	Todo:    {"title", "text"},
	Contact: {"name", "text"},
	Outline: {title: "title"},
}

// mirror is the entry's version of a mirrored field. It overrides the record if edited, that
// is, if a program without support for records changed it.
type mirror struct {
	text   string
	edited bool
}

// mirrors compares the entry with its record. Without a title and a text there are no mirrors,
// and only the record counts.
func (t tree) mirrors() (title, text mirror) {
	outer, inner := shownTextIn(t.entry, "title"), shownTextIn(t.entry, bodyIn(t.entry))
	if outer.empty() && inner.empty() {
		return mirror{}, mirror{}
	}
	m := mirrored[t.kind()]
	if !outer.empty() {
		title = outer.beside(t.field(m.title))
	}
	if m.text != "" {
		text = inner.beside(t.field(m.text))
	}
	return title, text
}

// shownText is the text of an entry's element as a plain reader shows it.
type shownText struct {
	text string
	// markup reports whether the element contains HTML that shows text; raw is the HTML.
	markup bool
	raw    string
}

func (s shownText) empty() bool { return s.text == "" }

func (s shownText) beside(field string) mirror { return mirror{s.text, !s.alike(field)} }

// alike reports whether the text of a field differs only in what programs change
// automatically: line endings and surrounding white space. In markup, no white space counts.
// RSS does not say whether a description is text or HTML, so text that looks like HTML is read
// as markup: if that is literally the text of the field, nobody edited it.
func (s shownText) alike(field string) bool {
	if s.markup {
		return slices.Equal(strings.Fields(s.text), strings.Fields(field)) || exchange.Alike(s.raw, field)
	}
	return exchange.Alike(s.text, field)
}

// edited returns the value of a field that was edited in its mirror only.
func (r Record) edited(field string) (string, bool) {
	switch m := mirrored[r.Kind]; field {
	case m.title:
		return r.title.text, r.title.edited
	case m.text:
		return r.text.text, r.text.edited
	}
	return "", false
}

// reflect updates the mirrors from the record. A mirror that differs only in white space
// remains as it is.
func (t tree) reflect() {
	m, has := mirrored[t.kind()]
	if !has {
		return
	}
	if title, was := t.field(m.title), shownTextIn(t.entry, "title"); !was.alike(title) {
		item.SetTitle(t.entry, was.inFormat(title))
	}
	if text, was := t.field(m.text), shownTextIn(t.entry, bodyIn(t.entry)); m.text != "" && !was.alike(text) {
		item.SetText(t.entry, was.inFormat(text))
	}
}

// inFormat returns a new text in the format of the old one.
func (s shownText) inFormat(text string) string {
	if s.markup {
		return strings.ReplaceAll(html.EscapeString(exchange.Plain(text)), "\n", "<br>")
	}
	return text
}

func (t tree) field(name string) string {
	f, err := Find(t.kind(), name)
	if err != nil {
		return ""
	}
	return f.get(t)
}
