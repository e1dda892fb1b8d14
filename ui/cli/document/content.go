package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// Content reads what one item says: from a document that is an RSS item or an
// Atom entry, shared or not, or from a feed of one item.
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
		e, err = only(bytes.Replace(document, e.Raw, asShared(e.Raw), 1), s.Name)
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
	case bytes.HasPrefix(root, []byte("<entry")):
		return bytes.Join([][]byte{[]byte(`<feed xmlns="` + item.NamespaceAtom + `">`), root, []byte("</feed>")}, nil)
	}
	return raw
}

// asShared gives an item sync metadata, because only shared items are read.
func asShared(raw []byte) []byte {
	const sync = `<sx:sync xmlns:sx="http://feedsync.org/2007/feedsync" id="one" updates="1"><sx:history sequence="1" by="one"/></sx:sync>`
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
