package feed

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// RewriteOptions say what to change while a document is copied.
type RewriteOptions struct {
	// Dialect is the dialect to write changed items in; "" means the document's own, or
	// FeedSync 1.0 if it has none.
	Dialect item.Dialect
	// Visit decides about each entry in turn; nil keeps all. Skipped entries can only be kept.
	Visit func(*Entry) (Edit, error)
	// Tail appends items after the last one; nil appends none.
	Tail func(write func(*item.Item) error) error
}

// Edit is what to do with an entry. The zero Edit keeps it.
type Edit struct {
	item *item.Item
	drop bool
}

// Unchanged returns an Edit that leaves an entry as it is, byte for byte.
func Unchanged() Edit { return Edit{} }

// Replace returns an Edit that replaces an entry by an item. An equal item leaves the entry as
// it is; if the winner's data is the same, only sx:sync changes. Publisher-specific data is
// taken from the entry.
func Replace(it *item.Item) Edit { return Edit{item: it} }

// Drop returns an Edit that removes the entry.
func Drop() Edit { return Edit{drop: true} }

// Rewrite copies a feed from src to dst and changes items on the way. Every byte outside of
// changed items is preserved, including sx:sharing, which belongs to the document; a document
// in another encoding becomes UTF-8. If it returns an error, the output must be discarded.
func Rewrite(dst io.Writer, src io.Reader, name string, o RewriteOptions) (Document, error) {
	r := NewReader(src, name)
	w := &rewriter{reader: r, dst: bufio.NewWriterSize(dst, flushSize), options: o}
	r.hook = w
	for {
		e, err := r.Next()
		if err == io.EOF {
			w.flushLate()
			return r.Document(), w.dst.Flush()
		}
		if err != nil {
			return Document{}, err
		}
		if err := w.entry(e); err != nil {
			return Document{}, err
		}
	}
}

// refused returns why a document cannot be rewritten: outlines move, and a document never
// mixes the models of dialects.
func (w *rewriter) refused() error {
	now, then := w.reader.inUse(), w.options.Dialect
	switch {
	case w.reader.format == &opml:
		return fmt.Errorf("%s: an outline is rewritten as a whole, by Outlines", w.reader.name)
	case now != "" && then != "" && (now == item.SSE091) != (then == item.SSE091):
		return fmt.Errorf("%s: items of %s cannot be written into a document of %s: convert the document first", w.reader.name, then, now)
	}
	return writable(w.reader.format.name, then)
}

// entry writes an entry or its replacement.
func (w *rewriter) entry(e *Entry) error {
	if err := w.refused(); err != nil {
		return err
	}
	var edit Edit
	if w.options.Visit != nil {
		var err error
		if edit, err = w.options.Visit(e); err != nil {
			return err
		}
	}
	w.flushLate()
	switch {
	case edit == (Edit{}) || edit.item != nil && unchanged(e.Item, edit.item):
		_, err := w.dst.Write(e.Raw)
		return err
	case e.Skipped:
		return fmt.Errorf("%s:%d: an item that breaks the rules is kept as it is, and cannot be changed: correct it first", w.reader.name, e.Line)
	case edit.drop:
		return nil
	}
	return w.replace(e, edit.item)
}

// replace writes another item in place of an entry.
func (w *rewriter) replace(e *Entry, it *item.Item) error {
	it = asOwn(it, e.Item)
	if e.Item != nil && sameData(e.Item.Winner, it.Winner) {
		return w.splice(e, it)
	}
	enc := w.encoder(w.reader.around)
	if err := enc.item(it, e.place.trivia); err != nil {
		return fmt.Errorf("%s:%d: writing item %q: %w", w.reader.name, e.Line, it.ID(), err)
	}
	_, err := enc.out.WriteTo(w.dst)
	return err
}

// splice changes only the sx:sync of an item.
func (w *rewriter) splice(e *Entry, it *item.Item) error {
	enc := w.encoder(e.place.inner)
	enc.depth++
	if err := enc.sync(it, e.place.trivia); err != nil {
		return fmt.Errorf("%s:%d: writing item %q: %w", w.reader.name, e.Line, it.ID(), err)
	}
	for _, part := range [][]byte{e.Raw[:e.place.sync[0]], enc.out.Bytes(), e.Raw[e.place.sync[1]:]} {
		_, _ = w.dst.Write(part) // a bufio.Writer keeps its error for Flush
	}
	return nil
}

// encoder returns an encoder for a position, in the document's format.
func (w *rewriter) encoder(at surroundings) *encoder {
	dialect := w.options.Dialect
	if dialect == "" {
		dialect = orDefault(w.reader.inUse(), w.reader.format.name)
	}
	e := &w.enc
	e.out.Reset()
	e.format, e.dialect, e.space, e.surroundings, e.layout = w.reader.format, dialect, namespaceAt(dialect, at.scope), at, usual
	e.depth, e.authored = len(w.reader.format.path), w.reader.head.doc.Author != ""
	return e
}

// rewriter is the hook that copies what surrounds the items.
type rewriter struct {
	reader  *Reader
	dst     *bufio.Writer
	options RewriteOptions
	enc     encoder
	// late is held back until the next token: white space, which may belong to the end tag,
	// and the end of an empty-element tag.
	late []byte
	// empty is the name of the element whose tag late ends, or "".
	empty string
}

var emptyEnd = []byte("/>")

// around copies a token. Appended items go before the white space that precedes the end tag,
// and into an element that was empty.
func (w *rewriter) around(t *xmlstream.Token) error {
	if t.Blank() {
		w.late = append(w.late, t.Raw...)
		return nil
	}
	w.flushLate()
	raw := t.Raw
	if t.Kind == xmlstream.Start && bytes.HasSuffix(raw, emptyEnd) {
		raw = raw[:len(raw)-len(emptyEnd)]
		w.late, w.empty = append(w.late, emptyEnd...), t.Name.String()
	}
	_, err := w.dst.Write(raw)
	return err
}

func (w *rewriter) flushLate() {
	_, _ = w.dst.Write(w.late) // a bufio.Writer keeps its error for Flush
	w.late, w.empty = w.late[:0], ""
}

// closing appends items before the end tag of the element that contains them.
func (w *rewriter) closing() error {
	if w.options.Tail == nil {
		return nil
	}
	if err := w.refused(); err != nil {
		return err
	}
	opened := ""
	err := w.options.Tail(func(it *item.Item) error {
		enc := w.encoder(w.reader.around)
		if w.empty != "" {
			opened, w.empty, w.late = w.empty, "", w.late[:0]
			enc.text(">")
		}
		enc.line()
		if err := enc.item(asOwn(it, nil), trivia{}); err != nil {
			return fmt.Errorf("%s: appending item %q: %w", w.reader.name, it.ID(), err)
		}
		_, err := enc.out.WriteTo(w.dst)
		return err
	})
	if opened != "" {
		w.late = append(w.late, "\n</"+opened+">"...)
	}
	return err
}

// unchanged reports whether two items are equal. The order of conflicts does not matter.
func unchanged(was, is *item.Item) bool {
	if was == is {
		return true
	}
	if was == nil || was.Flagged != is.Flagged || len(was.Conflicts) != len(is.Conflicts) || (was.Nested == nil) != (is.Nested == nil) || !identical(was.Winner, is.Winner) {
		return false
	}
	for _, c := range is.Conflicts {
		if !slices.ContainsFunc(was.Conflicts, func(v *item.Version) bool { return identical(v, c) }) {
			return false
		}
	}
	return true
}

func identical(a, b *item.Version) bool {
	return a == b || a.Same(b) && a.Undeleted == b.Undeleted && a.Missing == b.Missing && a.Place == b.Place && a.Digest == b.Digest &&
		slices.EqualFunc(a.Resolved, b.Resolved, item.History.Same) && sameData(a, b)
}

// sameData reports whether two versions have the same shared data, including comments.
func sameData(a, b *item.Version) bool {
	return a.Content == b.Content || a.Content.XML() == b.Content.XML()
}

// asOwn returns an item with only the publisher-specific data of the entry that it replaces:
// the winner gets the data of the entry's winner, and a conflict keeps its own if the entry
// has it.
func asOwn(it, entry *item.Item) *item.Item {
	owned := map[string]bool{}
	winners := ""
	if entry != nil {
		winners = entry.Winner.Publisher
		for _, v := range entry.Versions() {
			owned[v.Publisher] = true
		}
	}
	out := &item.Item{Winner: it.Winner.WithPublisher(winners), Flagged: it.Flagged}
	for _, c := range it.Conflicts {
		if !owned[c.Publisher] {
			c = c.WithPublisher("")
		}
		out.Conflicts = append(out.Conflicts, c)
	}
	return out
}
