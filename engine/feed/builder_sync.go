package feed

import (
	"errors"

	"github.com/beevik/etree"

	"crossfeed/engine/feed/internal/xmlstream"
)

// errOtherFamily says that an item is one of SSE 0.91. The reader adds where.
var errOtherFamily = errors.New("SSE 0.91")

// usualHistory is how many entries room is made for.
const usualHistory = 4

// sync opens an sx:sync. Of two, the first is read, and the item set aside.
func (b *builder) sync(t *xmlstream.Token, f *frame) {
	d := f.draft
	if d.sync != nil {
		d.twice = t.From
		d = &draft{content: d.content}
	}
	if b.dialect == "" {
		b.dialect = dialectOf(t.Space)
	}
	s := &syncDraft{from: t.From, history: make([]historyDraft, 0, usualHistory)}
	d.sync = s
	b.attrs(t, &s.extra, s.attr)
	b.push(frame{kind: inSync, draft: d, ambient: f.ambient.within(t), outer: b.scope()})
}

// syncChild opens a child of sx:sync.
func (b *builder) syncChild(t *xmlstream.Token, f *frame) error {
	s := f.draft.sync
	switch {
	case isFeedSync(t.Space) && t.Name.Local == "history":
		s.history = append(s.history, historyDraft{at: t.From})
		h := s.last()
		b.attrs(t, &h.extra, h.attr)
		b.push(frame{kind: inHistory, draft: f.draft, outer: b.scope()})
	case isFeedSync(t.Space) && t.Name.Local == "conflicts":
		b.carryConflicts(t, s)
		b.push(frame{kind: inConflicts, draft: f.draft, ambient: f.ambient.within(t)})
	default:
		b.extra(t, f, carrier(&s.extra))
	}
	return nil
}

// conflict opens a version in sx:conflicts, which has to be an item of the same
// format (SSE 0.93 §2.6).
func (b *builder) conflict(t *xmlstream.Token, f *frame) {
	s := f.draft.sync
	if t.Space == b.format.space && t.Name.Local == b.format.item {
		s.conflicts = append(s.conflicts, b.item(t, f.ambient))
		return
	}
	s.strange = t.From
	nowhere := etree.NewElement("nowhere")
	b.push(b.graft(t, t.Name, t.Space, &frame{into: nowhere, root: nowhere}))
}

// extra opens a child that is not known.
func (b *builder) extra(t *xmlstream.Token, f *frame, root *etree.Element) {
	b.push(b.graft(t, t.Name, t.Space, &frame{into: root, root: root, outer: f.outer}))
}

// attrs reads the known attributes and keeps the others.
func (b *builder) attrs(t *xmlstream.Token, extra **etree.Element, known func(local string) *value) {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if _, declares := a.Declares(); declares {
			continue
		}
		if v := known(a.Name.Local); v != nil && a.Name.Prefix == "" {
			*v = value{a.Value, true}
			continue
		}
		b.carry(a, carrier(extra))
	}
}
