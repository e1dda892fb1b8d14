package feed

import (
	"strings"

	"github.com/beevik/etree"
)

// written keeps line breaks in attributes and carriage returns in texts alive.
var written = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}

// xmlOf is an element as XML.
func xmlOf(e *etree.Element) string {
	var b strings.Builder
	e.WriteTo(&b, &written)
	return b.String()
}

var (
	textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	attrEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
)
