package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
)

// showReading asks how a subscription is read.
func (w *Window) showReading(f snapshot.Feed, signIn bool) {
	w.pages.reading().Fill(forms.Reading{Set: f.Set, Location: f.Location, SubscribeOptions: engine.SubscribeOptions{
		Mode: f.Mode, Every: f.Every, Access: f.Access, Unnamed: f.Unnamed,
	}})
	w.sayKeeps(w.pages.reading().Keeps)
	w.showForm(w.pages.reading())
	if f.Health.Error != "" && signIn {
		w.pages.reading().Problem(say.TroubleText(f.Health.Trouble, f.Location))
	}
}

// configure keeps how a subscription is read, once what it says leads to the feed.
func (w *Window) configure(r forms.Reading) {
	form := w.pages.reading()
	w.busyWith(form.Form, lang.L("Checking…"))
	work.AskBeside(&w.sharing.doing, w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.tryReading(ctx, r)
	}, func(_ struct{}, err error) {
		if w.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			w.choose(place.Place{Kind: place.Feed, Set: r.Set, Location: r.Location})
		}
		w.syncOne(r.Set)
	})
}

// tryReading looks at a feed far away as it shall be read, and keeps that where it can
// be.
func (w *Window) tryReading(ctx context.Context, r forms.Reading) error {
	if forms.Far(r.Location) {
		found, err := w.lookSignedIn(ctx, r.Location, r.SubscribeOptions)
		if err != nil {
			return err
		}
		if err := refusal(found); err != nil {
			return err
		}
	}
	return w.Engine.Configure(ctx, r.Set, r.Location, func(o *engine.SubscribeOptions) { *o = r.SubscribeOptions })
}

// again reads a subscription as for the first time.
func (w *Window) again(set, location string) {
	w.run(func(ctx context.Context) error { return w.Engine.Forget(ctx, set, location) }, func(err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.syncOne(set)
	})
}

// move reads a subscription from its new address.
func (w *Window) move(set, from, to string) {
	w.run(func(ctx context.Context) error { return w.Engine.Relocate(ctx, set, from, to) }, func(err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.choose(place.Place{Kind: place.Feed, Set: set, Location: to})
		w.status.Say(lang.L("From now on it is read from {{.At}}", say.Data{"At": to}))
		w.syncOne(set)
	})
}

// addOffered looks at a feed that another one passes on: nothing is subscribed by
// itself.
func (w *Window) addOffered(set string, o store.Offered) {
	w.showSubscribe(o.Link)
	w.pages.subscribe().Near(set)
}
