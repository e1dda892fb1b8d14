package window

import (
	"context"
	"errors"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// met is an item as it now stands, for the session that is shown: a session of
// its own, or nil where it is settled.
type met struct {
	item  place.Item
	fresh *session.Session
	now   *item.Item
	about session.About
	open  []engine.Unsettled
	// places are those of the versions of fresh.
	places conflict.Places
}

// meet lets the session that is shown meet what a sync changed.
func (w *Window) meet() {
	if !w.settling() {
		return
	}
	it := w.pages.settle.Shown().Item
	work.Ask(w.Seam, func(ctx context.Context) (met, error) { return w.readMet(ctx, it) }, w.showMet)
}

func (w *Window) readMet(ctx context.Context, it place.Item) (met, error) {
	m := met{item: it}
	var err error
	if m.open, err = w.Engine.Unsettled(ctx); err != nil {
		return m, err
	}
	m.fresh, err = w.Engine.Session(ctx, it.Set, it.ID)
	if errors.Is(err, session.ErrNoConflict) {
		m.now, m.about, err = w.Engine.About(ctx, it.Set, it.ID)
		return m, err
	}
	if err == nil {
		m.places, err = placesOf(ctx, w.Engine, it, m.fresh)
	}
	return m, err
}

// showMet shows what changed, if the page still shows that item and nobody else
// has its session.
func (w *Window) showMet(m met, err error) {
	s, under := w.sessions[m.item]
	if err != nil || !under || w.saving || !w.settling() || w.pages.settle.Shown().Item != m.item {
		return
	}
	var news session.News
	if m.fresh != nil {
		news = s.Adopt(m.fresh)
	} else {
		news = s.Meet(m.now, m.about)
	}
	now := w.shownSettle(m.item, s, m.open, m.places)
	switch shown := w.pages.settle.Shown(); {
	case brings(news):
		w.pages.settle.Met(now, news)
	case shown.Number != now.Number || shown.Of != now.Of:
		w.pages.settle.Count(now.Number, now.Of)
	}
}

// brings tells whether there is anything new in the news.
func brings(n session.News) bool {
	return n.Settled || n.Winner || n.BaseLost || len(n.Arrived)+len(n.Gone) > 0
}
