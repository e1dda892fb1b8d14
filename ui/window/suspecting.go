package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/place"
)

// showSuspects shows what came in and waits, because something about it is odd.
func (w *Window) showSuspects() {
	w.choose(place.Place{Kind: place.Suspects})
	w.focus(w.pages.suspects().Focus())
}

// fillSuspects has the page show what waits now.
func (w *Window) fillSuspects() {
	if w.at.Kind != place.Suspects {
		return
	}
	w.pages.suspects().Show(w.now.Suspects, func(key int64) string {
		for _, l := range w.now.Lists {
			if l.Key == key {
				return l.Name
			}
		}
		return ""
	}, w.now.Source)
}

// oddHere is how many items wait for the list that is shown.
func (w *Window) oddHere() (n int) {
	l, _ := w.now.List(w.at.Set)
	for _, s := range w.now.Suspects {
		if w.at.Kind == place.List && s.Set == l.Key {
			n++
		}
	}
	return n
}

// leaveSuspects goes to the first list.
func (w *Window) leaveSuspects() {
	w.choose(place.Place{Kind: place.List, Set: w.listFor(place.Place{})})
	w.focus(w.sidebar.Focus())
}

func (w *Window) takeIn(s store.Suspect) {
	w.decideSuspect(func(ctx context.Context) error { return w.Engine.AcceptSuspects(ctx, s.Key) },
		lang.L("“{{.Title}}” was taken in.", say.Data{"Title": say.Title(s.Title)}))
}

func (w *Window) leaveOut(s store.Suspect) {
	w.decideSuspect(func(ctx context.Context) error { return w.Engine.RefuseSuspects(ctx, s.Key) },
		lang.L("“{{.Title}}” was left out. You are asked again only if it changes.", say.Data{"Title": say.Title(s.Title)}))
}

func (w *Window) decideSuspect(decide func(context.Context) error, done string) {
	w.run(decide, func(err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.status.Say(done)
		w.Reload()
	})
}

// unsubscribeSuspect reads the feed no more that an item came from.
func (w *Window) unsubscribeSuspect(s store.Suspect) {
	for _, f := range w.now.Feeds {
		if f.Key == s.Subscription {
			w.unsubscribe(f.Set, f.Location)
			return
		}
	}
}
