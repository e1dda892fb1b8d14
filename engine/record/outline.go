package record

import (
	"strings"

	"github.com/beevik/etree"
)

// outlineFields are what a person edits of an outline (OPML 2.0): attributes, in
// the order in which they are shown.
var outlineFields = []Field{
	{Name: "title", Form: Line, get: getOutlineTitle, set: setOutlineTitle},
	attribute("note", Text, MergeText, "_note"),
	attribute("xmlUrl", Line, MergeOne, "xmlUrl"),
	attribute("htmlUrl", Line, MergeOne, "htmlUrl"),
	attribute("type", Line, MergeOne, "type"),
}

// attribute is a field that is the value of one attribute.
func attribute(field string, form Form, merge Merge, name string) Field {
	return Field{
		Name: field, Form: form, Merge: merge,
		get: func(t tree) string { return valueIn(t.record, name) },
		set: func(t tree, v string) { setAttribute(t.record, name, v) },
	}
}

// attributeIn finds an attribute without a prefix, or nil: of that name, else of
// one that differs in upper and lower case, as programs write xmlurl.
func attributeIn(e *etree.Element, name string) *etree.Attr {
	var alike *etree.Attr
	for i := range e.Attr {
		switch a := &e.Attr[i]; {
		case a.Space != "" || a.Key == "xmlns":
		case a.Key == name:
			return a
		case alike == nil && strings.EqualFold(a.Key, name):
			alike = a
		}
	}
	return alike
}

func valueIn(e *etree.Element, name string) string {
	if a := attributeIn(e, name); a != nil {
		return a.Value
	}
	return ""
}

// setAttribute gives an attribute a value where it stands, or puts it last; ""
// takes it away.
func setAttribute(e *etree.Element, name, value string) {
	a := attributeIn(e, name)
	switch {
	case a == nil && value != "":
		e.CreateAttr(name, value)
	case a != nil && value == "":
		e.RemoveAttr(a.Key)
	case a != nil:
		a.Value = value
	}
}

// OutlineIn is the outline of an entry in the neutral form, or nil.
func OutlineIn(entry *etree.Element) *etree.Element { return find(entry, vocabularies[Outline]) }

// OutlineTitle is the title of an outline, by its attributes.
func OutlineTitle(outline *etree.Element) string { return getOutlineTitle(tree{record: outline}) }

// getOutlineTitle is what an outline is called: its text, and where that is empty
// its title, which lists of feeds have beside it.
func getOutlineTitle(t tree) string {
	text, title := valueIn(t.record, "text"), valueIn(t.record, "title")
	if strings.TrimSpace(text) == "" && title != "" {
		return title
	}
	return text
}

// setOutlineTitle sets the text, which no outline is without, and the title where
// it said the same or stood for it: one name is not written twice, differently.
func setOutlineTitle(t tree, value string) {
	if t.titleRepeats() {
		attributeIn(t.record, "title").Value = value
	}
	if a := attributeIn(t.record, "text"); a != nil {
		a.Value = value
		return
	}
	t.record.CreateAttr("text", value)
}

// titleRepeats tells whether there is a title that says no more than the text.
func (t tree) titleRepeats() bool {
	title, text := attributeIn(t.record, "title"), valueIn(t.record, "text")
	return title != nil && (alike(title.Value, text) || strings.TrimSpace(text) == "")
}
