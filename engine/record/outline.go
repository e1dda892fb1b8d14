package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
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

// leftOfOutline lists the attributes that no field shows, a line each, and what
// stands in the outline, and takes all of it out of the entry.
func (t tree) leftOfOutline() []string {
	shown := t.shownAttributes()
	var lines []string
	for i := range t.record.Attr {
		if a := &t.record.Attr[i]; isData(*a) && !slices.Contains(shown, a) {
			lines = append(lines, shownAttribute(a))
		}
	}
	lines = append(lines, left(t.record)...)
	t.entry.RemoveChild(t.record)
	return lines
}

// shownAttributes are those that fields show. A title that repeats the text is
// shown with it.
func (t tree) shownAttributes() []*etree.Attr {
	var shown []*etree.Attr
	for _, name := range []string{"text", "_note", "xmlUrl", "htmlUrl", "type"} {
		shown = append(shown, attributeIn(t.record, name))
	}
	if t.titleRepeats() {
		shown = append(shown, attributeIn(t.record, "title"))
	}
	return shown
}

// shownAttribute is an attribute as a line: category="/News".
func shownAttribute(a *etree.Attr) string {
	name := a.Key
	if a.Space != "" {
		name = "{" + a.NamespaceURI() + "}" + a.Key
	}
	value := strings.ReplaceAll(a.Value, "\r\n", "\n")
	return name + "=" + strconv.Quote(value)
}

// Outlined is the content as a document of outlines gives it back to whoever reads it, c
// itself where it is so already: title and text stand in the attributes of an outline,
// and the title of the entry mirrors these to the letter. Without that a version would
// say one thing where it was made and another one everywhere else. A record of another
// kind stays beside the outline.
func Outlined(c *item.Content) (*item.Content, error) {
	t := treeOf(c)
	own := OutlineIn(t.entry)
	switch {
	case own == nil:
		whole, err := As(c, Outline)
		if err != nil {
			return nil, err
		}
		t.entry = whole.Element()
		own = OutlineIn(t.entry)
	case t.kind() != Outline:
		tree{t.entry, own}.follow()
	}
	t.reorder(own)
	next, err := item.NewContent(t.entry)
	if err != nil || next.Hash() == c.Hash() {
		return c, err
	}
	return next, nil
}

// follow makes an outline say what the entry says, which another record in it speaks
// for.
func (t tree) follow() {
	if title := saidIn(t.entry, "title"); !title.alike(getOutlineTitle(t)) {
		setOutlineTitle(t, title.text)
	}
	if body := childOf(t.entry, bodyIn(t.entry)); body != nil {
		t.put(Outline, "note", saidIn(t.entry, bodyIn(t.entry)).text)
		t.removeBody()
	}
}

// reorder puts the outline before all else but the title, and lets that say what a
// reader takes from the outline: its text, or its title where that says nothing.
func (t tree) reorder(own *etree.Element) {
	if title := childOf(t.entry, "title"); title != nil {
		t.entry.RemoveChild(title)
	}
	t.entry.RemoveChild(own)
	t.entry.InsertChildAt(0, own)
	if title := OutlineTitle(own); title != "" {
		item.SetTitle(t.entry, title)
	}
}

// sortOrder is the property in which several programs keep the place by hand; no
// specification names it, so that its type is unknown (RFC 6321 §5).
const sortOrder = "x-apple-sort-order"

func canonicalOrder(text string) (string, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return "", wrong(text, NotAnInteger)
	}
	return strconv.FormatInt(n, 10), nil
}

func getOrder(t tree) string {
	text, err := canonicalOrder(t.word(sortOrder))
	if err != nil {
		return ""
	}
	return text
}

func setOrder(t tree, value string) { t.setText(sortOrder, xprop.Unknown, value) }
