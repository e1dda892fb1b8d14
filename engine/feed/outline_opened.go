package feed

import "crossfeed/engine/internal/xmlstream"

// opened is an outline that was begun and not ended. Those in it end before it does,
// so it waits with what it has: no more than the outlines that stand around the
// present token are ever held.
type opened struct {
	entry *Entry
	draft *draft
	// raw is what is the outline's own, as far as it was read.
	raw   []byte
	lines lines
	// starts are where the lines' pieces begin in raw, and end is where the last of
	// them ends in the document.
	starts []int
	end    int64
	// budget and excess are the builder's, while it builds another outline.
	budget int
	excess excess
	// nodes and bytes are how much the outlines around it have, their own together.
	nodes, bytes int
}

// room puts another outline on top of those that were begun, in the room of one that
// ended where there is one.
func (r *Reader) room() *opened {
	n := len(r.outlines)
	if n < cap(r.outlines) {
		r.outlines = r.outlines[:n+1]
		if o := r.outlines[n]; o != nil {
			*o = opened{raw: o.raw[:0], lines: o.lines[:0], starts: o.starts[:0]}
			return o
		}
	} else {
		r.outlines = append(r.outlines, nil)
	}
	r.outlines[n] = &opened{}
	return r.outlines[n]
}

// mostRoom is how many bytes of room are kept of an outline that ended.
const mostRoom = 1 << 20

// leave forgets what the outline was, and keeps the room.
func (o *opened) leave() {
	clear(o.lines)
	o.entry, o.draft = nil, nil
	if cap(o.raw) > mostRoom {
		o.raw = nil
	}
}

// own adds a token to what is an outline's own.
func (r *Reader) own(o *opened, t *xmlstream.Token) error {
	if len(o.lines) == 0 || t.From != o.end {
		o.lines = append(o.lines, piece{from: t.From, first: r.scan.Position(t.From).Line})
		o.starts = append(o.starts, len(o.raw))
	}
	o.raw, o.end = append(o.raw, t.Raw...), t.To
	if len(o.raw) > xmlstream.MaxBytes {
		return r.scan.Fault(t.From, xmlstream.RuleLimit, "an outline is larger than %d MB; split it up", xmlstream.MaxBytes>>20)
	}
	return nil
}
