package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// Content reads what one item says: from a document that is an RSS item, an Atom
// entry or an outline, shared or not, or from a feed of one item.
func Content(s Source) (*item.Content, error) {
	in, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	raw, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", s.Name, err)
	}
	document := asFeed(raw)
	e, err := only(document, s.Name)
	if err == nil && e.Item == nil && !e.SetAside {
		raw := e.Raw
		if e.Outline != nil {
			raw = wholeOutline(document)
		}
		e, err = only(bytes.Replace(document, raw, asShared(raw), 1), s.Name)
	}
	switch {
	case err != nil:
		return nil, err
	case e.Item == nil:
		return nil, fmt.Errorf("%s:%d: the item breaks the rules: crossfeed feed check %s", s.Name, e.Line, s.Name)
	}
	return e.Item.Winner.Content, nil
}

// asFeed puts a document that is an item into a feed.
func asFeed(raw []byte) []byte {
	root := bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\uFEFF")))
	if bytes.HasPrefix(root, []byte("<?xml")) {
		_, root, _ = bytes.Cut(root, []byte("?>"))
	}
	switch root = bytes.TrimSpace(root); {
	case bytes.HasPrefix(root, []byte("<item")):
		return bytes.Join([][]byte{[]byte(`<rss version="2.0"><channel>`), root, []byte("</channel></rss>")}, nil)
	case bytes.HasPrefix(root, outlineTag):
		return bytes.Join([][]byte{[]byte(`<opml version="2.0"><body>`), root, []byte("</body></opml>")}, nil)
	case bytes.HasPrefix(root, []byte("<entry")):
		return bytes.Join([][]byte{[]byte(`<feed xmlns="` + item.NamespaceAtom + `">`), root, []byte("</feed>")}, nil)
	}
	return raw
}

var outlineTag = []byte("<outline")

// wholeOutline is the text of the only outline of a document.
func wholeOutline(document []byte) []byte {
	from, to := bytes.Index(document, outlineTag), bytes.LastIndex(document, []byte("</body"))
	if from < 0 || to < from {
		return document
	}
	return bytes.TrimSpace(document[from:to])
}

// asShared gives an item sync metadata, because only shared items are read.
func asShared(raw []byte) []byte {
	sync := `<sx:sync xmlns:sx="http://feedsync.org/2007/feedsync" id="one" updates="1"><sx:history sequence="1" by="one"/></sx:sync>`
	if bytes.HasPrefix(raw, outlineTag) {
		sync = `<sx:sync xmlns:sx="http://www.microsoft.com/schemas/rss/sse" id="one" version="1"><sx:history by="one"/></sx:sync>`
		if bytes.HasSuffix(raw, []byte("/>")) {
			raw = append(bytes.TrimSuffix(bytes.Clone(raw), []byte("/>")), "></outline>"...)
		}
	}
	end := bytes.LastIndex(raw, []byte("</"))
	if end < 0 {
		return raw
	}
	return bytes.Join([][]byte{raw[:end], raw[end:]}, []byte(sync))
}

// only reads the one item of a feed.
func only(document []byte, name string) (*feed.Entry, error) {
	in := feed.NewReader(bytes.NewReader(document), name)
	one, err := in.Next()
	if err == nil {
		_, err = in.Next()
	}
	switch {
	case one == nil && errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: there is no item in it", name)
	case err == nil:
		return nil, fmt.Errorf("%s: there are several items in it: leave one", name)
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return one, nil
}
