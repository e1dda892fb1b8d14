package feed

import (
	"bufio"
	"fmt"
	"io"

	"crossfeed/engine/item"
)

// Write writes the document with these items in these places: every byte that need
// not change stays. Outlines that take no part, and those that were set aside, stay
// where they are: in the outline that they stand in, after the outline that stands
// before them. An outline that is not in rows goes; what takes no part in it stays, one
// level up. An item as it was read stays as it is, its place included; any other stands
// where its winner says.
//
// What moves keeps its bytes, but for the white space before its tags. A row that is put
// into an outline comes after the row before it, so that it may come to stand in an
// outline that takes no part.
func (o *Outlines) Write(w io.Writer, rows []Arranged) error {
	out := &outlineWriter{plan: o.plan(rows), out: bufio.NewWriterSize(w, flushSize), in: o.within, unit: o.step()}
	out.enc.format, out.enc.dialect, out.enc.space = &opml, item.SSE091, namespaceAt(item.SSE091, o.within.scope)
	out.document()
	if out.err != nil {
		return out.err
	}
	if err := out.out.Flush(); err != nil {
		return fmt.Errorf("writing %s: %w", o.name, err)
	}
	return nil
}

// outlineWriter writes a document as it was planned. It goes no deeper than maxLevels.
type outlineWriter struct {
	*plan
	out *bufio.Writer // it keeps its error for Flush
	enc encoder
	// in is what is in force at this place, and shift how lines are indented here.
	in    surroundings
	shift shift
	// level is how many outlines this place stands in.
	level int
	unit  string
	err   error
}

// document writes everything.
func (w *outlineWriter) document() {
	w.upTo(w.body.start.to)
	end, pending := w.body.end.from, w.begin[0]
	switch {
	case !w.dirty[0]:
		w.copy(span{w.body.start.to, end})
	case w.body.start.to == end && pending != none:
		w.fill(&pending)
	default:
		w.inside(0, &pending, false)
	}
	w.copy(span{end, int64(len(w.text))})
}

// fill puts rows into a body that has nothing in it, not even white space. An
// empty-element tag becomes two tags.
func (w *outlineWriter) fill(pending *int32) {
	own := string(w.leadOf(0))
	if w.body.end.from == w.body.end.to {
		w.write(">")
		defer w.write("</body>")
	}
	w.flush(pending, w.leadIn(0))
	w.write(own)
}

// inside writes what stands in an outline, or in the body, with what is put into it: its
// own text, unless that is written anew, and the outlines in it.
func (w *outlineWriter) inside(n int32, pending *int32, anew bool) {
	t := w.tags(n)
	at := t.start.to
	for c := w.nodes[n].first; c != 0; c = w.nodes[c].next {
		lead := w.leadOf(c)
		if !anew {
			w.own(n, span{at, w.tags(c).start.from - int64(len(lead))})
		}
		w.child(c, lead, pending)
		at = w.tags(c).end.to
	}
	lead := w.lead(t.end.from)
	if !anew {
		w.own(n, span{at, t.end.from - int64(len(lead))})
	}
	filled := *pending != none && !breaks(string(lead))
	w.flush(pending, w.leadIn(n))
	switch own := w.shift.of(w.leadOf(n)); {
	case anew:
	case filled && breaks(string(w.leadIn(n))):
		w.write(oneBreak(own))
	default:
		w.write(w.shift.of(lead))
	}
}

// child writes an outline in the one that it stands in, if it stays there. What waits is
// put before the first that stays.
func (w *outlineWriter) child(c int32, lead []byte, pending *int32) {
	switch r := w.row[c]; {
	case r != none && !w.rows[r].stays:
	case r != none:
		w.flush(pending, lead)
		w.outline(c, w.shift.of(lead))
		*pending = w.rows[r].after
	case w.item(c) != nil:
		w.gone(c, w.shift.of(lead), pending)
	default:
		if w.holds[c] {
			w.flush(pending, lead)
		}
		w.outline(c, w.shift.of(lead))
	}
}

// gone writes what stays of an outline that goes: the outlines in it, in its place.
func (w *outlineWriter) gone(n int32, lead string, pending *int32) {
	outside := w.shift
	for c := w.nodes[n].first; c != 0; c = w.nodes[c].next {
		from := w.leadOf(c)
		w.shift = shift{indentation(string(from)), indentation(lead)}
		w.child(c, from, pending)
	}
	w.shift = outside
}

// flush writes a chain of rows after white space, and empties it.
func (w *outlineWriter) flush(pending *int32, lead []byte) {
	if *pending == none {
		return
	}
	at := oneBreak(w.shift.of(lead))
	for r := *pending; r != none; r = w.rows[r].then {
		if n := w.rows[r].number; n != 0 {
			w.outline(n, at)
		} else {
			w.fresh(r, at)
		}
	}
	*pending = none
}

func (w *outlineWriter) copy(s span)       { _, _ = w.out.Write(w.text[s.from:s.to]) }
func (w *outlineWriter) write(text string) { _, _ = w.out.WriteString(text) }

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
