package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/store"
)

type subscriptionCommands struct {
	Add    subscriptionAdd    `cmd:"" help:"Subscribe a list to a feed, or to a folder of feeds."`
	List   subscriptionList   `cmd:"" help:"List the subscriptions and how their reading goes."`
	Pause  subscriptionPause  `cmd:"" help:"Do not read a subscription."`
	Resume subscriptionResume `cmd:"" help:"Read a subscription again."`
	Remove subscriptionRemove `cmd:"" help:"Forget a subscription. What came from it stays."`
}

// Help gives an example.
func (subscriptionCommands) Help() string {
	return "Example:\n\n  crossfeed subscription add Groceries ~/Shared"
}

// oneSubscription names a subscription.
type oneSubscription struct {
	Set      string `arg:"" help:"Name of the list."`
	Location string `arg:"" help:"The feed, or the folder of feeds."`
}

type subscriptionAdd struct{ oneSubscription }

// Run subscribes.
func (c subscriptionAdd) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		s, err := e.Subscribe(r.ctx, c.Set, c.Location)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(describeSubscription(c.Set, s))
		}
		r.say("%s is subscribed to %s: crossfeed sync reads it", c.Set, s.Location)
		return nil
	})
}

type subscriptionPause struct{ oneSubscription }

// Run pauses a subscription.
func (c subscriptionPause) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Pause(r.ctx, c.Set, c.Location, true) })
}

type subscriptionResume struct{ oneSubscription }

// Run resumes a subscription.
func (c subscriptionResume) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Pause(r.ctx, c.Set, c.Location, false) })
}

type subscriptionRemove struct{ oneSubscription }

// Run forgets a subscription.
func (c subscriptionRemove) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.Unsubscribe(r.ctx, c.Set, c.Location) })
}

type subscriptionList struct {
	Set string `arg:"" optional:"" help:"Name of the list. Default: all."`
}

// Run lists subscriptions.
func (c subscriptionList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		shapes, err := r.subscriptions(e, c.Set)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(shapes)
		}
		return r.table("no subscriptions", []string{"LIST", "FEED", "LAST SUCCESS", "CAME", "STATE"},
			each(shapes, subscriptionShape.cells))
	})
}

// subscriptions describes those of a list, or of all lists, by list.
func (r *run) subscriptions(e *engine.Engine, set string) ([]subscriptionShape, error) {
	sets := []string{set}
	if set == "" {
		lists, err := e.Lists(r.ctx)
		if err != nil {
			return nil, err
		}
		sets = each(lists, func(l engine.List) string { return l.Name })
	}
	shapes := []subscriptionShape{}
	for _, name := range sets {
		all, err := e.Subscriptions(r.ctx, name)
		if err != nil {
			return nil, err
		}
		shapes = append(shapes, each(all, func(s store.Subscription) subscriptionShape {
			return describeSubscription(name, s)
		})...)
	}
	return shapes, nil
}
