package window

import (
	"context"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// showSuspects shows what is held for review.
func (w *Window) showSuspects() {
	w.choose(place.Place{Kind: place.Suspects})
	w.focus(w.pages.suspects().Focus())
}

// fillSuspects has the page show what waits now.
func (w *Window) fillSuspects() {
	if w.at.Kind != place.Suspects {
		return
	}
	w.pages.suspects().Show(w.now.Suspects, w.listOf, w.now.Source)
}

// listOf is the name of a list by its key, or "".
func (w *Window) listOf(key int64) string {
	for _, l := range w.now.Lists {
		if l.Key == key {
			return l.Name
		}
	}
	return ""
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

// keysOf are the keys of what is held for review.
func keysOf(held []store.Suspect) (keys []int64) {
	for _, s := range held {
		keys = append(keys, s.Key)
	}
	return keys
}

// applyHeld merges in what was held for review, once a person has read what that changes:
// no edit was made that undo takes back, but what a feed brought can be undone.
func (w *Window) applyHeld(held []store.Suspect) {
	work.Ask(w.Seam, func(ctx context.Context) (subscribe.Report, error) {
		_, total, err := w.Subscriptions.Accepting(ctx, keysOf(held)...)
		return total, err
	}, func(total subscribe.Report, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case !total.Differs():
			w.doApply(held)
		default:
			w.pages.confirm().Ask(forms.Question{
				Title:   wording.N("Apply {{.N}} items?", len(held), wording.Data{"N": wording.Number(len(held))}),
				Explain: wording.Changes(total) + "\n\n" + wording.L("Ctrl+Z does not take this back; “Undo what it brought…” on the page of the feed does. What is here now stays in the history of each item."),
				Do:      wording.L("Apply"),
				Done:    func(bool) { w.doApply(held) },
			})
			w.showForm(w.pages.confirm())
		}
	})
}

func (w *Window) doApply(held []store.Suspect) {
	n := len(held)
	w.decideHeld(func(ctx context.Context) error { return w.Subscriptions.AcceptSuspects(ctx, keysOf(held)...) },
		wording.N("Applied {{.N}} items.", n, wording.Data{"N": wording.Number(n)}), "")
}

// keepMine decides against what was held for review, once a person has read how many others
// will see that.
func (w *Window) keepMine(held []store.Suspect) {
	work.Ask(w.Seam, func(ctx context.Context) (subscribe.Restored, error) {
		return w.Subscriptions.Restoring(ctx, keysOf(held)...)
	},
		func(r subscribe.Restored, err error) {
			switch {
			case err != nil:
				w.Warn(err)
			case r.Updates == 0 || !r.Published:
				w.doKeepMine(held, "")
			default:
				w.askToKeepMine(held, r)
			}
		})
}

func (w *Window) askToKeepMine(held []store.Suspect, r subscribe.Restored) {
	w.pages.confirm().Ask(forms.Question{
		Title: wording.N("Keep your {{.N}} items?", r.Updates, wording.Data{"N": wording.Number(r.Updates)}),
		Explain: wording.N("Each item gets an update that restores it for everybody. {{.N}} other devices will see {{.Updates}} updates, and so will everyone else who reads the list.",
			r.Devices, wording.Data{"N": wording.Number(r.Devices), "Updates": wording.Number(r.Updates)}),
		Do:   wording.L("Keep mine"),
		Done: func(bool) { w.doKeepMine(held, w.listOf(held[0].Set)) },
	})
	w.showForm(w.pages.confirm())
}

// doKeepMine decides against what was held for review, and publishes a list where it is named.
func (w *Window) doKeepMine(held []store.Suspect, list string) {
	n := len(held)
	w.decideHeld(func(ctx context.Context) error { return w.Subscriptions.RefuseSuspects(ctx, keysOf(held)...) },
		wording.N("Kept yours: {{.N}} items.", n, wording.Data{"N": wording.Number(n)}), list)
}

// decideHeld decides, and publishes a list where it is named.
func (w *Window) decideHeld(decide func(context.Context) error, done, list string) {
	w.run(decide, func(err error) {
		w.showSuspects()
		if err != nil {
			w.Warn(err)
			return
		}
		said := w.status.Say(done)
		w.Reload()
		if list != "" {
			w.publish(list, said)
		}
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
