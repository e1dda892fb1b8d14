package feed

import (
	"fmt"
	"strconv"
)

// atomHeader writes what a feed must have (RFC 4287 §4.1.1), and what is known.
func (w *Writer) atomHeader() {
	e, d := &w.enc, &w.doc
	e.leafElement("title", d.Title)
	if d.Subtitle != "" {
		e.leafElement("subtitle", d.Subtitle)
	}
	e.leafElement("id", w.feedID())
	e.leafElement("updated", FormatRFC3339(d.Updated))
	if d.Author != "" {
		w.author("author", "name")
	}
	w.atomLink("link", "self", d.Self, "application/atom+xml")
	w.atomLink("link", "alternate", d.Link, "")
}

// rssHeader writes what a channel must have (RSS 2.0, "Required channel
// elements"), and in Atom's words what it has none for.
func (w *Writer) rssHeader() {
	e, d := &w.enc, &w.doc
	e.leafElement("title", d.Title)
	e.leafElement("link", first(d.Link, d.ID, d.Self))
	e.leafElement("description", first(d.Subtitle, d.Title))
	e.leafElement("lastBuildDate", FormatRFC822(d.Updated))
	w.atomLink("atom:link", "self", d.Self, "application/rss+xml")
	if d.ID != "" {
		e.leafElement("atom:id", d.ID)
	}
	if d.Author != "" {
		w.author("atom:author", "atom:name")
	}
}

func (w *Writer) author(author, name string) {
	w.enc.line()
	w.enc.text("<", author, "><", name, ">")
	w.enc.escaped(w.doc.Author)
	w.enc.text("</", name, "></", author, ">")
}

func (w *Writer) atomLink(element, rel, href, kind string) {
	if href == "" {
		return
	}
	w.enc.line()
	w.enc.text("<", element)
	w.enc.attr("rel", rel)
	w.enc.attr("href", href)
	if kind != "" {
		w.enc.attr("type", kind)
	}
	w.enc.text("/>")
}

// feedID is the feed's own, or one that follows from where it is.
func (w *Writer) feedID() string {
	if w.doc.ID != "" {
		return w.doc.ID
	}
	return uuid(first(w.doc.Self, w.doc.Link, w.doc.Title))
}

// sharing writes the feed's own sx:sharing (SSE 0.93 §2.2, SSE 0.91 §2.1).
func (w *Writer) sharing() {
	s, e := w.doc.Sharing, &w.enc
	if s == nil {
		return
	}
	e.line()
	e.text("<sx:sharing")
	e.optional("since", s.Since)
	e.optional("until", s.Until)
	if e.dialect == SSE091 {
		e.attr("version", first(s.Version, version091))
		e.optional("window", days(s.Window))
	} else {
		e.optional("expires", s.Expires)
	}
	if len(s.Related) == 0 {
		e.text("/>")
		return
	}
	e.text(">")
	e.depth++
	for _, r := range s.Related {
		e.line()
		e.text("<sx:related")
		e.attr("link", r.Link)
		e.optional("title", r.Title)
		e.attr("type", r.Type)
		if e.dialect == SSE091 {
			e.optional("since", r.Since)
			e.optional("until", r.Until)
		}
		e.text("/>")
	}
	e.depth--
	e.line()
	e.text("</sx:sharing>")
}

// sharable refuses an sx:sharing that its readers would have to ignore: since and until
// stand together, and expires is a time (SSE 0.93 §2.2).
func sharable(s *Sharing, dialect Dialect) error {
	if s == nil || dialect == SSE091 {
		return nil
	}
	if (s.Since == "") != (s.Until == "") {
		return fmt.Errorf("writing sx:sharing: since %q and until %q have to stand together", s.Since, s.Until)
	}
	if s.Expires == "" {
		return nil
	}
	if _, err := ParseRFC3339(s.Expires); err != nil {
		return fmt.Errorf("writing sx:sharing: expires: %w", err)
	}
	return nil
}

// version091 is what SSE 0.91 asks every sx:sharing to say (§2.1).
const version091 = "0.91"

// days is a window of so many days as it is written, or "".
func days(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// optional writes an attribute that is not empty (SSE 0.93 §2.1.2).
func (e *encoder) optional(name, value string) {
	if value != "" {
		e.attr(name, value)
	}
}

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
