package feed

import (
	"io"

	"crossfeed/engine/item"
)

// Outlines is an OPML document that is held whole, because outlines move in it: what
// stands last may have to come first. It holds the text of the document and where
// each outline stands in it, and no tree of elements.
type Outlines struct{}

// ReadOutlines reads an OPML document to its end. The errors are those of Reader.Next.
func ReadOutlines(r io.Reader, name string) (*Outlines, error) { panic("to be written") }

// Document is what stands at the level of the document.
func (o *Outlines) Document() Document { panic("to be written") }

// Entries are its outlines in the order of the document, shared or not.
func (o *Outlines) Entries() []*Entry { panic("to be written") }

// Arranged is an item in its place among the rows of a document.
type Arranged struct {
	Item *item.Item
	// Depth is 0 for what stands in the body; a row stands in the last row before it
	// that is less deep.
	Depth int
}

// Write writes the document with these items in these places: every byte that need
// not change stays. Outlines that take no part, and those that were set aside, stay where they are: in the
// outline that they stand in, after the outline that stands before them. An outline
// that is not in rows goes; what takes no part in it stays, one level up.
func (o *Outlines) Write(w io.Writer, rows []Arranged) error { panic("to be written") }
