package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

func getParent(t tree) string {
	if p := t.parent(); p != nil {
		return strings.TrimSpace(valueOf(p))
	}
	return ""
}

// setParent leaves relations of other types as they are.
func setParent(t tree, value string) {
	if value == "" {
		for p := t.parent(); p != nil; p = t.parent() {
			p.Parent().RemoveChild(p)
		}
		return
	}
	p := t.parent()
	if p == nil {
		p = xprop.Add(xprop.Ensure(t.record, "properties"), "related-to")
	}
	xprop.SetValues(p, xprop.Text, value)
}

// parent is the first RELATED-TO that names a parent, which those without a
// RELTYPE do (RFC 5545 §3.2.15), or nil.
func (t tree) parent() *etree.Element {
	for _, p := range t.properties("related-to") {
		if kind := xprop.Parameter(p, "reltype"); len(kind) == 0 || strings.EqualFold(strings.TrimSpace(kind[0]), "parent") {
			return p
		}
	}
	return nil
}
