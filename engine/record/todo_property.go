package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// properties are those of that name in the todo.
func (t tree) properties(name string) []*etree.Element {
	if all := xprop.Child(t.record, "properties"); all != nil {
		return xprop.Children(all, name)
	}
	return nil
}

// property is the first of a name, or nil. Where a property may stand only once
// and stands twice, the first one counts and the others stay.
func (t tree) property(name string) *etree.Element {
	if all := t.properties(name); len(all) > 0 {
		return all[0]
	}
	return nil
}

// ensure is the first property of a name, added where there is none.
func (t tree) ensure(name string) *etree.Element {
	return xprop.Ensure(xprop.Ensure(t.record, "properties"), name)
}

// drop takes all properties of those names away: what stood behind the first
// would be shown in its place.
func (t tree) drop(names ...string) {
	for _, name := range names {
		for _, p := range t.properties(name) {
			p.Parent().RemoveChild(p)
		}
	}
}

// text is the value of a property as it stands.
func (t tree) text(name string) string { return valueOf(t.property(name)) }

// word is the value of a property whose type knows no white space around it.
func (t tree) word(name string) string { return strings.TrimSpace(t.text(name)) }

func valueOf(p *etree.Element) string {
	if p == nil {
		return ""
	}
	_, text := xprop.Value(p)
	return text
}

// setText gives a property one value of a type, or takes it away.
func (t tree) setText(name, kind, value string) {
	if value == "" {
		t.drop(name)
		return
	}
	xprop.SetValues(t.ensure(name), kind, value)
}
