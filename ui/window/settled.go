package window

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/ui/say"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// leaveSettling puts the settling off. The session stays as it is.
func (w *Window) leaveSettling() {
	w.goHome()
	w.Reload()
}

// historyOfSettling shows how the item that is being settled came about.
func (w *Window) historyOfSettling() { w.showLineage(w.pages.settle.Shown().Item) }

// saveSettling saves what was decided and goes on to the next, unless the person
// went elsewhere meanwhile.
func (w *Window) saveSettling() {
	shown := w.pages.settle.Shown()
	w.saving = true
	w.pages.settle.Busy(true)
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Engine.Settle(ctx, shown.Item.Set, shown.Session)
	}, func(it *item.Item, err error) {
		w.saving = false
		w.pages.settle.Busy(false)
		w.settled(shown, it, err)
	})
}

func (w *Window) settled(shown conflict.Shown, it *item.Item, err error) {
	stays := w.settling() && w.pages.settle.Shown().Session == shown.Session
	switch {
	case errors.Is(err, engine.ErrChanged):
		w.status.Warn(lang.L("Not saved yet: the item changed meanwhile. Look at it and save again."))
		w.meet()
		return
	case errors.Is(err, session.ErrOpen) && stays:
		w.pages.settle.Save()
		return
	case err != nil:
		w.Warn(err)
		return
	}
	title := it.Winner.Title()
	if title == "" { // it is deleted
		title = shown.Session.Item().Winner.Title()
	}
	w.forget(shown.Item)
	text := lang.L("Settled “{{.Title}}”.", say.Data{"Title": title})
	if n := len(it.Conflicts); n > 0 {
		text += " " + lang.N("{{.N}} stay open.", n, say.Data{"N": n})
	}
	w.done(shown.Item.Set, text)
	if stays {
		w.holding.shown = w.Speaker.Now()
		w.openNext(func(open []engine.Unsettled) (place.Item, bool) { return after(open, shown) })
	}
}

// after is the item that took the place of the one that was just settled.
func after(open []engine.Unsettled, shown conflict.Shown) (place.Item, bool) {
	rest := slices.DeleteFunc(slices.Clone(open), func(u engine.Unsettled) bool { return itemOf(u) == shown.Item })
	if len(rest) == 0 {
		return place.Item{}, false
	}
	return itemOf(rest[max(shown.Number-1, 0)%len(rest)]), true
}

func (w *Window) forget(it place.Item) {
	delete(w.sessions, it)
	w.Drafts.Drop(drafts.Settle, it)
}
