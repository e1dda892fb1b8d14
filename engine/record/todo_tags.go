package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

func getTodoTags(t tree) string {
	var tags []string
	for _, p := range t.properties("categories") {
		for _, value := range xprop.Values(p) {
			if tag := strings.TrimSpace(value); tag != "" {
				tags = append(tags, tag)
			}
		}
	}
	return FormatTags(tags)
}

// setTodoTags leaves every tag that stays in the property where it stands, which
// may have parameters of its own. New ones come last.
func setTodoTags(t tree, value string) {
	wanted := newBag(ParseTags(value))
	for _, p := range t.properties("categories") {
		keepTags(p, wanted)
	}
	tags := wanted.rest()
	if len(tags) == 0 {
		return
	}
	p := t.plainCategories()
	for _, tag := range tags {
		xprop.SetChars(xprop.Add(p, xprop.Text), tag)
	}
}

// keepTags takes the tags that are not wanted out of a property, and with its last
// one the property.
func keepTags(p *etree.Element, wanted *bag) {
	left := 0
	for _, e := range p.ChildElements() {
		switch tag := strings.TrimSpace(xprop.Chars(e)); {
		case e.Tag == "parameters":
		case tag == "" || wanted.take(tag):
			left++
		default:
			p.RemoveChild(e)
		}
	}
	if left == 0 {
		p.Parent().RemoveChild(p)
	}
}

// plainCategories is the last property of tags that has no parameters, which
// would speak of new tags as well; a new one where there is none.
func (t tree) plainCategories() *etree.Element {
	all := t.properties("categories")
	for i := len(all) - 1; i >= 0; i-- {
		if xprop.Child(all[i], "parameters") == nil {
			return all[i]
		}
	}
	return xprop.Add(xprop.Ensure(t.record, "properties"), "categories")
}
