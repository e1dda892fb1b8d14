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

func (c *feedPages) showQuarantine() {
	c.choose(snapshot.Place{Kind: snapshot.KindQuarantine})
	c.focus(c.pages.quarantine().Focus())
}

// fillQuarantine updates the page of items held for review if it is in sight.
func (c *feedPages) fillQuarantine() {
	if c.at.Kind != snapshot.KindQuarantine {
		return
	}
	c.pages.quarantine().Show(c.now.Quarantined, c.listOf, c.now.Source)
}

// listOf returns the name of a list by its key, or "".
func (c *feedPages) listOf(key int64) string {
	for _, l := range c.now.Lists {
		if l.Key == key {
			return l.Name
		}
	}
	return ""
}

// quarantinedHere returns the number of items held for review in the shown list.
func (c *feedPages) quarantinedHere() (n int) {
	l, _ := c.now.List(c.at.Set)
	for _, s := range c.now.Quarantined {
		if c.at.Kind == snapshot.KindList && s.Set == l.Key {
			n++
		}
	}
	return n
}

func (c *feedPages) leaveQuarantine() {
	c.choose(snapshot.Place{Kind: snapshot.KindList, Set: c.listFor(snapshot.Place{})})
	c.focus(c.sidebar.Focus())
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
func (c *feedPages) acceptQuarantined(held []store.HeldItem) {
	work.Ask(c.Seam, func(ctx context.Context) (subscribe.Report, error) {
		_, total, err := c.Subscriptions.Accepting(ctx, keysOf(held)...)
		return total, err
	}, func(total subscribe.Report, err error) {
		switch {
		case err != nil:
			c.Warn(err)
		case !total.Differs():
			c.doApply(held)
		default:
			c.confirm(forms.Question{
				Title:   wording.N("apply-n-items", "Apply {{.N}} items?", len(held), wording.Data{"N": wording.Number(len(held))}),
				Explain: wording.Changes(total) + "\n\n" + wording.L("ctrl-z-does-not-undo-this", "Ctrl+Z does not undo this, but “Undo its changes…” on the page of the feed does. The present versions stay in the history of each item."),
				Do:      wording.L("apply", "Apply"),
				Done:    func(bool) { c.doApply(held) },
			})
		}
	})
}

func (c *feedPages) doApply(held []store.HeldItem) {
	n := len(held)
	c.decideQuarantined(func(ctx context.Context) error { return c.Subscriptions.AcceptHeldItems(ctx, keysOf(held)...) },
		wording.N("applied-n-items", "Applied {{.N}} items.", n, wording.Data{"N": wording.Number(n)}), "")
}

// refuseQuarantined rejects items held for review, once the person has confirmed how many
// others will receive an update.
func (c *feedPages) refuseQuarantined(held []store.HeldItem) {
	work.Ask(c.Seam, func(ctx context.Context) (subscribe.Restored, error) {
		return c.Subscriptions.Restoring(ctx, keysOf(held)...)
	},
		func(r subscribe.Restored, err error) {
			switch {
			case err != nil:
				c.Warn(err)
			case r.Updates == 0 || !r.Published:
				c.doRefuse(held, "")
			default:
				c.askToRefuse(held, r)
			}
		})
}

func (c *feedPages) askToRefuse(held []store.HeldItem, r subscribe.Restored) {
	c.confirm(forms.Question{
		Title: wording.N("keep-your-n-items", "Keep your {{.N}} items?", r.Updates, wording.Data{"N": wording.Number(r.Updates)}),
		Explain: wording.N("each-item-gets-an-update-that", "Each item gets an update that restores it for everybody. {{.N}} other devices will see {{.Updates}} updates, and so will everyone else who reads the list.",
			r.Devices, wording.Data{"N": wording.Number(r.Devices), "Updates": wording.Number(r.Updates)}),
		Do:   wording.L("keep-mine", "Keep mine"),
		Done: func(bool) { c.doRefuse(held, c.listOf(held[0].Set)) },
	})
}

// doRefuse rejects items held for review, and publishes the list if list is not "".
func (c *feedPages) doRefuse(held []store.HeldItem, list string) {
	n := len(held)
	c.decideQuarantined(func(ctx context.Context) error { return c.Subscriptions.RefuseHeldItems(ctx, keysOf(held)...) },
		wording.N("kept-your-version-of-n-items", "Kept your version of {{.N}} items.", n, wording.Data{"N": wording.Number(n)}), list)
}

// decideQuarantined applies a decision, and publishes the list if list is not "".
func (c *feedPages) decideQuarantined(decide func(context.Context) error, done, list string) {
	work.Ask(c.Seam, alone(decide), func(_ struct{}, err error) {
		c.showQuarantine()
		if err != nil {
			c.Warn(err)
			return
		}
		said := c.status.ShowMessage(done)
		c.Reload()
		if list != "" {
			c.publisher.publish(list, said)
		}
	})
}

// unsubscribeSource unsubscribes from the feed that an item came from.
func (c *feedPages) unsubscribeSource(s store.HeldItem) {
	for _, f := range c.now.Feeds {
		if f.Key == s.Subscription {
			c.unsubscribe(f.Set, f.Location)
			return
		}
	}
}
