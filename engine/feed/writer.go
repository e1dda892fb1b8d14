package feed

import (
	"fmt"
	"io"
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Writer publishes a feed: its header, and then its items one by one.
type Writer struct {
	dst    io.Writer
	doc    Document
	format *format
	enc    encoder
	begun  bool
	open   []openOutline
	err    error
}

// flushSize is the size of the buffer that triggers a write.
const flushSize = 32 << 10

// NewWriter returns a writer that publishes to w the feed that d describes, in d's format and
// dialect. The default format is RSS; the default dialect is FeedSync 1.0, or SSE 0.91 in
// OPML. Nothing is written before the first Write or Close, which return an error if the
// format and the dialect do not go together. d.Updated is required.
func NewWriter(w io.Writer, d Document) *Writer {
	f := formatNamed(d.Format)
	d.Dialect = orDefault(d.Dialect, d.Format)
	return &Writer{dst: w, doc: d, format: f, enc: encoder{
		format: f, dialect: d.Dialect, space: namespaceOf(d.Dialect), layout: usual, authored: d.Author != "",
	}}
}

// Write publishes an item with its conflicts. Of a deleted item, only the title is published.
// An outline is published in the body.
func (w *Writer) Write(it *item.Item) error { return w.WriteAt(it, 0) }

// WriteAt publishes an outline at a depth, 0 in the body: its parent is the last outline
// before it with a lower depth. Only OPML has depths; in other formats, this is the same as
// Write.
func (w *Writer) WriteAt(it *item.Item, depth int) error {
	return w.put(published(it), depth)
}

// WriteWhole writes an item including the data of deleted versions, for a document that is
// stored rather than published.
func (w *Writer) WriteWhole(it *item.Item) error { return w.put(it, 0) }

func (w *Writer) put(it *item.Item, depth int) error {
	w.begin()
	if w.err != nil {
		return w.err
	}
	if err := w.write(it, depth); err != nil {
		w.err = fmt.Errorf("writing item %q: %w", it.ID(), err)
		return w.err
	}
	if w.enc.out.Len() >= flushSize {
		w.flush()
	}
	return w.err
}

func (w *Writer) write(it *item.Item, depth int) error {
	if w.format == &opml {
		return w.outline(it, depth)
	}
	w.enc.line()
	return w.enc.item(it, trivia{})
}

// Close ends the document. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.begin()
	if w.err != nil {
		return w.err
	}
	w.closeOutlines(0)
	for i := len(w.format.path) - 1; i >= 0; i-- {
		w.enc.depth = i
		w.enc.line()
		w.enc.text("</", w.format.path[i], ">")
	}
	w.enc.text("\n")
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	if _, err := w.enc.out.WriteTo(w.dst); err != nil {
		w.err = fmt.Errorf("writing the feed: %w", err)
	}
}

// begin writes the header once.
func (w *Writer) begin() {
	if w.begun || w.err != nil {
		return
	}
	w.begun = true
	if w.err = writable(w.doc.Format, w.doc.Dialect); w.err != nil {
		return
	}
	if w.doc.Updated.IsZero() {
		w.err = fmt.Errorf("writing the feed %q: it has no time of its last change; set Document.Updated", w.doc.Title)
		return
	}
	if w.err = sharable(w.doc.Sharing, w.enc.dialect); w.err != nil {
		return
	}
	w.err = w.header()
}

// header writes everything before the first item.
func (w *Writer) header() error {
	e := &w.enc
	e.text(`<?xml version="1.0" encoding="utf-8"?>`)
	e.line()
	e.text("<", w.format.path[0])
	if w.format == &atom {
		e.declare("", item.NamespaceAtom)
	} else {
		e.attr("version", w.format.version)
		e.declare("atom", item.NamespaceAtom)
	}
	e.declare("sx", e.space)
	e.declare("cf", namespaceOwn)
	ofRoot := []string{rootName}
	if w.format == &atom {
		ofRoot = append(ofRoot, channelName)
	}
	if err := w.attributes(ofRoot...); err != nil {
		return err
	}
	e.text(">")
	e.depth = 1
	if w.format == &opml {
		return w.opmlHeader()
	}
	for ; e.depth < len(w.format.path); e.depth++ {
		e.line()
		e.text("<", w.format.path[e.depth])
		if err := w.attributes(channelName); err != nil {
			return err
		}
		e.text(">")
	}
	if w.format == &atom {
		w.atomHeader()
	} else {
		w.rssHeader()
	}
	w.devices()
	w.sharing()
	return w.foreign()
}

// published returns the item in its published form: tombstones are reduced (record.Tombstone).
func published(it *item.Item) *item.Item {
	out := &item.Item{Winner: withoutData(it.Winner), Flagged: it.Flagged}
	for _, c := range it.Conflicts {
		out.Conflicts = append(out.Conflicts, withoutData(c))
	}
	return out
}

func withoutData(v *item.Version) *item.Version {
	if !v.Deleted {
		return v
	}
	tombstone := *v
	tombstone.Content = record.Tombstone(v.Content)
	return &tombstone
}

// atomHeader writes the required elements of a feed (RFC 4287 §4.1.1), and optional ones that
// are known.
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

// rssHeader writes the required elements of a channel (RSS 2.0, "Required channel elements"),
// and uses Atom's elements for what RSS has none for.
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

// feedID returns the feed's own identifier, or one derived from its address or title.
func (w *Writer) feedID() string {
	if w.doc.ID != "" {
		return w.doc.ID
	}
	return uuidOf(first(w.doc.Self, w.doc.Link, w.doc.Title))
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
	if e.dialect == item.SSE091 {
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
		if e.dialect == item.SSE091 {
			e.optional("since", r.Since)
			e.optional("until", r.Until)
		}
		e.text("/>")
	}
	e.depth--
	e.line()
	e.text("</sx:sharing>")
}

// sharable returns an error for an sx:sharing that its readers would have to ignore: since and
// until must occur together, and expires must be a time (SSE 0.93 §2.2).
func sharable(s *Sharing, dialect item.Dialect) error {
	if s == nil || dialect == item.SSE091 {
		return nil
	}
	if (s.Since == "") != (s.Until == "") {
		return fmt.Errorf("writing sx:sharing: since %q and until %q are only valid together", s.Since, s.Until)
	}
	if s.Expires == "" {
		return nil
	}
	if _, err := ParseRFC3339(s.Expires); err != nil {
		return fmt.Errorf("writing sx:sharing: expires: %w", err)
	}
	return nil
}

// version091 is the version that SSE 0.91 requires in every sx:sharing (§2.1).
const version091 = "0.91"

// days returns a window of n days as it is written, or "".
func days(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// optional writes an attribute unless it is empty (SSE 0.93 §2.1.2).
func (e *encoder) optional(name, value string) {
	if value != "" {
		e.attr(name, value)
	}
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
