package feed

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// usualHistory is the initial capacity of a history.
const usualHistory = 4

// sync opens an sx:sync. If there are two, the first one is read and the item is skipped.
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

// history opens an entry of the history: an sx:history or an sx:update.
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

// historyChild opens a child of sx:history: in SSE 0.91, updates are children of it (§2.5).
func (b *builder) historyChild(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	if s.dialect == item.SSE091 && dialectOf(t.Space) == item.SSE091 && t.Name.Local == "update" && b.stack[len(b.stack)-2].kind == inSync {
		b.history(t, f)
		return
	}
	b.extra(t, f, carrier(&s.history[f.nth].extra))
}

// conflict opens a version in sx:conflicts: an item of the same format (SSE 0.93 §2.6), or an
// sx:conflict that may contain one (SSE 0.91 §5.2).
func (b *builder) conflict(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	switch {
	case s.dialect == item.SSE091 && dialectOf(t.Space) == item.SSE091 && t.Name.Local == "conflict":
		b.openConflict(t, f)
		return
	case s.dialect != item.SSE091 && b.isItem(t):
		s.conflicts = append(s.conflicts, b.item(t, f.ambient))
		return
	}
	s.strange = t.From
	into := etree.NewElement("nowhere")
	b.push(b.graft(t, t.Name, t.Space, &frame{into: into, root: into}))
}

func (b *builder) isItem(t *xmlstream.Token) bool {
	return t.Space == b.format.space && t.Name.Local == b.format.item
}

// extra opens an unknown child.
func (b *builder) extra(t *xmlstream.Token, f *frame, root *etree.Element) {
	b.push(b.graft(t, t.Name, t.Space, &frame{into: root, root: root, outer: f.outer}))
}

// attrs reads the known attributes and stores the others.
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

// openConflict opens an sx:conflict (SSE 0.91 §5.2). Its data about the version is stored with
// the draft of the item in it, if there is one.
func (b *builder) openConflict(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	d := newDraft(t.From, ambient{})
	d.conflict = &conflictDraft{historyDraft: historyDraft{at: t.From}}
	b.attrs(t, &d.conflict.extra, d.conflict.attr)
	s.conflicts = append(s.conflicts, d)
	b.push(frame{kind: inConflict, draft: f.draft, ambient: f.ambient.within(t), outer: b.scope()})
}

// conflictChild opens a child of sx:conflict: the losing item, or other data of its publisher.
func (b *builder) conflictChild(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	told := s.latest().conflict
	if !b.isItem(t) || told.data {
		b.extra(t, f, carrier(&told.extra))
		return
	}
	d := b.item(t, f.ambient)
	told.data, d.conflict = true, told
	s.conflicts[len(s.conflicts)-1] = d
}

// trivia is the content of an sx:sync that is not about the item: comments, processing
// instructions and stray text, and attributes of sx:conflicts that Crossfeed does not know. It
// belongs to the document, and is preserved when sx:sync is rewritten. Content of an
// sx:history, an sx:conflict or of sx:conflicts stays in that element.
type trivia struct {
	// sync and conflicts are directly in sx:sync and in sx:conflicts, as written there.
	sync, conflicts [][]byte
	// history is the content of each sx:history, and conflict of each sx:conflict, by the text
	// of the entry.
	history, conflict map[string][][]byte
	// carried are the attributes of sx:conflicts as canonical XML, or "".
	carried string
}

// trivial collects such content while an element is read.
type trivial [][]byte

// add adds a token unless it is white space.
func (l *trivial) add(t *xmlstream.Token) {
	if !t.Blank() {
		*l = append(*l, bytes.Clone(bytes.TrimSpace(t.Raw)))
	}
}

// triviaOf returns the trivia of an sx:sync.
func triviaOf(s *syncDraft) trivia {
	kept := trivia{sync: s.trivial, conflicts: s.conflictsTrivial, carried: canonical(s.conflictsExtra)}
	for i := range s.history {
		storeTrivia(&kept.history, &s.history[i])
	}
	for _, c := range s.conflicts {
		if c.conflict != nil {
			storeTrivia(&kept.conflict, &c.conflict.historyDraft)
		}
	}
	return kept
}

// storeTrivia stores the trivia of an entry that has passed validation.
func storeTrivia(in *map[string][][]byte, h *historyDraft) {
	if len(h.trivial) == 0 {
		return
	}
	if *in == nil {
		*in = map[string][][]byte{}
	}
	(*in)[h.entry().String()] = h.trivial
}

// carryConflicts stores the attributes of sx:conflicts. If there are several, it stores those
// of the first one that has any.
func (b *builder) carryConflicts(t *xmlstream.Token, s *syncDraft) {
	if s.conflictsExtra == nil {
		b.attrs(t, &s.conflictsExtra, func(string, string) *value { return nil })
	}
}

// trivia writes each piece on its own line.
func (e *encoder) trivia(pieces [][]byte) {
	for _, raw := range pieces {
		e.line()
		e.out.Write(raw)
	}
}

// extraOf returns the unknown content of a version's sx:sync. Whatever an sx:conflict contains
// besides the losing item (SSE 0.91 §5.2), and the outlines inside that item, are conflict
// data of their publisher and not part of the item's contents. They are stored in elements of
// our own, so that a copy of the version without them is still the same version.
func extraOf(d *draft) string {
	var all *etree.Element
	if d.sync != nil {
		all = d.sync.extra
	}
	if d.conflict != nil && d.conflict.extra != nil {
		carrier(&all).AddChild(inOwn("beside", d.conflict.extra))
	}
	if d.inner != nil {
		carrier(&all).AddChild(inOwn("within", d.inner))
	}
	return canonical(all)
}

// inOwn turns a carrier into an element of our own namespace with the same content.
func inOwn(name string, carried *etree.Element) *etree.Element {
	prefix := "cf"
	for slices.ContainsFunc(carried.Attr, func(a etree.Attr) bool { return a.Key == prefix || a.Space == prefix }) {
		prefix += "f"
	}
	carried.Space, carried.Tag = prefix, name
	carried.CreateAttr("xmlns:"+prefix, namespaceOwn)
	return carried
}
