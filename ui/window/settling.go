package window

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// opened is what is needed to show an item on the settling page.
type opened struct {
	item    place.Item
	session *session.Session
	open    []engine.Unsettled
	places  conflict.Places
}

// openSettle shows an item on the settling page.
func (w *Window) openSettle(it place.Item) {
	w.openNext(func([]engine.Unsettled) (place.Item, bool) { return it, true })
}

func (w *Window) nextToSettle() { w.stepToSettle(1) }

func (w *Window) previousToSettle() { w.stepToSettle(-1) }

// stepToSettle goes on from the item on the page. From elsewhere it begins with
// the item that is chosen, where that is to be settled.
func (w *Window) stepToSettle(step int) {
	if w.saving {
		return
	}
	from, pick := w.item, orNeighbour
	if w.settling() {
		from, pick = w.pages.settle.Shown().Item, neighbour
	}
	w.openNext(func(open []engine.Unsettled) (place.Item, bool) { return pick(open, from, step) })
}

func (w *Window) settling() bool { return w.pages.shown == page(w.pages.settle) }

// orNeighbour is the item itself where it is among those to settle, and
// neighbour otherwise.
func orNeighbour(open []engine.Unsettled, it place.Item, step int) (place.Item, bool) {
	if slices.ContainsFunc(open, func(u engine.Unsettled) bool { return itemOf(u) == it }) {
		return it, true
	}
	return neighbour(open, it, step)
}

// neighbour is the item after (or before) another one, round the end; of one
// that is not there it is the first (or the last).
func neighbour(open []engine.Unsettled, from place.Item, step int) (place.Item, bool) {
	if len(open) == 0 {
		return place.Item{}, false
	}
	at := slices.IndexFunc(open, func(u engine.Unsettled) bool { return itemOf(u) == from })
	if at < 0 && step < 0 {
		at = 0
	}
	return itemOf(open[(at+step+len(open))%len(open)]), true
}

func itemOf(u engine.Unsettled) place.Item { return place.Item{Set: u.Set, ID: u.ID} }

// openNext shows the item that pick chooses among those to settle, or goes home
// where there is none.
func (w *Window) openNext(pick func([]engine.Unsettled) (place.Item, bool)) {
	work.Ask(w.Seam, func(ctx context.Context) (opened, error) { return w.open(ctx, pick) },
		func(o opened, err error) {
			switch {
			case errors.Is(err, session.ErrNoConflict):
				w.status.Say(lang.L("It is settled already."))
				w.Reload()
			case err != nil:
				w.Warn(err)
			case o.session == nil:
				w.allSettled()
			default:
				w.showSettle(o)
			}
		})
}

func (w *Window) open(ctx context.Context, pick func([]engine.Unsettled) (place.Item, bool)) (opened, error) {
	unsettled, err := w.Engine.Unsettled(ctx)
	if err != nil {
		return opened{}, err
	}
	it, there := pick(unsettled)
	if !there {
		return opened{}, nil
	}
	s, err := w.Engine.Session(ctx, it.Set, it.ID)
	if err != nil {
		return opened{}, err
	}
	places, err := placesOf(ctx, w.Engine, it, s)
	return opened{it, s, unsettled, places}, err
}

func (w *Window) allSettled() {
	if w.settling() {
		w.goHome()
	}
	w.status.Say(lang.L("Nothing is left to settle."))
}

// showSettle shows a session where a person left it, or a new one with the
// draft of an earlier run.
func (w *Window) showSettle(o opened) {
	kept, there := w.sessions[o.item]
	var news session.News
	if there {
		news = kept.Adopt(o.session)
	} else {
		kept = o.session
		w.sessions[o.item] = kept
		w.replay(o.item, kept)
	}
	shown := w.shownSettle(o.item, kept, o.open, o.places)
	w.pages.settle.Show(shown)
	if brings(news) {
		w.pages.settle.Met(shown, news)
	}
	w.showPage(w.pages.settle)
}

func (w *Window) shownSettle(it place.Item, s *session.Session, open []engine.Unsettled, places conflict.Places) conflict.Shown {
	at := slices.IndexFunc(open, func(u engine.Unsettled) bool { return itemOf(u) == it })
	return conflict.Shown{Item: it, Session: s, Number: at + 1, Of: len(open), Places: places}
}
