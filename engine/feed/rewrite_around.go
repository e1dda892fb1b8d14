package feed

import (
	"bufio"
	"bytes"
	"fmt"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// rewriter is the hook that copies what stands around the items.
type rewriter struct {
	reader  *Reader
	dst     *bufio.Writer
	options RewriteOptions
	enc     encoder
	// late waits for what follows it: white space, which may belong to the end
	// tag, and the end of an empty-element tag.
	late []byte
	// empty is the name of the element whose tag late ends, or "".
	empty string
}

var emptyEnd = []byte("/>")

// around copies a token. Where items are appended, they go before the white
// space in front of the end tag, and into an element that was empty.
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

// closing appends items before the end tag of the element that holds them.
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
