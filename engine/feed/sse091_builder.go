package feed

import "crossfeed/engine/internal/xmlstream"

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
