package record

import (
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// mirrored are the fields that plain readers see and may edit: by the element
// of the entry that they stand in. Where text is "" there is no mirror of it: an
// outline's note stands in the outline alone.
var mirrored = map[Kind]struct{ title, text string }{
	Todo:    {"title", "text"},
	Contact: {"name", "text"},
	Outline: {title: "title"},
}

// mirror is what the entry says in place of a field of the record, where a
// program that knows no records edited it.
type mirror struct {
	text   string
	edited bool
}

// mirrors compares what the entry says with the record. Without a title and a
// text there are no mirrors, and the record speaks.
func (t tree) mirrors() (title, text mirror) {
	outer, inner := saidIn(t.entry, "title"), saidIn(t.entry, bodyIn(t.entry))
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

// said is what an element of the entry says to a plain reader.
type said struct {
	text string
	// markup tells that the element holds HTML, which says text.
	markup bool
}

func (s said) empty() bool { return s.text == "" }

func (s said) beside(field string) mirror { return mirror{s.text, !s.alike(field)} }

// alike tells whether the text of a field differs in no more than what programs
// change on their own: ends of lines and white space around it. In markup no
// white space counts.
func (s said) alike(field string) bool {
	if s.markup {
		return slices.Equal(strings.Fields(s.text), strings.Fields(field))
	}
	return alike(s.text, field)
}

// alike tells whether two texts differ in no more than the ends of lines and
// white space around them.
func alike(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
}

// edited is the value of a field that stands in its mirror only.
func (r Record) edited(field string) (string, bool) {
	switch m := mirrored[r.Kind]; field {
	case m.title:
		return r.title.text, r.title.edited
	case m.text:
		return r.text.text, r.text.edited
	}
	return "", false
}

// reflect makes the mirrors say what the record says. One that differs in
// nothing but white space stays as it is.
func (t tree) reflect() {
	m, has := mirrored[t.kind()]
	if !has {
		return
	}
	if title, was := t.field(m.title), saidIn(t.entry, "title"); !was.alike(title) {
		item.SetTitle(t.entry, was.kept(title))
	}
	if text, was := t.field(m.text), saidIn(t.entry, bodyIn(t.entry)); m.text != "" && !was.alike(text) {
		item.SetText(t.entry, was.kept(text))
	}
}

// kept is a new text in the form of the old one.
func (s said) kept(text string) string {
	if s.markup {
		return asMarkup(text)
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
