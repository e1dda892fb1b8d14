package feed

import (
	"bytes"
	"slices"

	"crossfeed/engine/internal/xmlstream"
)

// openOutline begins an outline, in the body or in another outline.
func (r *Reader) openOutline(t *xmlstream.Token) error {
	if len(r.outlines) == maxLevels {
		return r.scan.Fault(t.From, xmlstream.RuleLimit, "outlines are nested more than %d deep; move some of them up", maxLevels)
	}
	around := r.suspend()
	if around.nodes > maxOpenNodes || around.bytes > xmlstream.MaxBytes {
		return r.scan.Fault(t.From, xmlstream.RuleLimit, "the outlines around this one are too large together: they may have %d elements and attributes and %d MB", maxOpenNodes, xmlstream.MaxBytes>>20)
	}
	r.begun++
	r.build.budget, r.build.excess = maxNodes, excess{}
	o := r.room()
	o.nodes, o.bytes = around.nodes, around.bytes
	o.draft = r.build.item(t, around.ambient)
	o.entry = &Entry{Line: r.scan.Position(t.From).Line, Outline: &Outline{Number: r.begun, Parent: around.number}}
	o.entry.place.inner = surroundings{inForce(r.scan.Scope(), around.scope), around.within(t)}
	o.entry.place.tags.start = span{t.From, t.To}
	if err := r.build.spend(t); err != nil {
		return err
	}
	return r.own(o, t)
}

// outside is what an outline stands in.
type outside struct {
	surroundings
	// number is that of the outline, or 0 for the body.
	number int
	// nodes and bytes are how much it and those around it have, together.
	nodes, bytes int
}

// suspend leaves the innermost outline waiting, and is what another one in it stands
// in.
func (r *Reader) suspend() outside {
	o := r.innermost()
	if o == nil {
		r.build.begin(0)
		return outside{surroundings: r.around}
	}
	o.budget, o.excess = r.build.budget, r.build.excess
	return outside{o.entry.place.inner, o.entry.Outline.Number, o.nodes + maxNodes - o.budget, o.bytes + len(o.raw)}
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
	e.Outline.Aside = e.Aside
	r.outlines = r.outlines[:len(r.outlines)-1]
	o.leave()
	if outer := r.innermost(); outer != nil {
		r.build.budget, r.build.excess = outer.budget, outer.excess
	}
	return e, err
}

// asideID is the identifier in an sx:sync that breaks a rule, or "" where it has none,
// or is none of the format.
func (r *Reader) asideID(s *syncDraft) string {
	if !r.format.speaks(s.dialect) {
		return ""
	}
	return s.id.text
}
