package feed

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// Outlines is an OPML document that is held whole, because outlines move in it: what
// stands last may have to come first. It holds the text of the document and where
// each outline stands in it, and no tree of elements.
type Outlines struct {
	name string
	doc  Document
	// text is the document in UTF-8.
	text []byte
	// entries are the outlines by their numbers, less 1.
	entries []*Entry
	// nodes are what stands in what, by number; the first is the body.
	nodes []node
	// root is the start tag of the root.
	root span
	// body has the tags of the body, and within is what is in force in it.
	body   tags
	within surroundings
}

// node is an outline among those of a document, by numbers; 0 is none.
type node struct {
	parent, first, next int32
}

// Document is what stands at the level of the document.
func (o *Outlines) Document() Document { return o.doc }

// Entries are its outlines in the order of the document, shared or not, without Raw.
func (o *Outlines) Entries() []*Entry { return o.entries }

// Arranged is an item in its place among the rows of a document.
type Arranged struct {
	Item *item.Item
	// Depth is 0 for what stands in the body; a row stands in the last row before it
	// that is less deep.
	Depth int
}

// ReadOutlines reads an OPML document to its end. The errors are those of Reader.Next.
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

// sizeOf is how much there is to be read, as far as that is known.
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

// add takes in an outline. They come in the order of their ends.
func (o *Outlines) add(e *Entry) error {
	if e.Outline == nil {
		return notOutlines(o.name)
	}
	for len(o.entries) < e.Outline.Number {
		o.entries = append(o.entries, nil)
	}
	e.Raw = nil // it stands in the text
	o.entries[e.Outline.Number-1] = e
	return nil
}

// link finds the outlines that stand in each, in the order of the document.
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

// tags are those of an outline, or of the body.
func (o *Outlines) tags(n int32) *tags {
	if n == 0 {
		return &o.body
	}
	return &o.entries[n-1].place.tags
}

// inner is what is in force between the tags of an outline, or of the body.
func (o *Outlines) inner(n int32) surroundings {
	if n == 0 {
		return o.within
	}
	return o.entries[n-1].place.inner
}

// item is the item that an outline is, or nil.
func (o *Outlines) item(n int32) *item.Item { return o.entries[n-1].Item }

// rootHook notes the start tag of the root.
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
