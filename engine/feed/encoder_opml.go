package feed

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// openOutline writes an outline up to its child outlines: the start tag with all attributes in
// order, sx:sync, and the foreign children.
func (e *encoder) openOutline(it *item.Item, kept trivia) error {
	said, err := e.startOutline(it.Winner.Content)
	if err != nil {
		return err
	}
	e.depth++
	e.line()
	if err := e.sync(it, kept); err != nil {
		return err
	}
	if err := e.outlineChildren(it.Winner.Content, said); err != nil || it.Winner.Publisher == "" {
		return err
	}
	return e.publishersOwn(it.Winner, map[string]bool{})
}

// closeOutline ends an outline. The caller has to restore the surroundings.
func (e *encoder) closeOutline() {
	e.depth--
	e.line()
	e.text("</", outlineName, ">")
}

// startOutline writes the start tag of an outline. It returns the Atom elements whose first
// occurrence the start tag represents.
func (e *encoder) startOutline(c *item.Content) (said map[string]bool, err error) {
	root, own, err := e.outlineIn(c)
	if err != nil {
		return nil, err
	}
	e.begin(root)
	if own == nil {
		e.attr("text", c.Title())
		e.optional("_note", c.Text())
		said = map[string]bool{"title": true, "content": true}
	} else {
		e.outlineAttrs(own)
		said = map[string]bool{"title": c.Title() == mirror(own)}
	}
	e.inherit(root)
	e.text(">")
	return said, nil
}

// outlineIn returns the root of a content, and its element with the attributes of an outline,
// which is nil if the content comes from another format.
func (e *encoder) outlineIn(c *item.Content) (root, own *xmlstream.Token, err error) {
	src := e.read(c.XML())
	t, err := src.Next()
	if err != nil {
		return nil, nil, err
	}
	r := *t
	r.Attrs = append([]xmlstream.Attr(nil), t.Attrs...)
	for src.Depth() > 0 {
		if t, err = src.Next(); err != nil {
			return nil, nil, err
		}
		if src.Depth() == 2 && isOutline(t) {
			return &r, t, nil
		}
	}
	return &r, nil, nil
}

// outlineAttrs writes the attributes of an outline.
func (e *encoder) outlineAttrs(own *xmlstream.Token) {
	for _, a := range own.Attrs {
		if prefix, ok := a.Declares(); ok && prefix != "" {
			e.ensure(prefix, a.Value)
		}
	}
	for _, a := range own.Attrs {
		if _, declares := a.Declares(); !declares {
			e.attr(a.Name.String(), a.Value)
		}
	}
}

// outlineChildren writes the children of an outline. It leaves out those that the start tag
// represents. In a content from another format, children that would become outlines of their
// own are wrapped in an element of our own.
func (e *encoder) outlineChildren(c *item.Content, said map[string]bool) error {
	src := e.read(c.XML())
	if _, err := src.Next(); err != nil {
		return err
	}
	carried := false
	return each(src, func(t *xmlstream.Token) error {
		switch {
		case t.Space == item.NamespaceAtom && said[t.Name.Local]:
			said[t.Name.Local] = false
			return past(src)
		case isOutline(t) && !carried:
			carried = true
			return each(src, func(t *xmlstream.Token) error { return e.outlineChild(src, t) }, e.raw)
		}
		return e.outlineChild(src, t)
	}, e.raw)
}

// outlineChild writes a child element of an outline.
func (e *encoder) outlineChild(src *xmlstream.Scanner, t *xmlstream.Token) error {
	outline := isOutline(t)
	x, err := e.transplant(src, t, t.Name, t.Space)
	if err != nil {
		return err
	}
	if outline {
		within := etree.NewElement("within")
		within.AddChild(x)
		x = inOwn("within", within)
	}
	e.element(x)
	return nil
}

// past reads to the end of the element whose start tag src has just returned.
func past(src *xmlstream.Scanner) error {
	for depth := src.Depth(); src.Depth() >= depth; {
		if _, err := src.Next(); err != nil {
			return err
		}
	}
	return nil
}

// own writes our own attributes of sx:sync: the position of the version, and which conflicts
// it resolved.
func (e *encoder) own(v *item.Version) {
	p := v.Place
	for _, a := range [...]struct{ name, value string }{
		{"order", p.Key}, {"version", madeFor(v)}, {"parent", p.Parent}, {"cycle", p.Cycle}, {"settled", resolvedText(v.Resolved)},
	} {
		if a.value != "" {
			e.attr(e.ownPrefix()+":"+a.name, a.value)
		}
	}
}

// madeFor returns the version that the key belongs to: the one that is being written. A
// program that does not know keys leaves the attribute unchanged when it changes the item.
func madeFor(v *item.Version) string {
	if v.Place.Key == "" {
		return ""
	}
	return strconv.Itoa(v.Updates)
}

// ownPrefix returns a prefix for our namespace in the current start tag, and declares it if
// necessary.
func (e *encoder) ownPrefix() string {
	if prefix, ok := e.scope.Prefix(namespaceOwn); ok && !e.spokenFor(prefix) {
		return prefix
	}
	prefix := unusedPrefix("cf", e.carrier.attrs)
	for prefix == e.carrier.prefix {
		prefix = unusedPrefix(prefix+"f", e.carrier.attrs)
	}
	e.ensure(prefix, namespaceOwn)
	return prefix
}

// spokenFor reports whether a carried attribute needs the prefix for another namespace.
func (e *encoder) spokenFor(prefix string) bool {
	for _, a := range e.carrier.attrs {
		if p, declares := a.Declares(); declares && p == prefix && a.Value != namespaceOwn {
			return true
		}
	}
	return false
}

// resolvedText returns the conflicts that were resolved as entries separated by spaces, each
// "version;time;endpoint" with the endpoint escaped as a path segment.
func resolvedText(resolved []item.History) string {
	var b strings.Builder
	for i, h := range resolved {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(h.Sequence))
		b.WriteByte(';')
		if h.When.Present() {
			b.WriteString(FormatRFC3339(h.When.Time()))
		}
		b.WriteByte(';')
		b.WriteString(url.PathEscape(h.By))
	}
	return b.String()
}

// opmlHeader writes the head of an outline (OPML 1.0, "What is a <head>?"). It uses Atom's
// elements for what OPML has none for: the feed's address and identifier.
func (w *Writer) opmlHeader() error {
	e, d := &w.enc, &w.doc
	e.line()
	e.text("<head>")
	e.depth++
	e.leafElement("title", d.Title)
	e.leafElement("dateModified", FormatRFC822(d.Updated))
	if d.Author != "" {
		e.leafElement("ownerName", d.Author)
	}
	if d.ID != "" {
		e.leafElement("atom:id", d.ID)
	}
	if d.Subtitle != "" {
		e.leafElement("atom:subtitle", d.Subtitle)
	}
	w.atomLink("atom:link", "self", d.Self, "text/x-opml")
	w.atomLink("atom:link", "alternate", d.Link, "")
	w.devices()
	w.sharing()
	if err := w.foreign(); err != nil {
		return err
	}
	e.depth--
	e.line()
	e.text("</head>")
	e.line()
	e.text("<body>")
	e.depth++
	return nil
}

// outline writes an outline at a depth, and leaves it open for its children.
func (w *Writer) outline(it *item.Item, depth int) error {
	w.closeOutlines(depth)
	if len(w.open) == maxLevels {
		return ErrTooDeep
	}
	outside := w.enc.surroundings
	w.enc.line()
	if err := w.enc.openOutline(it, trivia{}); err != nil {
		return err
	}
	w.open = append(w.open, openOutline{depth, outside})
	return nil
}

// openOutline is an outline that is not closed yet.
type openOutline struct {
	depth int
	// outside are the surroundings of the outline.
	outside surroundings
}

// closeOutlines closes the open outlines at this depth or deeper.
func (w *Writer) closeOutlines(depth int) {
	for n := len(w.open); n > 0 && w.open[n-1].depth >= depth; n-- {
		w.enc.closeOutline()
		w.enc.surroundings = w.open[n-1].outside
		w.open = w.open[:n-1]
	}
}

// ErrTooDeep means that an outline has more levels than others read.
var ErrTooDeep = fmt.Errorf("outlines are nested more than %d levels deep: move some of them up", maxLevels)
