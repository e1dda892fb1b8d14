package feed

import (
	"bufio"
	"fmt"
	"io"

	"crossfeed/engine/item"
)

// Write writes the document with these items at these positions. It preserves every byte that
// need not change. Outlines that are not shared, and skipped ones, stay where they are: in the
// same outline, and after the same outline as before. An outline that is not in rows is
// removed; unshared outlines in it move up one level. An item that is as it was read stays as
// it is, including its position; any other gets the position of its winner.
//
// Outlines that move keep their bytes, except for the white space before their tags. A row
// that is inserted into an outline follows the row before it, so that it may end up in an
// outline that is not shared.
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

// outlineWriter writes a document according to a plan. It nests no deeper than maxLevels.
type outlineWriter struct {
	*plan
	out *bufio.Writer // keeps its error for Flush
	enc encoder
	// in are the current surroundings, and shift is the current change of indentation.
	in    surroundings
	shift shift
	// level is the number of open outlines.
	level int
	unit  string
	err   error
}

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

// fill adds rows to a body that contains nothing, not even white space. An empty-element tag
// becomes two tags.
func (w *outlineWriter) fill(pending *int32) {
	own := string(w.leadOf(0))
	if w.body.end.from == w.body.end.to {
		w.write(">")
		defer w.write("</body>")
	}
	w.flush(pending, w.leadIn(0))
	w.write(own)
}

// inside writes the contents of an outline, or of the body, with the rows inserted into it:
// its own text, unless that is rewritten, and its child outlines.
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

// child writes a child outline, if it stays in its parent. Pending rows are inserted before
// the first one that stays.
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

// gone writes what remains of a removed outline: its child outlines, at its position.
func (w *outlineWriter) gone(n int32, lead string, pending *int32) {
	outside := w.shift
	for c := w.nodes[n].first; c != 0; c = w.nodes[c].next {
		from := w.leadOf(c)
		w.shift = shift{indentation(string(from)), indentation(lead)}
		w.child(c, from, pending)
	}
	w.shift = outside
}

// flush writes a chain of rows after white space, and clears it.
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

// fresh writes an outline that is new in the document, with its children.
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

// deeper opens another level. It returns false if there are too many, or after an error.
func (w *outlineWriter) deeper() bool {
	if w.level == maxLevels && w.err == nil {
		w.err = fmt.Errorf("writing %s: %w", w.name, ErrTooDeep)
	}
	if w.err != nil {
		return false
	}
	w.level++
	return true
}

// open rewrites an outline up to its child outlines.
func (w *outlineWriter) open(it *item.Item, lead string, kept trivia) {
	w.encode(it, lead, func(e *encoder) error { return e.openOutline(it, kept) })
	w.in = w.enc.surroundings
}

// sync rewrites the sx:sync of an outline.
func (w *outlineWriter) sync(n int32, lead string) {
	it := w.rows[w.row[n]].item
	w.encode(it, lead, func(e *encoder) error { return e.sync(it, w.entries[n-1].place.trivia) })
}

// encode writes something with the encoder. lead is the white space that precedes it.
func (w *outlineWriter) encode(it *item.Item, lead string, write func(*encoder) error) {
	e := &w.enc
	e.out.Reset()
	e.surroundings, e.depth, e.layout = w.in, 0, w.layoutAt(lead)
	if err := write(e); err != nil && w.err == nil {
		w.err = fmt.Errorf("writing %s: item %q: %w", w.name, it.ID(), err)
	}
	_, _ = e.out.WriteTo(w.out)
}
