package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// companions are properties that only describe another one of their group.
var companions = []string{labelTag, "x-abadr"}

// groupOf is the group that a property stands in, or nil. A group is one element
// (RFC 6351 §5).
func groupOf(p *etree.Element) *etree.Element {
	if g := p.Parent(); g.Tag == group && g.Parent() != nil {
		return g
	}
	return nil
}

// sharesGroup tells whether the group holds another property, companions apart.
func sharesGroup(p *etree.Element) bool {
	g := groupOf(p)
	return g != nil && holdsOther(g, p)
}

func holdsOther(g, p *etree.Element) bool {
	return slices.ContainsFunc(g.ChildElements(), func(e *etree.Element) bool {
		return e != p && !slices.Contains(companions, e.Tag)
	})
}

// removeProperty takes a property out of its card. What would only describe it
// goes too, and with it the group.
func removeProperty(p *etree.Element) {
	g := groupOf(p)
	p.Parent().RemoveChild(p)
	if g != nil && !slices.Contains(companions, p.Tag) && !holdsOther(g, p) {
		g.Parent().RemoveChild(g)
	}
}

// leaveGroup moves a property behind the group that it stands in.
func leaveGroup(p *etree.Element) {
	g := p.Parent()
	g.RemoveChild(p)
	g.Parent().InsertChildAt(g.Index()+1, p)
}

// enterGroup moves a property into a new group at its place.
func enterGroup(p *etree.Element) {
	card, at := p.Parent(), p.Index()
	name := freeGroup(card)
	g := xprop.Add(card, group)
	g.CreateAttr("name", name)
	card.RemoveChild(p)
	g.AddChild(p)
	card.InsertChildAt(at, g)
}

// freeGroup is a name that no group has, counted on as Apple's programs do.
func freeGroup(card *etree.Element) string {
	var names []string
	for _, token := range card.Child {
		if g, is := token.(*etree.Element); is && g.Tag == group {
			names = append(names, g.SelectAttrValue("name", ""))
		}
	}
	for n := len(names) + 1; ; n++ {
		name := fmt.Sprintf("item%d", n)
		if !slices.ContainsFunc(names, func(taken string) bool { return strings.EqualFold(taken, name) }) {
			return name
		}
	}
}
