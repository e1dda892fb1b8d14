package transfer

import (
	"bufio"
	"io"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// writeOPML writes outlines in the given order. The parent of each is the last preceding outline
// with a lower level. Every content must be an outline.
func writeOPML(w io.Writer, title string, all []exchange.Out) error {
	out := &opmlWriter{Writer: bufio.NewWriter(w)}
	out.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    <title>", escapeXML(title), "</title>\n  </head>\n  <body>\n")
	for _, o := range all {
		out.close(o.Level)
		out.outline(o.Content, o.Level)
	}
	out.close(0)
	out.text("  </body>\n</opml>\n")
	return out.Flush()
}

type opmlWriter struct {
	*bufio.Writer
	// open lists the levels of the open outlines; begun reports whether the start tag of the
	// innermost one is still open.
	open  []int
	begun bool
}

func (w *opmlWriter) text(all ...string) {
	for _, s := range all {
		w.WriteString(s) // Flush returns any error
	}
}

func (w *opmlWriter) indent() { w.text(strings.Repeat("  ", 2+len(w.open))) }

// within ends the start tag of the innermost outline, because it will have children.
func (w *opmlWriter) within() {
	if w.begun {
		w.text(">\n")
		w.begun = false
	}
}

// close ends the outlines at this level and deeper ones.
func (w *opmlWriter) close(level int) {
	for n := len(w.open); n > 0 && w.open[n-1] >= level; n-- {
		w.open = w.open[:n-1]
		if w.begun {
			w.text("/>\n")
			w.begun = false
			continue
		}
		w.indent()
		w.text("</outline>\n")
	}
}

// outline starts an outline and writes the other elements of its content.
func (w *opmlWriter) outline(c *item.Content, level int) {
	w.within()
	w.indent()
	w.text("<outline")
	entry := c.Element()
	own := record.OutlineIn(entry)
	w.attributes(own)
	w.open, w.begun = append(w.open, level), true
	for _, e := range append(entry.ChildElements(), own.ChildElements()...) {
		if e != own && !isAtomTitle(e) {
			w.within()
			w.indent()
			w.text(item.Canonical(e), "\n")
		}
	}
}

func isAtomTitle(e *etree.Element) bool {
	return e.Tag == "title" && e.NamespaceURI() == item.NamespaceAtom
}

// attributes writes the attributes of an outline in their order. The attribute text is
// required (OPML 2.0, "Text attribute"): if it is empty, the title replaces it.
func (w *opmlWriter) attributes(e *etree.Element) {
	text := textAttribute(e)
	if text == nil {
		w.text(` text="`, escapeXML(record.OutlineTitle(e)), `"`)
	}
	for i := range e.Attr {
		switch a := &e.Attr[i]; {
		case a.Space == "" && a.Key == "xmlns":
		case a == text && strings.TrimSpace(a.Value) == "":
			w.text(` text="`, escapeXML(record.OutlineTitle(e)), `"`)
		case a == text:
			w.text(` text="`, escapeXML(a.Value), `"`)
		default:
			w.text(" ", a.FullKey(), `="`, escapeXML(a.Value), `"`)
		}
	}
	for _, a := range e.Attr {
		if prefix := a.Space; prefix != "" && prefix != "xmlns" && prefix != "xml" && e.SelectAttr("xmlns:"+prefix) == nil {
			w.text(" xmlns:", prefix, `="`, escapeXML(a.NamespaceURI()), `"`)
		}
	}
}

// textAttribute returns the attribute text, whose case varies between programs, or nil.
func textAttribute(e *etree.Element) *etree.Attr {
	var alike *etree.Attr
	for i := range e.Attr {
		switch a := &e.Attr[i]; {
		case a.Space == "" && a.Key == "text":
			return a
		case a.Space == "" && alike == nil && strings.EqualFold(a.Key, "text"):
			alike = a
		}
	}
	return alike
}

// escapeXML escapes text or an attribute's value so that line breaks survive.
func escapeXML(s string) string { return xmlEscaper.Replace(s) }

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;")
