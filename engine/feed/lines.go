package feed

import (
	"cmp"
	"slices"

	"crossfeed/engine/internal/xmlstream"
)

// lines finds the lines of offsets in an item: one piece of the document, or
// several where others stand within it.
type lines []piece

// of is the line, from 1, of an offset in the document.
func (l lines) of(at int64) int {
	i, found := slices.BinarySearchFunc(l, at, func(p piece, at int64) int { return cmp.Compare(p.from, at) })
	if !found && i > 0 {
		i--
	}
	return l[i].of(at)
}

// piece is a part of a document that knows its lines. It looks for the line breaks
// when it is first asked, because most items have no problems, and only once,
// because some have thousands.
type piece struct {
	text  []byte
	from  int64 // the offset of text in the document
	first int   // the line that it begins in
	ends  []int // where the lines end, from the start of text, once looked for
}

// of is the line, from 1, of an offset in the document.
func (l *piece) of(at int64) int {
	if l.ends == nil {
		l.ends = append(xmlstream.LineEnds(l.text), len(l.text)+1)
	}
	before, _ := slices.BinarySearch(l.ends, int(at-l.from)+1)
	return l.first + before
}
