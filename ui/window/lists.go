package window

import (
	"context"
	"errors"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

func (w *Window) showNewList() {
	w.pages.newList.Fill("")
	w.showForm(w.pages.newList)
}

// newList makes a list and goes there at once: what is typed next belongs to
// it, and waits in the queue until the list is made.
func (w *Window) newList(name string, kind record.Kind) {
	w.choose(place.Place{Kind: place.List, Set: name})
	w.newItem()
	w.items.Expect(kind)
	work.Ask(w.Seam, func(ctx context.Context) (engine.List, error) {
		return w.Engine.NewSet(ctx, engine.NewSet{Name: name, Kind: string(kind)})
	}, func(_ engine.List, err error) {
		if err != nil {
			w.pages.newList.Fill(name)
			w.pages.newList.Problem(sentence(err))
			w.showForm(w.pages.newList)
			return
		}
		w.status.Say(lang.L("Made the list “{{.Name}}”. Type its first item.", say.Data{"Name": name}))
		w.readSnapshot()
	})
}

func (w *Window) showSubscribeEmpty() { w.showSubscribe("") }

// showSubscribe asks for a feed, for the chosen list or the first one.
func (w *Window) showSubscribe(location string) {
	w.pages.subscribe.Fill(w.listFor(w.at), location)
	w.showForm(w.pages.subscribe)
}

// subscribe makes the list where there is none of that name, subscribes it and
// reads the feed.
func (w *Window) subscribe(s forms.Subscription) {
	w.run(func(ctx context.Context) error { return w.subscribeTo(ctx, s.Set, s.Location) }, func(err error) {
		if err != nil {
			w.pages.subscribe.Problem(sentence(err))
			w.showForm(w.pages.subscribe)
			return
		}
		w.choose(place.Place{Kind: place.List, Set: s.Set})
		w.focus(w.items.List())
		w.syncOne(s.Set)
	})
}

// subscribeTo makes the list, where there is none of that name, for what the
// feed holds.
func (w *Window) subscribeTo(ctx context.Context, set, location string) error {
	list, err := w.Engine.Peek(ctx, set, location)
	if err != nil {
		return err
	}
	if _, err := w.Engine.NewSet(ctx, list); err != nil && !errors.Is(err, store.ErrNameTaken) {
		return err
	}
	_, err = w.Engine.Subscribe(ctx, set, location)
	return err
}

func (w *Window) showShare() {
	set := w.listFor(w.at)
	l, _ := w.now.List(set)
	w.pages.share.Fill(set, l.Location)
	w.showForm(w.pages.share)
}

// share publishes a list and, where that is in a folder, reads what others
// publish there.
func (w *Window) share(s forms.Sharing) {
	var path string
	w.run(func(ctx context.Context) (err error) {
		path, err = w.Engine.PublishAt(ctx, s.Set, s.Location)
		if err != nil || !s.Subscribe || filepath.Base(path) == filepath.Base(s.Location) {
			return err
		}
		if _, err = w.Engine.Subscribe(ctx, s.Set, s.Location); errors.Is(err, store.ErrSubscribed) {
			return nil
		}
		return err
	}, func(err error) {
		if err != nil {
			w.pages.share.Problem(sentence(err))
			w.showForm(w.pages.share)
			return
		}
		w.status.Say(lang.L("“{{.Name}}” is published to {{.Path}}", say.Data{"Name": s.Set, "Path": path}))
		w.Reload()
	})
	w.choose(place.Place{Kind: place.List, Set: s.Set})
	w.focus(w.items.List())
}

func (w *Window) pause(set, location string, paused bool) {
	w.run(func(ctx context.Context) error { return w.Engine.Pause(ctx, set, location, paused) }, w.reloadOr)
}

func (w *Window) unsubscribe(set, location string) {
	w.run(func(ctx context.Context) error { return w.Engine.Unsubscribe(ctx, set, location) }, func(err error) {
		w.reloadOr(err)
		if err == nil {
			w.choose(place.Place{Kind: place.List, Set: set})
			w.status.Say(lang.L("Unsubscribed. What came from it stays."))
		}
	})
}

func (w *Window) reloadOr(err error) {
	if err != nil {
		w.Warn(err)
		return
	}
	w.Reload()
}

// run queues a job that answers only whether it could be done.
func (w *Window) run(job func(context.Context) error, then func(error)) {
	work.Ask(w.Seam, func(ctx context.Context) (struct{}, error) { return struct{}{}, job(ctx) },
		func(_ struct{}, err error) { then(err) })
}
