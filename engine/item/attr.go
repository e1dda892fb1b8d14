package item

import "github.com/beevik/etree"

// Attr is the value of an attribute that has no prefix, and whether there is
// one. etree's own functions take an attribute of any prefix for it: x:rel for
// rel.
func Attr(e *etree.Element, key string) (string, bool) {
	for i := range e.Attr {
		if e.Attr[i].Space == "" && e.Attr[i].Key == key {
			return e.Attr[i].Value, true
		}
	}
	return "", false
}
