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

func (w *Window) showSubscribeEmpty() { w.showSubscribe("") }

// showSubscribe asks for a feed. If at is not "", it is probed at once.
func (w *Window) showSubscribe(at string) {
	w.pages.subscribe().Fill(w.listFor(w.at), at)
	w.showPasswordStorage(w.pages.subscribe().ShowPasswordStorage)
	w.showForm(w.pages.subscribe())
	if at != "" {
		w.pages.subscribe().Save()
	}
}

// probe probes an address for feeds.
func (w *Window) probe(at string, o subscribe.Options) {
	if isInvitation(at) {
		w.OpenInvitation(at)
		return
	}
	w.pages.subscribe().Checking()
	work.AskBeside(&w.sharing.asking, w.Seam, func(ctx context.Context) (subscribe.Found, error) {
		return w.probeSignedIn(ctx, at, o)
	}, func(found subscribe.Found, err error) {
		if err != nil {
			w.unfound(err)
			return
		}
		w.pages.subscribe().Found(found)
		if shows[*forms.Subscribe](w) {
			w.focus(w.pages.subscribe().Button())
		}
		if refused := refusal(found); refused != nil {
			w.unfound(refused)
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
// is wrong. If there is no scheme and no answer over https, it probes over http, where nobody
// signs in.
func (w *Window) probeSignedIn(ctx context.Context, at string, o subscribe.Options) (subscribe.Found, error) {
	if o.Password != "" {
		if err := w.Accounts.SignIn(ctx, at, o.Access.User, o.Password); err != nil {
			return subscribe.Found{}, err
		}
	}
	found, err := w.Subscriptions.Probe(ctx, "", at, o.Access)
	if plain := transport.Unencrypted(at, err); plain != "" && o.Access == o.Access.Abroad() {
		if unencrypted, other := w.Subscriptions.Probe(ctx, "", plain, o.Access); other == nil {
			return unencrypted, nil
		}
	}
	if o.Password != "" && troubleOf(err) == transport.SignIn {
		err = errors.Join(err, w.Accounts.SignOut(ctx, at, o.Access.User))
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
func (w *Window) unfound(err error) {
	form := w.pages.subscribe()
	form.Unfound()
	w.trouble(form.Form, err, form.Trust)
}

// subscribe creates the list if it is a new one, subscribes it to the feed and reads the feed.
func (w *Window) subscribe(s forms.Subscription) {
	form := w.pages.subscribe()
	w.busyWith(form.Form, wording.L("subscribing", "Subscribing…"))
	work.AskBeside(&w.sharing.doing, w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.subscribeAs(ctx, s)
	}, func(_ struct{}, err error) {
		if w.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			w.choose(snapshot.Place{Kind: snapshot.KindList, Set: s.Set})
			w.focus(w.items.List())
		}
		w.syncOne(s.Set)
	})
}

// exposedBy returns the location where others could read the items of a feed that the list
// republishes. It returns "" if the subscription does not republish, or if the feed is in the
// folder where the list is published.
func (w *Window) exposedBy(list, at string, mode store.Mode) string {
	if to := w.sharedAt(list); mode == store.BothWays && !transport.SameFolder(at, to) {
		return to
	}
	return ""
}

// subscribeAs subscribes a list to a feed. If that fails, it removes a list that it has just
// created.
func (w *Window) subscribeAs(ctx context.Context, s forms.Subscription) error {
	if s.New.Name != "" {
		if _, err := w.Lists.Create(ctx, s.New); err != nil {
			return err
		}
	}
	_, err := w.Subscriptions.SubscribeAs(ctx, s.Set, s.At, s.Options)
	if err != nil && s.New.Name != "" {
		err = errors.Join(err, w.Lists.Discard(context.WithoutCancel(ctx), s.New.Name))
	}
	return err
}

// subscribeTo subscribes a list to a feed, and creates it with the kind of the feed's items if
// there is no list of that name.
func (w *Window) subscribeTo(ctx context.Context, set, at string) error {
	found, err := w.Subscriptions.Probe(ctx, set, at, transport.Access{})
	if err != nil {
		return err
	}
	found.New.Name = set
	if _, err := w.Lists.Create(ctx, lists.New(found.New)); err != nil && !errors.Is(err, store.ErrNameTaken) {
		return err
	}
	_, err = w.Subscriptions.SubscribeAs(ctx, set, at, subscribe.Options{Shown: subscribe.Shown(found.Feeds), Unread: subscribe.Unread(found.Feeds, nil)})
	return err
}

// showReading shows the settings of a subscription.
func (w *Window) showReading(f snapshot.Feed, signIn bool) {
	w.pages.reading().Fill(forms.Reading{Set: f.Set, Location: f.Location, Options: subscribe.Options{
		Mode: f.Mode, Every: f.Every, Access: f.Access, Unnamed: f.Unnamed,
	}})
	w.showPasswordStorage(w.pages.reading().ShowPasswordStorage)
	w.showForm(w.pages.reading())
	if f.Health.Error != "" && signIn {
		w.pages.reading().Problem(wording.TroubleText(f.Health.Trouble, f.Location))
	}
}

// configure saves the settings of a subscription once the feed can be read with them.
func (w *Window) configure(r forms.Reading) {
	form := w.pages.reading()
	w.busyWith(form.Form, wording.L("checking", "Checking…"))
	work.AskBeside(&w.sharing.doing, w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.tryReading(ctx, r)
	}, func(_ struct{}, err error) {
		if w.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			w.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: r.Set, Location: r.Location})
		}
		w.syncOne(r.Set)
	})
}

// tryReading probes a remote feed with the new settings, and saves them if that works.
func (w *Window) tryReading(ctx context.Context, r forms.Reading) error {
	if forms.Far(r.Location) {
		found, err := w.probeSignedIn(ctx, r.Location, r.Options)
		if err != nil {
			return err
		}
		if err := refusal(found); err != nil {
			return err
		}
	}
	return w.Subscriptions.Configure(ctx, r.Set, r.Location, func(o *subscribe.Options) { *o = r.Options })
}

// again reads a subscription as if for the first time.
func (w *Window) again(set, location string) {
	w.run(func(ctx context.Context) error { return w.Subscriptions.Forget(ctx, set, location) }, func() {
		w.syncOne(set)
	})
}

// askToMove changes the address of a subscription: at once if the feed there does not change
// any items, otherwise once the person has confirmed the changes.
func (w *Window) askToMove(set, from, to string) {
	w.status.Show(wording.L("checking", "Checking…"))
	work.AskBeside(&w.sharing.asking, w.Seam, func(ctx context.Context) (subscribe.Report, error) {
		return w.Subscriptions.Relocating(ctx, set, from, to)
	}, func(r subscribe.Report, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case r.Err == nil && !r.Offline && !r.Differs():
			w.move(set, from, to)
		default:
			w.confirm(forms.Question{
				Title: wording.L("use-the-new-address-2", "Use the new address?"), Explain: to + "\n\n" + wording.Differs(r), Do: wording.L("use-the-new-address", "Use the new address"),
				Done: func(bool) { w.move(set, from, to) },
			})
		}
	})
}

func (w *Window) move(set, from, to string) {
	w.run(func(ctx context.Context) error { return w.Subscriptions.Relocate(ctx, set, from, to) }, func() {
		w.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: set, Location: to})
		w.status.ShowMessage(wording.L("feed-address-changed-to-at", "Feed address changed to {{.At}}", wording.Data{"At": to}))
		w.syncOne(set)
	})
}

// addOffered opens the form to subscribe to a feed that another feed recommends. Nothing is
// subscribed without confirmation.
func (w *Window) addOffered(set string, o store.Offered) {
	w.showSubscribe(o.Link)
	w.pages.subscribe().Near(set)
}
