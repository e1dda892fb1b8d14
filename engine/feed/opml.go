package feed

import (
	"bytes"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

const outlineName = "outline"

// opml is OPML. Its elements have no namespace, and its items stand in each other. 1.0
// and 2.0 are read; 1.0 is written, which is the one that SSE 0.91 extends (§1).
var opml = format{
	name:      item.OPML,
	version:   "1.0",
	path:      []string{"opml", "body"},
	head:      "head",
	item:      outlineName,
	feedLevel: func(local string) bool { return slices.Contains(opmlHead, local) },
	child:     opmlChild,
}

// opmlHead lists the elements of a head that OPML defines.
var opmlHead = []string{
	"title", "dateCreated", "dateModified", "ownerName", "ownerEmail", "ownerId", "docs",
	"expansionState", "vertScrollState", "windowTop", "windowLeft", "windowBottom", "windowRight",
}

// opmlChild keeps everything but outlines, which are items of their own.
func opmlChild(t *xmlstream.Token) (role, string, conversion) {
	if t.Name.Local == outlineName {
		return leftOut, "", nil
	}
	return foreign, "", nil
}

// isOutline tells of a start tag whether it opens an outline.
func isOutline(t *xmlstream.Token) bool {
	return t.Kind == xmlstream.Start && t.Space == "" && t.Name.Local == outlineName
}

// outlineOf makes the element of the neutral form that carries the attributes of an
// outline, and the title that mirrors its text, or its title where that says nothing.
func (b *builder) outlineOf(t *xmlstream.Token, root *etree.Element) {
	if text := mirror(t); text != "" {
		root.CreateElement("title").SetText(text)
	}
	own := root.CreateElement(outlineName)
	own.Attr = make([]etree.Attr, 1, 1+len(t.Attrs))
	own.Attr[0] = etree.Attr{Key: "xmlns"}
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if !isOwn(a) {
			continue
		}
		own.Attr = append(own.Attr, etree.Attr{Space: a.Name.Prefix, Key: a.Name.Local, Value: a.Value})
		if a.Name.Prefix != "" {
			b.declare(root, a.Name.Prefix, b.scope())
		}
	}
}

// mirror is what the title of a content repeats of an outline: its text, or its title where
// that says nothing, as package record has it.
func mirror(own *xmlstream.Token) string {
	if text := attrOf(own, "text"); strings.TrimSpace(text) != "" {
		return text
	}
	return attrOf(own, "title")
}

// attrOf is the value of an attribute without a prefix: of that name, else of one that
// differs in upper and lower case; "" where there is none.
func attrOf(t *xmlstream.Token, name string) string {
	if value, given := t.Attr(name); given {
		return value
	}
	for i := range t.Attrs {
		if a := &t.Attrs[i]; a.Name.Prefix == "" && strings.EqualFold(a.Name.Local, name) {
			return a.Value
		}
	}
	return ""
}

// Outline is where an entry of an OPML document stands.
type Outline struct {
	// Number counts the outlines of the document from 1, in its order.
	Number int
	// Parent is the number of the outline that it stands in, shared or not, or 0 for
	// the body.
	Parent int
	// Given is what the attributes of sx:sync say of the place, in our namespace: the
	// key, the parent that the key was made for, and the cycle.
	Given item.Place
	// Aside is the identifier of an outline that was set aside, where one can be read:
	// what stands in it is in that item (SSE 0.91 §3.2), which comes once it is mended.
	Aside string
}

// tags are where the parts of an outline, or of the body, stand in the document:
// offsets in its text as UTF-8. Everything between the tags that is in no other
// outline and not in sx:sync is the outline's own.
type tags struct {
	// start and end are the tags; of an empty-element tag, the end is empty.
	start, end span
	// sync is sx:sync, or empty where there is none.
	sync span
}

// span is from an offset up to another.
type span struct{ from, to int64 }

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
