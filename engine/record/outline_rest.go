package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

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
