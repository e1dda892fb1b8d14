package csx

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/record"
)

// Writer writes a feed of RSS 2.0, item by item.
type Writer struct{ out *bufio.Writer }

// NewWriter begins a document. RSS 2.0 requires a title, a link and a description for a
// channel: without a Text, the title is the description. Addresses of the items' links are
// written as they are: relative ones are relative to the feed.
func NewWriter(out io.Writer, f Feed) (*Writer, error) {
	w := &Writer{bufio.NewWriter(out)}
	w.put(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<rss version="2.0" xmlns:csx="` + Namespace + `">` + "\n<channel>\n")
	w.element("title", f.Title)
	w.given("link", f.Link)
	w.element("description", cmp.Or(f.Text, f.Title))
	w.date("lastBuildDate", f.Built)
	return w, w.out.Flush()
}

// Item writes an item. Dates are written in GMT with whole seconds (RFC 822). An item without
// an ID is an error.
func (w *Writer) Item(i Item) error {
	if i.ID == "" {
		return errors.New("an item needs a guid")
	}
	hidden := ""
	if i.Hidden {
		hidden = ` csx:hiddenItem="true"`
	}
	w.put("<item" + hidden + ">\n")
	w.element("title", i.Title)
	w.given("link", i.Link)
	w.given("description", i.Text)
	w.put(`<guid isPermaLink="false">`)
	w.text(i.ID)
	w.put("</guid>\n")
	w.date("pubDate", i.Published)
	w.date("csx:lastBuildDate", i.Built)
	for _, l := range i.Links {
		w.link(l)
	}
	w.put("</item>\n")
	return w.out.Flush()
}

// link writes a csx:link. An element around it has the name of the file, unless the address
// ends with that name.
func (w *Writer) link(l Link) {
	name := l.Name
	if name == segment(l.Address) {
		name = ""
	}
	if name != "" {
		w.put(`<file xmlns="` + record.NamespaceOwn + `" name="`)
		w.text(name)
		w.put(`">`)
	}
	w.put("<csx:link" + map[bool]string{true: ` nestedFeed="true"`}[l.Nested] + map[bool]string{true: ` onDemand="true"`}[l.OnDemand] + ">")
	w.text(l.Address)
	w.put("</csx:link>")
	if name != "" {
		w.put("</file>")
	}
	w.put("\n")
}

// segment returns the last segment of an address or a relative reference, from which a reader
// derives the file name.
func segment(reference string) string {
	head, _, _ := strings.Cut(reference, "?")
	if name, err := url.PathUnescape(path.Base(head)); err == nil {
		return name
	}
	return path.Base(head)
}

// Close ends the document. It does not close out.
func (w *Writer) Close() error {
	w.put("</channel>\n</rss>\n")
	return w.out.Flush()
}

func (w *Writer) put(s string) { _, _ = w.out.WriteString(s) } // Flush reports failures

func (w *Writer) text(s string) { _ = xml.EscapeText(w.out, []byte(s)) }

func (w *Writer) element(name, text string) {
	w.put("<" + name + ">")
	w.text(text)
	w.put("</" + name + ">\n")
}

// given writes an element unless the text is empty.
func (w *Writer) given(name, text string) {
	if text != "" {
		w.element(name, text)
	}
}

func (w *Writer) date(name string, at time.Time) {
	if !at.IsZero() {
		w.element(name, feed.FormatRFC822(at))
	}
}
