package window

import (
	"context"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/settle"
	"crossfeed/ui/window/work"
)

// met is an item as it now stands, for the session that is shown.
type met struct {
	item     place.Item
	now      *item.Item
	compared settle.Comparison
	open     []engine.Unsettled
}

// meet lets the session that is shown meet what a sync changed.
func (w *Window) meet() {
	if !w.settling() {
		return
	}
	it := w.pages.settle.Shown().Item
	work.Ask(w.Seam, func(ctx context.Context) (met, error) {
		now, err := w.Engine.Item(ctx, it.Set, it.ID)
		if err != nil {
			return met{}, err
		}
		open, err := w.Engine.Unsettled(ctx)
		return met{it, now, settle.Compare(now, w.Speaker), open}, err
	}, w.showMet)
}

// showMet shows what changed, if the page still shows that item and nobody else
// has its session.
func (w *Window) showMet(m met, err error) {
	s, under := w.sessions[m.item]
	if err != nil || !under || w.saving || !w.settling() || w.pages.settle.Shown().Item != m.item {
		return
	}
	news := s.Meet(m.now)
	now := w.shownSettle(m.item, s, m.compared, m.open)
	switch shown := w.pages.settle.Shown(); {
	case brings(news):
		w.pages.settle.Met(now, news)
	case shown.Number != now.Number || shown.Of != now.Of:
		w.pages.settle.Count(now.Number, now.Of)
	}
}

// brings tells whether there is anything new in the news.
func brings(n session.News) bool {
	return n.Settled || n.Winner || len(n.Arrived)+len(n.Gone) > 0
}
