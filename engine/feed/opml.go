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

// opml is OPML. Its elements have no namespace, and its items can be nested. Versions 1.0 and
// 2.0 can be read; 1.0 is written, because SSE 0.91 extends it (§1).
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

// opmlChild shares all children except outlines, which are items of their own.
func opmlChild(t *xmlstream.Token) (role, string, conversion) {
	if t.Name.Local == outlineName {
		return leftOut, "", nil
	}
	return foreign, "", nil
}

func isOutline(t *xmlstream.Token) bool {
	return t.Kind == xmlstream.Start && t.Space == "" && t.Name.Local == outlineName
}

// outlineOf adds to root the element of the neutral form that carries the attributes of an
// outline, and a title (mirror).
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

// mirror returns the title of an outline's content: its text or, if that is blank, its title,
// as in package record.
func mirror(own *xmlstream.Token) string {
	if text := attrOf(own, "text"); strings.TrimSpace(text) != "" {
		return text
	}
	return attrOf(own, "title")
}

// attrOf returns the value of an attribute without a prefix. The name is matched exactly or,
// failing that, regardless of case. It returns "" if there is none.
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

// Outline is the position of an entry in an OPML document.
type Outline struct {
	// Number numbers the outlines of the document from 1, in document order.
	Number int
	// Parent is the number of the outline that contains it, shared or not, or 0 for the body.
	Parent int
	// Given is the position according to our own attributes of sx:sync: the key, the parent
	// that the key was made for, and the cycle.
	Given item.Place
	// SkippedID is the identifier of a skipped outline, if it can be read: its children belong
	// to that item (SSE 0.91 §3.2), which arrives once the outline is repaired.
	SkippedID string
	// Feed is the address of the feed that it names (xmlUrl), or ""; Title is its title.
	Feed, Title string
}

// tags are the positions of the parts of an outline, or of the body, as offsets in the UTF-8
// text of the document. Everything between the tags that is neither in another outline nor in
// sx:sync is the outline's own content.
type tags struct {
	// start and end are the tags; of an empty-element tag, the end is empty.
	start, end span
	// sync is sx:sync; empty if there is none.
	sync span
}

// span is a range of offsets; to is exclusive.
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
	if feed := attrOf(t, "xmlUrl"); feed != "" {
		o.entry.Outline.Feed, o.entry.Outline.Title = feed, mirror(t)
	}
	o.entry.place.inner = surroundings{inForce(r.scan.Scope(), around.scope), around.within(t)}
	o.entry.place.tags.start = span{t.From, t.To}
	if err := r.build.spend(t); err != nil {
		return err
	}
	return r.own(o, t)
}

// outside is the context of an outline.
type outside struct {
	surroundings
	// number is the number of the enclosing outline, or 0 for the body.
	number int
	// nodes and bytes are the total size of that outline and those enclosing it.
	nodes, bytes int
}

// suspend suspends the innermost outline, and returns the context for an outline inside it.
func (r *Reader) suspend() outside {
	o := r.innermost()
	if o == nil {
		r.build.begin(0)
		return outside{surroundings: r.around}
	}
	o.budget, o.excess = r.build.budget, r.build.excess
	return outside{o.entry.place.inner, o.entry.Outline.Number, o.nodes + maxNodes - o.budget, o.bytes + len(o.raw)}
}

// inForce returns a copy of the declarations in force. It reuses the outer one if nothing was
// declared in between.
func inForce(now, around xmlstream.Scope) xmlstream.Scope {
	if len(now) == len(around) {
		return around
	}
	return slices.Clone(now)
}

// innermost returns the innermost open outline, or nil.
func (r *Reader) innermost() *opened {
	if n := len(r.outlines); n > 0 {
		return r.outlines[n-1]
	}
	return nil
}

// inOutline processes a token in an outline, and returns the entry that it completes, if any.
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

// closeOutline completes the innermost outline, and resumes the one around it.
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
	e.Outline.SkippedID = e.SkippedID
	r.outlines = r.outlines[:len(r.outlines)-1]
	o.leave()
	if outer := r.innermost(); outer != nil {
		r.build.budget, r.build.excess = outer.budget, outer.excess
	}
	return e, err
}

// asideID returns the identifier in an invalid sx:sync, or "" if it has none or the format
// does not support its dialect.
func (r *Reader) asideID(s *syncDraft) string {
	if !r.format.speaks(s.dialect) {
		return ""
	}
	return s.id.text
}

// opened is an open outline. Outlines inside it end before it does, so it is suspended in the
// meantime: only the outlines that enclose the current token are held in memory.
type opened struct {
	entry *Entry
	draft *draft
	// raw is the outline's own content read so far.
	raw   []byte
	lines lines
	// starts are the offsets of the lines' pieces in raw; end is the offset in the document at
	// which the last piece ends.
	starts []int
	end    int64
	// budget and excess are the builder's, saved while it builds another outline.
	budget int
	excess excess
	// nodes and bytes are the total size of the enclosing outlines' own content.
	nodes, bytes int
}

// room pushes another open outline, and reuses the buffers of one that was closed, if any.
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

// mostRoom is the maximum buffer size, in bytes, that is reused.
const mostRoom = 1 << 20

// leave clears an outline for reuse, but keeps its buffers.
func (o *opened) leave() {
	clear(o.lines)
	o.entry, o.draft = nil, nil
	if cap(o.raw) > mostRoom {
		o.raw = nil
	}
}

// own appends a token to an outline's own content.
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
