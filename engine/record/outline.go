package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// outlineFields lists the editable fields of an outline (OPML 2.0), which are attributes, in
// display order.
var outlineFields = []Field{
	{Name: "title", Form: Line, get: getOutlineTitle, set: setOutlineTitle},
	attribute("xmlUrl", Line, MergeOne, "xmlUrl"),
	attribute("htmlUrl", Line, MergeOne, "htmlUrl"),
	attribute("note", Text, MergeText, "_note"),
	attribute("type", Line, MergeOne, "type"),
}

func attribute(field string, form Form, merge Merge, name string) Field {
	return Field{
		Name: field, Form: form, Merge: merge,
		get: func(t tree) string { return valueIn(t.record, name) },
		set: func(t tree, v string) { setAttribute(t.record, name, v) },
	}
}

// attributeIn returns the unprefixed attribute with that name, or nil. If there is none, it
// ignores case, because some programs write xmlurl.
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

// setAttribute changes an attribute in place or appends it; "" removes it.
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

// OutlineIn returns the outline of an entry in the neutral form, or nil.
func OutlineIn(entry *etree.Element) *etree.Element { return find(entry, vocabularies[Outline]) }

// OutlineTitle returns the title of an outline from its attributes.
func OutlineTitle(outline *etree.Element) string { return getOutlineTitle(tree{record: outline}) }

// getOutlineTitle returns the attribute text or, if that is empty, the attribute title, which
// feed lists have as well.
func getOutlineTitle(t tree) string {
	text, title := valueIn(t.record, "text"), valueIn(t.record, "title")
	if strings.TrimSpace(text) == "" && title != "" {
		return title
	}
	return text
}

// setOutlineTitle sets the required attribute text. It also sets the attribute title if that
// was the same or replaced an empty text, so that an outline does not end up with two
// different names.
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

// titleRepeats reports whether there is a title that adds nothing to the text.
func (t tree) titleRepeats() bool {
	title, text := attributeIn(t.record, "title"), valueIn(t.record, "text")
	return title != nil && (exchange.Alike(title.Value, text) || strings.TrimSpace(text) == "")
}

// leftOfOutline returns the attributes that no field shows, one per line, and the content of
// the outline. It removes the outline from the entry.
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

// shownAttributes returns the attributes that fields show, including a title that repeats the
// text.
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

// shownAttribute returns an attribute as a line: category="/News".
func shownAttribute(a *etree.Attr) string {
	name := a.Key
	if a.Space != "" {
		name = "{" + a.NamespaceURI() + "}" + a.Key
	}
	value := strings.ReplaceAll(a.Value, "\r\n", "\n")
	return name + "=" + strconv.Quote(value)
}

// Outlined returns the content as it would be read back from an OPML document, or c itself if
// it already has that form: the attributes of an outline hold title and text, and the entry's
// title is exactly the title of the outline. Otherwise, a version would differ between the
// endpoint that made it and all others. A record of another kind is preserved next to the
// outline.
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

// follow updates an outline from the entry, whose title and text mirror a record of another
// kind.
func (t tree) follow() {
	if title := shownTextIn(t.entry, "title"); !title.alike(getOutlineTitle(t)) {
		setOutlineTitle(t, title.text)
	}
	if body := childOf(t.entry, bodyIn(t.entry)); body != nil {
		t.put(Outline, "note", shownTextIn(t.entry, bodyIn(t.entry)).text)
		t.removeBody()
	}
}

// reorder puts the outline first, after only the title, and sets the title to what a reader
// derives from the outline: its text or, if that is empty, its title.
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

// sortOrder is the property in which several programs save the manual sort position. No
// specification defines it, so its type is unknown (RFC 6321 §5).
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

func setOrder(t tree, value string) { t.setText(sortOrder, exchange.UnknownType, value) }
