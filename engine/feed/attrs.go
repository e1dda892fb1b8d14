package feed

import (
	"fmt"
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// takeAttr removes an attribute without a prefix and returns its value.
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

// attrText returns the value of an attribute without a prefix, or "".
func attrText(e *etree.Element, key string) string {
	value, _ := item.Attr(e, key)
	return value
}

// Foreign attributes of the elements around the items are feed-level markup (SSE 0.93 §2.1.8).
// Document.Foreign holds those of the root and of the channel in two elements of our own,
// which are never written.
const (
	rootName    = "root"
	channelName = "channel"
)

// isCarrier reports whether a start tag in Document.Foreign is one of these two.
func isCarrier(t *xmlstream.Token) bool {
	return t.Space == namespaceOwn && (t.Name.Local == rootName || t.Name.Local == channelName)
}

// foreignAttrs stores the foreign attributes of the root or the channel.
func (r *Reader) foreignAttrs(t *xmlstream.Token, depth int) {
	var carrier *etree.Element
	r.build.begin(maxNodes)
	for i := range t.Attrs {
		a := &t.Attrs[i]
		space, _, _ := r.scan.Scope().Lookup(a.Name.Prefix)
		if _, declares := a.Declares(); declares || a.Name.Prefix == "" || a.Name.Prefix == "xml" || dialectOf(space) != "" || space == namespaceOwn {
			continue
		}
		if carrier == nil {
			carrier = etree.NewElement(rootName)
			if depth > 1 {
				carrier.Tag = channelName
			}
			carrier.CreateAttr("xmlns", namespaceOwn)
		}
		r.build.carry(a, carrier)
		r.head.nodes++
	}
	if carrier == nil {
		return
	}
	if r.head.foreign == nil {
		r.head.foreign = etree.NewElement("foreign")
	}
	r.head.foreign.AddChild(carrier)
}

// attributes writes the attributes in Document.Foreign that were on elements of these names
// into the current start tag, each once.
func (w *Writer) attributes(names ...string) error {
	if w.doc.Foreign == "" {
		return nil
	}
	src := xmlstream.NewText(w.doc.Foreign)
	if _, err := src.Next(); err != nil {
		return fmt.Errorf("foreign markup of the feed: %w", err)
	}
	written := map[xmlstream.Name]bool{}
	return each(src, func(t *xmlstream.Token) error {
		if isCarrier(t) && slices.Contains(names, t.Name.Local) {
			for _, a := range t.Attrs {
				space, ok := carriedSpace(a, src)
				if name := (xmlstream.Name{Prefix: space, Local: a.Name.Local}); ok && !written[name] {
					written[name] = true
					w.enc.attr(w.enc.prefixFor(a.Name.Prefix, space)+":"+a.Name.Local, a.Value)
				}
			}
		}
		return past(src)
	}, func(*xmlstream.Token) {})
}

// prefixFor returns a prefix for a namespace in the current start tag. If there is none, it
// declares the proposed one, or one that begins with it if that is already taken.
func (e *encoder) prefixFor(proposed, space string) string {
	if prefix, ok := e.scope.Prefix(space); ok {
		return prefix
	}
	prefix := proposed
	for _, _, taken := e.scope.Lookup(prefix); taken; _, _, taken = e.scope.Lookup(prefix) {
		prefix += proposed[len(proposed)-1:]
	}
	e.declare(prefix, space)
	return prefix
}
