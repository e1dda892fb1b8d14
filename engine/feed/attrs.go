package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// takeAttr removes an attribute without a prefix, and gives its value.
func takeAttr(e *etree.Element, key string) (string, bool) {
	for i := range e.Attr {
		if e.Attr[i].Space == "" && e.Attr[i].Key == key {
			value := e.Attr[i].Value
			e.Attr = append(e.Attr[:i], e.Attr[i+1:]...)
			return value, true
		}
	}
	return "", false
}

// attrText is the value of an attribute without a prefix, or "".
func attrText(e *etree.Element, key string) string {
	value, _ := item.Attr(e, key)
	return value
}
