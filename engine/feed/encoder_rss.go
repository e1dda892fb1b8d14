package feed

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"
	"github.com/google/uuid"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// rssChildren writes the neutral form with RSS's own elements if they can represent it without
// loss, and otherwise with Atom's:
//
//	title     title        the first, if it is text or XHTML
//	content   description  the first, if it is inline text or XHTML
//	link      link         the first alternate one, if it is just an address
//	link      enclosure    the first one, if it has no title and no language
//	category  category     each without a label
//
// An empty title is left out if a title was generated.
func (e *encoder) rssChildren(v *item.Version, src *xmlstream.Scanner, made bool) error {
	w := rssWriter{encoder: e, content: v.Content, made: made, described: made}
	if err := each(src, func(t *xmlstream.Token) error { return w.child(src, t) }, e.raw); err != nil {
		return err
	}
	if !w.described {
		e.line()
		e.text("<title/>")
	}
	return nil
}

// rssWriter writes the children of one item.
type rssWriter struct {
	*encoder
	content   *item.Content
	used      map[string]bool // what RSS allows only once and was already written
	described bool            // a title or a description was written
	made      bool            // a title was generated
}

func (w *rssWriter) child(src *xmlstream.Scanner, t *xmlstream.Token) error {
	if t.Space != item.NamespaceAtom {
		x, err := w.transplant(src, t, t.Name, t.Space)
		if err != nil {
			return err
		}
		w.element(x)
		return nil
	}
	x, err := w.transplant(src, t, xmlstream.Name{Local: t.Name.Local}, "")
	if err != nil {
		return err
	}
	if w.made && x.Tag == "title" && has(x) && len(x.Attr) == 0 {
		return nil
	}
	if !w.native(x) {
		w.inAtom(x)
	}
	w.element(x)
	return nil
}

// native turns an Atom element into an RSS one, if that loses nothing.
func (w *rssWriter) native(x *etree.Element) bool {
	switch {
	case x.Tag == "title" && w.once("title") && isText(x):
		w.asText(x, "title", w.content.Title)
	case x.Tag == "content" && w.once("content") && isText(x):
		w.asText(x, "description", w.content.Text)
	case x.Tag == "category" && has(x, "term", "scheme"):
		categoryToRSS(x)
	case x.Tag == "link" && isAddress(x) && w.once("link"):
		linkToRSS(x)
	case x.Tag == "link" && isEnclosure(x) && w.once("enclosure"):
		enclosureToRSS(x)
	default:
		return false
	}
	return true
}

// isAddress reports whether a link is just an alternate address.
func isAddress(x *etree.Element) bool {
	rel, given := item.Attr(x, "rel")
	href := attrText(x, "href")
	return (!given || rel == "alternate") && has(x, "href", "rel") && href == strings.TrimSpace(href)
}

// isEnclosure reports whether a link can be represented as an RSS enclosure.
func isEnclosure(x *etree.Element) bool {
	return attrText(x, "rel") == "enclosure" && has(x, "href", "rel", "type", "length") && attrText(x, "href") != ""
}

// once reports whether this is the first element of its kind.
func (w *rssWriter) once(name string) bool {
	if w.used[name] {
		return false
	}
	if w.used == nil {
		w.used = map[string]bool{}
	}
	w.used[name] = true
	return true
}

// isText reports whether a text construct is inline text or XHTML.
func isText(x *etree.Element) bool {
	return bare(x, "type") && (attrText(x, "type") == "xhtml" || len(x.ChildElements()) == 0)
}

// has reports whether an element has no content, and no attributes without a namespace other
// than these.
func has(x *etree.Element, names ...string) bool { return len(x.Child) == 0 && bare(x, names...) }

func bare(x *etree.Element, names ...string) bool {
	return !slices.ContainsFunc(x.Attr, func(a etree.Attr) bool {
		return a.Space == "" && !slices.Contains(names, a.Key)
	})
}

// asText renames an element to a text element. XHTML becomes escaped markup.
func (w *rssWriter) asText(x *etree.Element, name string, text func() string) {
	w.described = true
	x.Tag = name
	if kind, _ := takeAttr(x, "type"); kind == "xhtml" {
		x.Child = nil
		x.SetText(text())
	}
}

func categoryToRSS(x *etree.Element) {
	if scheme, ok := takeAttr(x, "scheme"); ok {
		x.CreateAttr("domain", scheme)
	}
	term, _ := takeAttr(x, "term")
	x.SetText(term)
}

func linkToRSS(x *etree.Element) {
	takeAttr(x, "rel")
	href, _ := takeAttr(x, "href")
	x.SetText(href)
}

func enclosureToRSS(x *etree.Element) {
	x.Tag = "enclosure"
	takeAttr(x, "rel")
	href, _ := takeAttr(x, "href")
	x.CreateAttr("url", href)
	if attrText(x, "length") == "" {
		x.CreateAttr("length", item.UnknownLength)
	}
	if attrText(x, "type") == "" {
		x.CreateAttr("type", item.UnknownType)
	}
}

// inAtom puts an element into Atom's namespace.
func (w *rssWriter) inAtom(x *etree.Element) {
	if prefix, ok := w.scope.Prefix(item.NamespaceAtom); ok {
		x.Space = prefix
		return
	}
	x.Attr = append(x.Attr, etree.Attr{Key: "xmlns", Value: item.NamespaceAtom})
}

// publisher writes the version's publisher-specific children if they are of this format, and
// adds those that the format requires of every item (RFC 4287 §4.1.2, RSS 2.0 "Elements of
// <item>").
func (e *encoder) publisher(v *item.Version) error {
	has := map[string]bool{}
	if v.Publisher != "" {
		if err := e.publishersOwn(v, has); err != nil {
			return err
		}
	}
	if e.format == &atom {
		e.atomRequired(v, has)
	} else {
		e.rssRequired(v, has)
	}
	return nil
}

// publishersOwn writes Version.Publisher and records in has which elements there were. It
// skips the time of the last change if the history has a time.
func (e *encoder) publishersOwn(v *item.Version, has map[string]bool) error {
	src := e.read(v.Publisher)
	root, err := src.Next()
	if err != nil {
		return fmt.Errorf("publisher-specific data of item %q: %w", v.ID, err)
	}
	if root.Name.Local != e.format.item || root.Space != e.format.space {
		return nil
	}
	return each(src, func(t *xmlstream.Token) error {
		name, space := t.Name, t.Space
		x, err := e.transplant(src, t, name, space)
		if err != nil {
			return err
		}
		if space == e.format.space {
			if name.Local == "updated" && v.Top().When.Present() {
				return nil
			}
			has[name.Local] = true
		}
		e.element(x)
		return nil
	}, e.raw)
}

func (e *encoder) atomRequired(v *item.Version, has map[string]bool) {
	if !has["id"] {
		e.leafElement("id", uuidOf(v.ID))
	}
	if !has["updated"] {
		e.leafElement("updated", FormatRFC3339(lastTime(v)))
	}
	if !has["author"] && !e.authored {
		e.line()
		e.text("<author><name>")
		e.escaped(lastEndpoint(v))
		e.text("</name></author>")
	}
}

func (e *encoder) rssRequired(v *item.Version, has map[string]bool) {
	if !has["guid"] {
		e.line()
		e.text(`<guid isPermaLink="false">`, uuidOf(v.ID), "</guid>")
	}
	if t := lastTime(v); !has["pubDate"] && v.Top().When.Present() {
		e.leafElement("pubDate", FormatRFC822(t))
	}
}

// lastTime returns the newest time in the history, or the beginning of 1970 if it has none,
// because Atom requires a time that does not change between writes.
func lastTime(v *item.Version) time.Time {
	for _, h := range v.History {
		if h.When.Present() {
			return h.When.Time()
		}
	}
	return time.Unix(0, 0)
}

// lastEndpoint returns the newest endpoint in the history.
func lastEndpoint(v *item.Version) string {
	for _, h := range v.History {
		if h.By != "" {
			return h.By
		}
	}
	return "unknown"
}

// uuidOf returns a URN for an identifier, which may be any text. It is the same everywhere for
// the same identifier (RFC 9562 §5.8, version 8 by SHA-256).
func uuidOf(id string) string {
	h := sha256.Sum256([]byte("urn:feedsync:" + id))
	u := uuid.UUID(h[:16])
	u[6] = u[6]&0x0F | 0x80
	u[8] = u[8]&0x3F | 0x80
	return u.URN()
}
