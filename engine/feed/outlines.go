package feed

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// Outlines is an OPML document that is held in memory, because its outlines can move: the last
// one may have to be written first. It holds the text of the document and the position of each
// outline in it, but no tree of elements.
type Outlines struct {
	name string
	doc  Document
	// text is the document in UTF-8.
	text []byte
	// entries are the outlines by number, starting at 1.
	entries []*Entry
	// nodes are the tree of outlines, by number; the first node is the body.
	nodes []node
	// root is the start tag of the root.
	root span
	// body has the tags of the body, and within is what its children inherit.
	body   tags
	within surroundings
}

// node is an outline in the tree. Its fields are numbers of outlines; 0 means none.
type node struct {
	parent, first, next int32
}

// Document returns the feed-level data.
func (o *Outlines) Document() Document { return o.doc }

// Entries returns the outlines in document order, shared or not, without Raw.
func (o *Outlines) Entries() []*Entry { return o.entries }

// Arranged is an item at its position among the rows of a document.
type Arranged struct {
	Item *item.Item
	// Depth is 0 for a row in the body; the parent of any other row is the last row before it
	// with a lower depth.
	Depth int
}

// ReadOutlines reads an OPML document to its end. It returns the errors of Reader.Next.
func ReadOutlines(r io.Reader, name string) (*Outlines, error) {
	text := bytes.NewBuffer(make([]byte, 0, sizeOf(r)))
	in := NewReader(r, name)
	o := &Outlines{name: name}
	in.hook = &rootHook{Outlines: o, in: in}
	in.scan.Copy(text)
	var err error
	for err == nil {
		var e *Entry
		if e, err = in.Next(); err == nil {
			err = o.add(e)
		}
	}
	if err != io.EOF {
		return nil, err
	}
	if in.format != &opml {
		return nil, notOutlines(name)
	}
	o.doc, o.text, o.body, o.within = in.Document(), text.Bytes(), in.holder, in.around
	o.link()
	return o, nil
}

// sizeOf returns the expected size of the document, as far as it is known.
func sizeOf(r io.Reader) int64 {
	if f, ok := r.(fs.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return min(info.Size()+bytes.MinRead, xmlstream.MaxBytes)
		}
	}
	return bytes.MinRead
}

func notOutlines(name string) error {
	return fmt.Errorf("%s: this is no OPML: only outlines are ordered", name)
}

// add adds an outline. Outlines arrive in the order of their end tags.
func (o *Outlines) add(e *Entry) error {
	if e.Outline == nil {
		return notOutlines(o.name)
	}
	for len(o.entries) < e.Outline.Number {
		o.entries = append(o.entries, nil)
	}
	e.Raw = nil // it is in the text
	o.entries[e.Outline.Number-1] = e
	return nil
}

// link builds the tree of outlines, in document order.
func (o *Outlines) link() {
	o.nodes = make([]node, len(o.entries)+1)
	last := make([]int32, len(o.nodes))
	for i, e := range o.entries {
		n, p := int32(i+1), int32(e.Outline.Parent)
		o.nodes[n].parent = p
		if last[p] == 0 {
			o.nodes[p].first = n
		} else {
			o.nodes[last[p]].next = n
		}
		last[p] = n
	}
}

// tags returns the tags of an outline, or of the body.
func (o *Outlines) tags(n int32) *tags {
	if n == 0 {
		return &o.body
	}
	return &o.entries[n-1].place.tags
}

// inner returns what the children of an outline, or of the body, inherit.
func (o *Outlines) inner(n int32) surroundings {
	if n == 0 {
		return o.within
	}
	return o.entries[n-1].place.inner
}

// item returns the item of an outline, or nil.
func (o *Outlines) item(n int32) *item.Item { return o.entries[n-1].Item }

// rootHook records the start tag of the root.
type rootHook struct {
	noHook
	*Outlines
	in *Reader
}

func (h *rootHook) around(t *xmlstream.Token) error {
	if t.Kind == xmlstream.Start && h.in.scan.Depth() == 1 {
		h.root = span{t.From, t.To}
	}
	return nil
}
