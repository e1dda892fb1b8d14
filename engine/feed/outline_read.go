package feed

import (
	"bytes"
	"slices"

	"crossfeed/engine/feed/internal/xmlstream"
)

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
}

// openOutline begins an outline, in the body or in another outline.
func (r *Reader) openOutline(t *xmlstream.Token) error {
	if len(r.outlines) == maxLevels {
		return r.scan.Fault(t.From, xmlstream.RuleLimit, "outlines are nested more than %d deep; move some of them up", maxLevels)
	}
	around, parent := r.around, 0
	if o := r.innermost(); o != nil {
		o.budget, o.excess = r.build.budget, r.build.excess
		around, parent = o.entry.place.inner, o.entry.Outline.Number
	} else {
		r.build.begin(0)
	}
	r.begun++
	r.build.budget, r.build.excess = maxNodes, excess{}
	o := r.room()
	o.draft = r.build.item(t, around.ambient)
	o.entry = &Entry{Line: r.scan.Position(t.From).Line, Outline: &Outline{Number: r.begun, Parent: parent}}
	o.entry.place.inner = surroundings{inForce(r.scan.Scope(), around.scope), around.within(t)}
	o.entry.place.tags.start = span{t.From, t.To}
	if err := r.build.spend(t); err != nil {
		return err
	}
	return r.own(o, t)
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

// inForce is a copy of the declarations in force that is shared by those between
// whom nothing is declared.
func inForce(now, around xmlstream.Scope) xmlstream.Scope {
	if len(now) == len(around) {
		return around
	}
	return slices.Clone(now)
}

// innermost is the outline that was begun last and not ended, or nil.
func (r *Reader) innermost() *opened {
	if n := len(r.outlines); n > 0 {
		return r.outlines[n-1]
	}
	return nil
}

// inOutline takes a token that stands in an outline, and gives the entry that it
// completes.
func (r *Reader) inOutline(t *xmlstream.Token) (*Entry, error) {
	o, between := r.innermost(), len(r.build.stack) == len(r.outlines)
	switch {
	case between && isOutline(t):
		return nil, r.openOutline(t)
	case between && t.Blank():
		return nil, nil
	}
	if err := r.own(o, t); err != nil {
		return nil, err
	}
	if _, err := r.build.token(t); err != nil {
		return nil, err
	}
	if between && t.Kind == xmlstream.End {
		return r.closeOutline(o, t)
	}
	return nil, nil
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

// closeOutline completes the innermost outline, and goes on with the one around it.
func (r *Reader) closeOutline(o *opened, t *xmlstream.Token) (*Entry, error) {
	e := o.entry
	e.Raw = bytes.Clone(o.raw)
	for i, from := range o.starts {
		o.lines[i].text = e.Raw[from:]
	}
	e.place.tags.end = span{t.From, t.To}
	if s := o.draft.sync; s != nil {
		e.place.tags.sync = span{s.from, s.to}
		e.Outline.Given = s.place()
	}
	err := r.examine(e, o.draft, o.lines)
	r.outlines = r.outlines[:len(r.outlines)-1]
	o.leave()
	if outer := r.innermost(); outer != nil {
		r.build.budget, r.build.excess = outer.budget, outer.excess
	}
	return e, err
}
