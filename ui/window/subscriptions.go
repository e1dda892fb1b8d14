package window

import (
	"context"
	"errors"

	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// feedPages controls the forms of subscriptions, and the review of what feeds brought.
type feedPages struct {
	*shell
	publisher *publisher
	sharing   *sharingPages
	syncing   *syncing
}

func (c *feedPages) showSubscribeEmpty() { c.showSubscribe("") }

// showSubscribe asks for a feed. If at is not "", it is probed at once.
func (c *feedPages) showSubscribe(at string) {
	c.pages.subscribe().Fill(c.listFor(c.at), at)
	c.showPasswordStorage(c.pages.subscribe().ShowPasswordStorage)
	c.showForm(c.pages.subscribe())
	if at != "" {
		c.pages.subscribe().Save()
	}
}

// probe probes an address for feeds.
func (c *feedPages) probe(at string, o subscribe.Options) {
	if isInvitation(at) {
		c.OpenInvitation(at)
		return
	}
	c.pages.subscribe().Checking()
	work.AskBeside(&c.sharing.asking, c.Seam, func(ctx context.Context) (subscribe.Found, error) {
		return c.probeSignedIn(ctx, at, o)
	}, func(found subscribe.Found, err error) {
		if err != nil {
			c.unfound(err)
			return
		}
		c.pages.subscribe().Found(found)
		if shows[*forms.Subscribe](c.shell) {
			c.focus(c.pages.subscribe().Button())
		}
		if refused := refusal(found); refused != nil {
			c.unfound(refused)
		}
	})
}

// refusal returns why the only feed at an address could not be read, if the person can fix
// that at once by signing in or trusting a certificate.
func refusal(f subscribe.Found) error {
	if len(f.Feeds) != 1 || f.Folder {
		return nil
	}
	var e *transport.Error
	if errors.As(f.Feeds[0].Err, &e) && (e.Trouble == transport.SignIn || e.Trouble == transport.Certificate) {
		return e
	}
	return nil
}

// probeSignedIn saves the typed password, because probing needs it, and removes it again if it
// is wrong.
func (c *feedPages) probeSignedIn(ctx context.Context, at string, o subscribe.Options) (subscribe.Found, error) {
	if o.Password != "" {
		if err := c.Accounts.SignIn(ctx, at, o.Access.User, o.Password); err != nil {
			return subscribe.Found{}, err
		}
	}
	found, err := c.Subscriptions.Probe(ctx, "", at, o.Access)
	if o.Password != "" && troubleOf(err) == transport.SignIn {
		err = errors.Join(err, c.Accounts.SignOut(ctx, at, o.Access.User))
	}
	return found, err
}

// troubleOf returns the kind of a failure, or Other if it has none.
func troubleOf(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return transport.Other
}

// unfound shows why probing failed, and asks for what is missing.
func (c *feedPages) unfound(err error) {
	form := c.pages.subscribe()
	form.Unfound()
	c.trouble(form.Form, err, form.Trust)
}

// subscribe creates the list if it is a new one, subscribes it to the feed and reads the feed.
func (c *feedPages) subscribe(s forms.Subscription) {
	form := c.pages.subscribe()
	c.busyWith(form.Form, wording.L("subscribing", "Subscribing…"))
	work.AskBeside(&c.sharing.doing, c.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.subscribeAs(ctx, s)
	}, func(_ struct{}, err error) {
		if c.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			c.choose(snapshot.Place{Kind: snapshot.KindList, Set: s.Set})
			c.focus(c.items.List())
		}
		c.syncing.syncOne(s.Set)
	})
}

// exposedBy returns the location where others could read the items of a feed that the list
// republishes. It returns "" if the subscription does not republish, or if the feed is in the
// folder where the list is published.
func (c *feedPages) exposedBy(list, at string, mode store.Mode) string {
	if to := c.sharedAt(list); mode == store.BothWays && !transport.SameFolder(at, to) {
		return to
	}
	return ""
}

// subscribeAs subscribes a list to a feed. If that fails, it removes a list that it has just
// created.
func (c *feedPages) subscribeAs(ctx context.Context, s forms.Subscription) error {
	if s.New.Name != "" {
		if _, err := c.Lists.Create(ctx, s.New); err != nil {
			return err
		}
	}
	_, err := c.Subscriptions.SubscribeAs(ctx, s.Set, s.At, s.Options)
	if err != nil && s.New.Name != "" {
		err = errors.Join(err, c.Lists.Discard(context.WithoutCancel(ctx), s.New.Name))
	}
	return err
}

// subscribeTo subscribes a list to a feed, and creates it with the kind of the feed's items if
// there is no list of that name.
func (c *feedPages) subscribeTo(ctx context.Context, set, at string) error {
	found, err := c.Subscriptions.Probe(ctx, set, at, transport.Access{})
	if err != nil {
		return err
	}
	found.New.Name = set
	if _, err := c.Lists.Create(ctx, lists.New(found.New)); err != nil && !errors.Is(err, store.ErrNameTaken) {
		return err
	}
	_, err = c.Subscriptions.SubscribeAs(ctx, set, at, subscribe.Options{Shown: subscribe.Shown(found.Feeds), Unread: subscribe.Unread(found.Feeds, nil)})
	return err
}

// showReading shows the settings of a subscription.
func (c *feedPages) showReading(f snapshot.Feed, signIn bool) {
	c.pages.reading().Fill(forms.Reading{Set: f.Set, Location: f.Location, Options: subscribe.Options{
		Mode: f.Mode, Every: f.Every, Access: f.Access, Unnamed: f.Unnamed,
	}})
	c.showPasswordStorage(c.pages.reading().ShowPasswordStorage)
	c.showForm(c.pages.reading())
	if f.Health.Error != "" && signIn {
		c.pages.reading().Problem(wording.TroubleText(f.Health.Trouble, f.Location))
	}
}

// configure saves the settings of a subscription once the feed can be read with them.
func (c *feedPages) configure(r forms.Reading) {
	form := c.pages.reading()
	c.busyWith(form.Form, wording.L("checking", "Checking…"))
	work.AskBeside(&c.sharing.doing, c.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.tryReading(ctx, r)
	}, func(_ struct{}, err error) {
		if c.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			c.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: r.Set, Location: r.Location})
		}
		c.syncing.syncOne(r.Set)
	})
}

// tryReading probes a remote feed with the new settings, and saves them if that works.
func (c *feedPages) tryReading(ctx context.Context, r forms.Reading) error {
	if forms.Far(r.Location) {
		found, err := c.probeSignedIn(ctx, r.Location, r.Options)
		if err != nil {
			return err
		}
		if err := refusal(found); err != nil {
			return err
		}
	}
	return c.Subscriptions.Configure(ctx, r.Set, r.Location, func(o *subscribe.Options) { *o = r.Options })
}

// again reads a subscription as if for the first time.
func (c *feedPages) again(set, location string) {
	c.run(func(ctx context.Context) error { return c.Subscriptions.Forget(ctx, set, location) }, func() {
		c.syncing.syncOne(set)
	})
}

// askToMove changes the address of a subscription: at once if the feed there does not change
// any items, otherwise once the person has confirmed the changes.
func (c *feedPages) askToMove(set, from, to string) {
	c.status.Show(wording.L("checking", "Checking…"))
	work.AskBeside(&c.sharing.asking, c.Seam, func(ctx context.Context) (subscribe.Report, error) {
		return c.Subscriptions.Relocating(ctx, set, from, to)
	}, func(r subscribe.Report, err error) {
		switch {
		case err != nil:
			c.Warn(err)
		case r.Err == nil && !r.Offline && !r.Differs():
			c.move(set, from, to)
		default:
			c.confirm(forms.Question{
				Title: wording.L("use-the-new-address-2", "Use the new address?"), Explain: to + "\n\n" + wording.Differs(r), Do: wording.L("use-the-new-address", "Use the new address"),
				Done: func(bool) { c.move(set, from, to) },
			})
		}
	})
}

func (c *feedPages) move(set, from, to string) {
	c.run(func(ctx context.Context) error { return c.Subscriptions.Relocate(ctx, set, from, to) }, func() {
		c.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: set, Location: to})
		c.status.ShowMessage(wording.L("feed-address-changed-to-at", "Feed address changed to {{.At}}", wording.Data{"At": to}))
		c.syncing.syncOne(set)
	})
}

// addOffered opens the form to subscribe to a feed that another feed recommends. Nothing is
// subscribed without confirmation.
func (c *feedPages) addOffered(set string, o store.Offered) {
	c.showSubscribe(o.Link)
	c.pages.subscribe().Near(set)
}
