package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

func getTodoTags(t tree) string { return tagsIn(t.properties("categories")) }

func setTodoTags(t tree, value string) {
	setTagsIn(t.properties("categories"), value, func() *etree.Element { return xprop.Ensure(t.record, "properties") })
}

// tagsIn is the text form of the tags in some properties.
func tagsIn(categories []*etree.Element) string {
	var tags []string
	for _, p := range categories {
		for _, value := range xprop.Values(p) {
			if tag := strings.TrimSpace(value); tag != "" {
				tags = append(tags, tag)
			}
		}
	}
	return FormatTags(tags)
}

// setTagsIn leaves every tag that stays in the property where it stands, which
// may have parameters of its own. New ones come last, in a property of the holder
// where there is none for them.
func setTagsIn(categories []*etree.Element, value string, holder func() *etree.Element) {
	wanted := newBag(ParseTags(value))
	for _, p := range categories {
		keepTags(p, wanted)
	}
	tags := wanted.rest()
	if len(tags) == 0 {
		return
	}
	p := plainCategories(categories)
	if p == nil {
		p = xprop.Add(holder(), "categories")
	}
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
		removeProperty(p)
	}
}

// plainCategories is the last property of tags that is still there and has no
// parameters, which would speak of new tags as well; nil where there is none.
func plainCategories(all []*etree.Element) *etree.Element {
	for _, p := range slices.Backward(all) {
		if p.Parent() != nil && xprop.Child(p, "parameters") == nil {
			return p
		}
	}
	return nil
}
