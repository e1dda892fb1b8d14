package cli

import (
	"fmt"

	"crossfeed/engine"
)

type subscriptionList struct {
	Set string `arg:"" optional:"" help:"Name of the list. Default: all."`
}

// Run lists subscriptions, each feed of a folder for itself.
func (c subscriptionList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		devices, err := r.devicesOf(e, c.Set)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(subscriptionShapes(devices))
		}
		heading := []string{"LIST", "FEED", "LAST TRY", "LAST SUCCESS", "NEXT", "CAME", "SEEN", "STATE"}
		heading, rows := deviceColumn(heading, each(devices.all, healthCells), 1, each(devices.all, devices.of))
		if err := r.table("no subscriptions", heading, rows); err != nil {
			return err
		}
		for _, h := range devices.all {
			r.hints(h)
		}
		return nil
	})
}

// hints say what a person can do about a feed.
func (r *run) hints(h engine.Health) {
	at := h.Subscription.Location
	if h.Moved != "" {
		r.say("%s moved to %s: %s", h.Address, h.Moved, commandFor("subscription relocate", h.Set, at))
	}
	if !h.Missing.IsZero() {
		r.say("%s: changes are missed where it is not read before %s", h.Address, instant(h.Missing))
	}
	if !h.Feed.Gap.IsZero() {
		r.say("%s: changes were missed, and it names no complete feed to get them from", h.Address)
	}
	for _, o := range h.Feed.Offers {
		r.say("%s is made of %s, too", h.Address, o.Link)
	}
	if h.Suspects > 0 {
		r.say("%s: %s held for review: crossfeed review list", h.Address, itemsAre(h.Suspects))
	}
}

// itemsAre is so many items, and the verb for them.
func itemsAre(n int) string {
	if n == 1 {
		return "1 item is"
	}
	return fmt.Sprintf("%d items are", n)
}
