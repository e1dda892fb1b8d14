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

// groupsOf lists the elements of the group that a property stands in: the same
// name may stand at several of them. None where it is in no group.
func groupsOf(p *etree.Element) []*etree.Element {
	own := p.Parent()
	if own.Tag != group || own.Parent() == nil {
		return nil
	}
	all := xprop.Children(own.Parent(), group)
	return slices.DeleteFunc(all, func(g *etree.Element) bool { return !strings.EqualFold(groupName(g), groupName(own)) })
}

func groupName(g *etree.Element) string { return g.SelectAttrValue("name", "") }

// sharesGroup tells whether the group holds another property, companions apart.
func sharesGroup(p *etree.Element) bool { return holdsOther(groupsOf(p), p) }

func holdsOther(groups []*etree.Element, p *etree.Element) bool {
	for _, g := range groups {
		for _, e := range g.ChildElements() {
			if e != p && !slices.Contains(companions, e.Tag) {
				return true
			}
		}
	}
	return false
}

// removeProperty takes a property out of its card. What would only describe it
// goes too, and with it the group.
func removeProperty(p *etree.Element) {
	groups := groupsOf(p)
	last := !slices.Contains(companions, p.Tag) && !holdsOther(groups, p)
	p.Parent().RemoveChild(p)
	if !last {
		return
	}
	for _, g := range groups {
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
	g := xprop.Add(card, group)
	g.CreateAttr("name", freeGroup(card))
	card.RemoveChild(p)
	g.AddChild(p)
	card.InsertChildAt(at, g)
}

// freeGroup is the first name that no group has, as Apple's programs count them.
func freeGroup(card *etree.Element) string {
	taken := map[string]bool{}
	for _, g := range xprop.Children(card, group) {
		taken[strings.ToLower(groupName(g))] = true
	}
	for n := 1; ; n++ {
		if name := fmt.Sprintf("item%d", n); !taken[name] {
			return name
		}
	}
}
