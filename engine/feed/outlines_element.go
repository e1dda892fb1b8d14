package feed

import (
	"fmt"

	"crossfeed/engine/item"
)

// outline writes an outline of the document after white space.
func (w *outlineWriter) outline(n int32, lead string) {
	outside, in := w.shift, w.in
	w.shift = shift{indentation(string(w.leadOf(n))), indentation(lead)}
	w.write(lead)
	t := w.tags(n)
	if !w.dirty[n] && w.shift.from == w.shift.to && w.inherited(n) {
		w.copy(span{t.start.from, t.end.to})
	} else if w.deeper() {
		w.element(n, lead)
		w.level--
	}
	w.shift, w.in = outside, in
}

// element writes an outline part by part.
func (w *outlineWriter) element(n int32, lead string) {
	pending, anew := int32(none), false
	if r := w.row[n]; r != none {
		pending, anew = w.begin[r+1], w.rows[r].change == everything
		if anew {
			w.open(w.rows[r].item, lead, w.entries[n-1].place.trivia)
		}
	}
	if !anew {
		w.startTag(n)
	}
	w.inside(n, &pending, anew)
	if anew {
		w.write(oneBreak(lead) + "</" + outlineName + ">")
	} else {
		w.copy(w.tags(n).end)
	}
}

// fresh writes an outline that is new in the document, with what stands in it.
func (w *outlineWriter) fresh(r int32, lead string) {
	outside, in := w.shift, w.in
	w.write(lead)
	if w.deeper() {
		w.open(w.rows[r].item, lead, trivia{})
		w.shift = shift{}
		pending, within := w.begin[r+1], lead
		if breaks(lead) {
			within += w.unit
		}
		w.flush(&pending, []byte(within))
		w.write(lead + "</" + outlineName + ">")
		w.level--
	}
	w.shift, w.in = outside, in
}

// deeper tells whether another outline may be opened here.
func (w *outlineWriter) deeper() bool {
	if w.level == maxLevels && w.err == nil {
		w.err = fmt.Errorf("writing %s: %w", w.name, tooDeep())
	}
	if w.err != nil {
		return false
	}
	w.level++
	return true
}

// open writes an outline anew up to where the outlines in it stand.
func (w *outlineWriter) open(it *item.Item, lead string, kept trivia) {
	w.encode(it, lead, func(e *encoder) error { return e.openOutline(it, kept) })
	w.in = w.enc.surroundings
}

// sync writes the sx:sync of an outline anew.
func (w *outlineWriter) sync(n int32, lead string) {
	it := w.rows[w.row[n]].item
	w.encode(it, lead, func(e *encoder) error { return e.sync(it, w.entries[n-1].place.trivia) })
}

// encode writes something anew after white space that was written.
func (w *outlineWriter) encode(it *item.Item, lead string, write func(*encoder) error) {
	e := &w.enc
	e.out.Reset()
	e.surroundings, e.depth, e.layout = w.in, 0, w.layoutAt(lead)
	if err := write(e); err != nil && w.err == nil {
		w.err = fmt.Errorf("writing %s: item %q: %w", w.name, it.ID(), err)
	}
	_, _ = e.out.WriteTo(w.out)
}
