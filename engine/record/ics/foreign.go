package ics

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// An element of another namespace among the properties stands in a file as the
// text of a property XML (RFC 6321 §4.2).

// addXML puts the element of the text in the place of p.
func addXML(p *element, value string) (ok bool) {
	doc := etree.NewDocument()
	doc.ReadSettings = etree.ReadSettings{MaxDepth: maxXMLDepth}
	if err := doc.ReadFromString(exchange.Unescape(value)); err != nil {
		return false
	}
	root := doc.Root()
	if root == nil || !bound(root) || root.NamespaceURI() == "" || root.NamespaceURI() == xprop.NamespaceCal {
		return false
	}
	p.foreign = xmlOf(root)
	return p.foreign != ""
}

// maxXMLDepth is how deep elements of others may go.
const maxXMLDepth = 32

// bound tells whether every prefix below is declared, and no element is one of
// iCalendar's.
func bound(e *etree.Element) bool {
	if e.Space != "" && e.NamespaceURI() == "" || e.NamespaceURI() == xprop.NamespaceCal {
		return false
	}
	for _, a := range e.Attr {
		if a.Space != "" && a.Space != "xmlns" && a.Space != "xml" && a.NamespaceURI() == "" {
			return false
		}
	}
	for _, child := range e.ChildElements() {
		if !bound(child) {
			return false
		}
	}
	return true
}

// xmlOf is the text of a property XML: the element with every declaration that
// it takes from around it.
func xmlOf(e *etree.Element) string {
	alone := e.Copy()
	for around := e.Parent(); around != nil; around = around.Parent() {
		for _, a := range around.Attr {
			if (a.Space == "xmlns" || a.Space == "" && a.Key == "xmlns") && alone.SelectAttr(a.FullKey()) == nil {
				alone.CreateAttr(a.FullKey(), a.Value)
			}
		}
	}
	doc := etree.NewDocument()
	doc.SetRoot(alone)
	doc.WriteSettings = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}
	text, err := doc.WriteToString()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(text)
}
