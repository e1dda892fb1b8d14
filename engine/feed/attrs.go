package feed

import "github.com/beevik/etree"

// attrOf is the value of an attribute without a prefix, and whether there is
// one. (etree's own functions find one with any prefix.)
func attrOf(e *etree.Element, key string) (string, bool) {
	for i := range e.Attr {
		if e.Attr[i].Space == "" && e.Attr[i].Key == key {
			return e.Attr[i].Value, true
		}
	}
	return "", false
}

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
	value, _ := attrOf(e, key)
	return value
}
