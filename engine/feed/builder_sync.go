package feed

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// usualHistory is how many entries room is made for.
const usualHistory = 4

// sync opens an sx:sync. Of two, the first is read, and the item set aside.
func (b *builder) sync(t *xmlstream.Token, f *frame) {
	d := f.draft
	if d.sync != nil {
		d.twice = t.From
		d = &draft{content: d.content}
	}
	s := &syncDraft{from: t.From, dialect: dialectOf(t.Space), history: make([]historyDraft, 0, usualHistory)}
	if b.dialect == "" && b.format.speaks(s.dialect) {
		b.dialect = s.dialect
	}
	d.sync = s
	b.attrs(t, &s.extra, s.attr)
	b.push(frame{kind: inSync, draft: d, ambient: f.ambient.within(t), outer: b.scope()})
}

// syncChild opens a child of sx:sync.
func (b *builder) syncChild(t *xmlstream.Token, f *frame) error {
	s := f.draft.sync
	known := sameFamily(dialectOf(t.Space), s.dialect)
	switch {
	case known && t.Name.Local == "history":
		b.history(t, f)
	case known && t.Name.Local == "conflicts":
		b.carryConflicts(t, s)
		s.conflictsAt = cmp.Or(s.conflictsAt, t.From)
		b.push(frame{kind: inConflicts, draft: f.draft, ambient: f.ambient.within(t)})
	case known && t.Name.Local == "sync" && s.dialect == item.SSE091:
		s.nested = t.From
		fallthrough
	default:
		b.extra(t, f, carrier(&s.extra))
	}
	return nil
}

// history opens an entry of the history: an sx:history, or an sx:update.
func (b *builder) history(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	if f.kind == inSync && len(s.history) > 0 {
		s.again = t.From
	}
	s.history = append(s.history, historyDraft{at: t.From})
	nth := len(s.history) - 1
	h := &s.history[nth]
	known := h.attr
	if s.dialect == item.SSE091 {
		known = h.attr091
	}
	b.attrs(t, &h.extra, known)
	b.push(frame{kind: inHistory, draft: f.draft, outer: b.scope(), nth: nth})
}

// historyChild opens a child of sx:history: in SSE 0.91, updates are (§2.5).
func (b *builder) historyChild(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	if s.dialect == item.SSE091 && dialectOf(t.Space) == item.SSE091 && t.Name.Local == "update" && b.stack[len(b.stack)-2].kind == inSync {
		b.history(t, f)
		return
	}
	b.extra(t, f, carrier(&s.history[f.nth].extra))
}

// conflict opens a version in sx:conflicts: an item of the same format
// (SSE 0.93 §2.6), or an sx:conflict that may hold one (SSE 0.91 §5.2).
func (b *builder) conflict(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	switch {
	case s.dialect == item.SSE091 && dialectOf(t.Space) == item.SSE091 && t.Name.Local == "conflict":
		b.told(t, f)
		return
	case s.dialect != item.SSE091 && b.isItem(t):
		s.conflicts = append(s.conflicts, b.item(t, f.ambient))
		return
	}
	s.strange = t.From
	into := nowhere()
	b.push(b.graft(t, t.Name, t.Space, &frame{into: into, root: into}))
}

func (b *builder) isItem(t *xmlstream.Token) bool {
	return t.Space == b.format.space && t.Name.Local == b.format.item
}

// nowhere takes what is read and not kept.
func nowhere() *etree.Element { return etree.NewElement("nowhere") }

// extra opens a child that is not known.
func (b *builder) extra(t *xmlstream.Token, f *frame, root *etree.Element) {
	b.push(b.graft(t, t.Name, t.Space, &frame{into: root, root: root, outer: f.outer}))
}

// attrs reads the known attributes and keeps the others.
func (b *builder) attrs(t *xmlstream.Token, extra **etree.Element, known func(space, local string) *value) {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if _, declares := a.Declares(); declares {
			continue
		}
		space := ""
		if a.Name.Prefix != "" {
			space, _, _ = b.scan.Scope().Lookup(a.Name.Prefix)
		}
		if v := known(space, a.Name.Local); v != nil {
			*v = value{a.Value, true}
			continue
		}
		b.carry(a, carrier(extra))
	}
}

// told opens an sx:conflict (SSE 0.91 §5.2). What it says of the version stays with
// the draft of the item in it, if there is one.
func (b *builder) told(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	d := newDraft(t.From, ambient{})
	d.told = &toldDraft{historyDraft: historyDraft{at: t.From}}
	b.attrs(t, &d.told.extra, d.told.attr)
	s.conflicts = append(s.conflicts, d)
	b.push(frame{kind: inConflict, draft: f.draft, ambient: f.ambient.within(t), outer: b.scope()})
}

// conflictChild opens a child of sx:conflict: the item that lost, or whatever else
// its publisher keeps there.
func (b *builder) conflictChild(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	told := s.latest().told
	if !b.isItem(t) || told.data {
		b.extra(t, f, carrier(&told.extra))
		return
	}
	d := b.item(t, f.ambient)
	told.data, d.told = true, told
	s.conflicts[len(s.conflicts)-1] = d
}

// trivia is what stands in an sx:sync and says nothing of the item: comments,
// instructions and stray text, and what sx:conflicts carries that Crossfeed does
// not know. It belongs to the document, and stays in it when sx:sync is written
// anew. What belongs to an sx:history, an sx:conflict or to sx:conflicts goes with it.
type trivia struct {
	// sync and conflicts stand directly in sx:sync and in sx:conflicts, as they
	// are written there.
	sync, conflicts [][]byte
	// history stands in an sx:history, and conflict in an sx:conflict, by the text of
	// the entry.
	history, conflict map[string][][]byte
	// carried are the attributes of sx:conflicts, as canonical XML, or "".
	carried string
}

// trivial is what is gathered of it while an element is read.
type trivial [][]byte

// add takes in a token but white space.
func (l *trivial) add(t *xmlstream.Token) {
	if !t.Blank() {
		*l = append(*l, bytes.Clone(bytes.TrimSpace(t.Raw)))
	}
}

// triviaOf is that of an sx:sync.
func triviaOf(s *syncDraft) trivia {
	kept := trivia{sync: s.trivial, conflicts: s.conflictsTrivial, carried: canonical(s.conflictsExtra)}
	for i := range s.history {
		keepTrivial(&kept.history, &s.history[i])
	}
	for _, c := range s.conflicts {
		if c.told != nil {
			keepTrivial(&kept.conflict, &c.told.historyDraft)
		}
	}
	return kept
}

// keepTrivial keeps what an entry has, once that was checked.
func keepTrivial(in *map[string][][]byte, h *historyDraft) {
	if len(h.trivial) == 0 {
		return
	}
	if *in == nil {
		*in = map[string][][]byte{}
	}
	(*in)[h.entry().String()] = h.trivial
}

// carryConflicts keeps the attributes of sx:conflicts. Should there be several,
// those of the first that has any stay.
func (b *builder) carryConflicts(t *xmlstream.Token, s *syncDraft) {
	if s.conflictsExtra == nil {
		b.attrs(t, &s.conflictsExtra, func(string, string) *value { return nil })
	}
}

// trivia writes each piece on a line of its own.
func (e *encoder) trivia(pieces [][]byte) {
	for _, raw := range pieces {
		e.line()
		e.out.Write(raw)
	}
}

// extraOf is what the sx:sync of a version carries that Crossfeed does not know. What an
// sx:conflict holds beside the item that lost (SSE 0.91 §5.2), and the outlines in that
// item, are conflict data of their publisher's and no part of what the item says: they
// are kept in elements of ours, so that a copy of the version that came without them is
// still the same version.
func extraOf(d *draft) string {
	var all *etree.Element
	if d.sync != nil {
		all = d.sync.extra
	}
	if d.told != nil && d.told.extra != nil {
		carrier(&all).AddChild(inOwn("beside", d.told.extra))
	}
	if d.inner != nil {
		carrier(&all).AddChild(inOwn("within", d.inner))
	}
	return canonical(all)
}

// inOwn is an element of our namespace that carries what a carrier does.
func inOwn(name string, carried *etree.Element) *etree.Element {
	prefix := "cf"
	for slices.ContainsFunc(carried.Attr, func(a etree.Attr) bool { return a.Key == prefix || a.Space == prefix }) {
		prefix += "f"
	}
	carried.Space, carried.Tag = prefix, name
	carried.CreateAttr("xmlns:"+prefix, namespaceOwn)
	return carried
}
