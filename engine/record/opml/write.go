package opml

import (
	"bufio"
	"io"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// Write writes outlines in the order in which they are given, each into the last one
// before it whose level is lower. Every content is one of an outline.
func Write(w io.Writer, title string, all []exchange.Out) error {
	out := &writer{Writer: bufio.NewWriter(w)}
	out.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    <title>", escape(title), "</title>\n  </head>\n  <body>\n")
	for _, o := range all {
		out.close(o.Level)
		out.outline(o.Content, o.Level)
	}
	out.close(0)
	out.text("  </body>\n</opml>\n")
	return out.Flush()
}

type writer struct {
	*bufio.Writer
	// open are the levels of the outlines that were begun and not ended; begun tells
	// that the tag of the innermost is.
	open  []int
	begun bool
}

func (w *writer) text(all ...string) {
	for _, s := range all {
		w.WriteString(s) // a failure stands in what Flush returns
	}
}

// indent begins the line of an outline.
func (w *writer) indent() { w.text(strings.Repeat("  ", 2+len(w.open))) }

// within ends the tag of the innermost outline, as something follows in it.
func (w *writer) within() {
	if w.begun {
		w.text(">\n")
		w.begun = false
	}
}

// close ends the outlines that are no less deep.
func (w *writer) close(level int) {
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

// outline begins an outline, with what stands beside it in its content.
func (w *writer) outline(c *item.Content, level int) {
	w.within()
	w.indent()
	w.text("<outline")
	entry := c.Element()
	own := record.OutlineIn(entry)
	w.attributes(own)
	w.open, w.begun = append(w.open, level), true
	for _, e := range append(entry.ChildElements(), own.ChildElements()...) {
		if e != own && !isTitle(e) {
			w.within()
			w.indent()
			w.text(item.Canonical(e), "\n")
		}
	}
}

func isTitle(e *etree.Element) bool {
	return e.Tag == "title" && e.NamespaceURI() == item.NamespaceAtom
}

// attributes writes those of an outline in their order. No outline is without a text
// (OPML 2.0, "Text attribute"): where it is empty the title stands for it.
func (w *writer) attributes(e *etree.Element) {
	text := textOf(e)
	if text == nil {
		w.text(` text="`, escape(record.OutlineTitle(e)), `"`)
	}
	for i := range e.Attr {
		switch a := &e.Attr[i]; {
		case a.Space == "" && a.Key == "xmlns":
		case a == text && strings.TrimSpace(a.Value) == "":
			w.text(` text="`, escape(record.OutlineTitle(e)), `"`)
		case a == text:
			w.text(` text="`, escape(a.Value), `"`)
		default:
			w.text(" ", a.FullKey(), `="`, escape(a.Value), `"`)
		}
	}
	for _, a := range e.Attr {
		if prefix := a.Space; prefix != "" && prefix != "xmlns" && prefix != "xml" && e.SelectAttr("xmlns:"+prefix) == nil {
			w.text(" xmlns:", prefix, `="`, escape(a.NamespaceURI()), `"`)
		}
	}
}

// textOf is the text of an outline, whose name some programs write in other letters;
// nil where there is none.
func textOf(e *etree.Element) *etree.Attr {
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

// escape writes an attribute's value, or text, so that line ends survive.
func escape(s string) string { return escapes.Replace(s) }

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;")
