package record

import (
	"strings"

	"crossfeed/engine/item"
)

// mirrored are the fields that plain readers see and may edit: by the element
// of the entry that they stand in.
var mirrored = map[Kind]struct{ title, text string }{
	Todo:    {"title", "text"},
	Contact: {"name", "text"},
}

// mirror is what the entry says in place of a field of the record, where a
// program that knows no records edited it.
type mirror struct {
	text   string
	edited bool
}

// mirrors compares what the entry says with the record. Without a title and a
// text there are no mirrors, and the record speaks.
func (t tree) mirrors(c *item.Content) (title, text mirror) {
	outer, inner := c.Title(), item.TextIn(t.entry)
	if outer == "" && inner == "" {
		return mirror{}, mirror{}
	}
	k := t.kind()
	m := mirrored[k]
	if outer != "" {
		title = t.mirror(k, m.title, outer)
	}
	return title, t.mirror(k, m.text, inner)
}

func (t tree) mirror(k Kind, field, says string) mirror {
	f, err := Find(k, field)
	return mirror{says, err == nil && !alike(f.get(t), says)}
}

// alike tells whether two texts differ in no more than what programs change on
// their own: the ends of lines, and white space around the text.
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
	if title := t.field(m.title); !alike(item.TitleIn(t.entry), title) {
		item.SetTitle(t.entry, title)
	}
	if text := t.field(m.text); !alike(item.TextIn(t.entry), text) {
		item.SetText(t.entry, text)
	}
}

func (t tree) field(name string) string {
	f, err := Find(t.kind(), name)
	if err != nil {
		return ""
	}
	return f.get(t)
}
