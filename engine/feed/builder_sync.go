package feed

import (
	"cmp"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
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
	case known && t.Name.Local == "sync" && s.dialect == SSE091:
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
	if s.dialect == SSE091 {
		known = h.attr091
	}
	b.attrs(t, &h.extra, known)
	b.push(frame{kind: inHistory, draft: f.draft, outer: b.scope(), nth: nth})
}

// historyChild opens a child of sx:history: in SSE 0.91, updates are (§2.5).
func (b *builder) historyChild(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	if s.dialect == SSE091 && dialectOf(t.Space) == SSE091 && t.Name.Local == "update" && b.stack[len(b.stack)-2].kind == inSync {
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
	case s.dialect == SSE091 && dialectOf(t.Space) == SSE091 && t.Name.Local == "conflict":
		b.told(t, f)
		return
	case s.dialect != SSE091 && b.isItem(t):
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
