package window

import (
	"context"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

func (w *Window) showQuarantine() {
	w.choose(snapshot.Place{Kind: snapshot.KindQuarantine})
	w.focus(w.pages.quarantine().Focus())
}

// fillQuarantine updates the page of items held for review if it is in sight.
func (w *Window) fillQuarantine() {
	if w.at.Kind != snapshot.KindQuarantine {
		return
	}
	w.pages.quarantine().Show(w.now.Quarantined, w.listOf, w.now.Source)
}

// listOf returns the name of a list by its key, or "".
func (w *Window) listOf(key int64) string {
	for _, l := range w.now.Lists {
		if l.Key == key {
			return l.Name
		}
	}
	return ""
}

// quarantinedHere returns the number of items held for review in the shown list.
func (w *Window) quarantinedHere() (n int) {
	l, _ := w.now.List(w.at.Set)
	for _, s := range w.now.Quarantined {
		if w.at.Kind == snapshot.KindList && s.Set == l.Key {
			n++
		}
	}
	return n
}

func (w *Window) leaveQuarantine() {
	w.choose(snapshot.Place{Kind: snapshot.KindList, Set: w.listFor(snapshot.Place{})})
	w.focus(w.sidebar.Focus())
}

// keysOf returns the keys of items held for review.
func keysOf(held []store.HeldItem) (keys []int64) {
	for _, s := range held {
		keys = append(keys, s.Key)
	}
	return keys
}

// acceptQuarantined merges items held for review, once the person has confirmed the changes.
// This is not an edit, so undo does not revert it, but “Undo what it brought” on the page of
// the feed does.
func (w *Window) acceptQuarantined(held []store.HeldItem) {
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
			w.confirm(forms.Question{
				Title:   wording.N("apply-n-items", "Apply {{.N}} items?", len(held), wording.Data{"N": wording.Number(len(held))}),
				Explain: wording.Changes(total) + "\n\n" + wording.L("ctrl-z-does-not-undo-this", "Ctrl+Z does not undo this, but “Undo its changes…” on the page of the feed does. The present versions stay in the history of each item."),
				Do:      wording.L("apply", "Apply"),
				Done:    func(bool) { w.doApply(held) },
			})
		}
	})
}

func (w *Window) doApply(held []store.HeldItem) {
	n := len(held)
	w.decideQuarantined(func(ctx context.Context) error { return w.Subscriptions.AcceptHeldItems(ctx, keysOf(held)...) },
		wording.N("applied-n-items", "Applied {{.N}} items.", n, wording.Data{"N": wording.Number(n)}), "")
}

// refuseQuarantined rejects items held for review, once the person has confirmed how many
// others will receive an update.
func (w *Window) refuseQuarantined(held []store.HeldItem) {
	work.Ask(w.Seam, func(ctx context.Context) (subscribe.Restored, error) {
		return w.Subscriptions.Restoring(ctx, keysOf(held)...)
	},
		func(r subscribe.Restored, err error) {
			switch {
			case err != nil:
				w.Warn(err)
			case r.Updates == 0 || !r.Published:
				w.doRefuse(held, "")
			default:
				w.askToRefuse(held, r)
			}
		})
}

func (w *Window) askToRefuse(held []store.HeldItem, r subscribe.Restored) {
	w.confirm(forms.Question{
		Title: wording.N("keep-your-n-items", "Keep your {{.N}} items?", r.Updates, wording.Data{"N": wording.Number(r.Updates)}),
		Explain: wording.N("each-item-gets-an-update-that", "Each item gets an update that restores it for everybody. {{.N}} other devices will see {{.Updates}} updates, and so will everyone else who reads the list.",
			r.Devices, wording.Data{"N": wording.Number(r.Devices), "Updates": wording.Number(r.Updates)}),
		Do:   wording.L("keep-mine", "Keep mine"),
		Done: func(bool) { w.doRefuse(held, w.listOf(held[0].Set)) },
	})
}

// doRefuse rejects items held for review, and publishes the list if list is not "".
func (w *Window) doRefuse(held []store.HeldItem, list string) {
	n := len(held)
	w.decideQuarantined(func(ctx context.Context) error { return w.Subscriptions.RefuseHeldItems(ctx, keysOf(held)...) },
		wording.N("kept-your-version-of-n-items", "Kept your version of {{.N}} items.", n, wording.Data{"N": wording.Number(n)}), list)
}

// decideQuarantined applies a decision, and publishes the list if list is not "".
func (w *Window) decideQuarantined(decide func(context.Context) error, done, list string) {
	work.Ask(w.Seam, alone(decide), func(_ struct{}, err error) {
		w.showQuarantine()
		if err != nil {
			w.Warn(err)
			return
		}
		said := w.status.ShowMessage(done)
		w.Reload()
		if list != "" {
			w.publish(list, said)
		}
	})
}

// unsubscribeSource unsubscribes from the feed that an item came from.
func (w *Window) unsubscribeSource(s store.HeldItem) {
	for _, f := range w.now.Feeds {
		if f.Key == s.Subscription {
			w.unsubscribe(f.Set, f.Location)
			return
		}
	}
}
