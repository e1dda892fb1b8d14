package engine

import (
	"context"

	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/publish"
	"crossfeed/engine/store"
)

// ErrNotOurs means that something else than the set's own feed lies where it is
// to be published. Nothing was written.
var ErrNotOurs = publish.ErrNotOurs

// PublishAt sets where a set is published, and publishes it: at a file, or in a
// folder where each endpoint has a file of its own. It refuses to write over a
// file that is not this set's own feed, with ErrNotOurs. What cannot be
// published is not set.
func (e *Engine) PublishAt(ctx context.Context, set, at string) (path string, err error) {
	place, err := location.Place(e.parts.Files, at)
	if err != nil {
		return "", err
	}
	if path, err = e.publish(ctx, set, func(store.Set) string { return place }); err != nil {
		return "", err
	}
	err = e.changeSet(ctx, set, func(w store.Writer, s store.Set) error {
		s.Location = place
		_, err := w.PutSet(s)
		return err
	})
	if err != nil {
		return "", err
	}
	return path, nil
}

// Publish writes the complete feed of a set to its location, and returns the
// path of the file. A set without a location is left alone, and the path is "".
func (e *Engine) Publish(ctx context.Context, set string) (path string, err error) {
	return e.publish(ctx, set, func(s store.Set) string { return s.Location })
}

// publish writes a set's feed to the place that it has.
func (e *Engine) publish(ctx context.Context, name string, placeOf func(store.Set) string) (string, error) {
	var set store.Set
	if err := e.inSet(ctx, name, func(_ store.Reader, s store.Set) error { set = s; return nil }); err != nil {
		return "", err
	}
	place := placeOf(set)
	if place == "" {
		return "", nil
	}
	path, err := location.Own(e.parts.Files, place, set.Name, e.endpoint, endingOf(set))
	if err != nil {
		return "", err
	}
	target := publish.Target{Set: set, Endpoint: e.endpoint, Path: path}
	if err := publish.Complete(ctx, local{e.store, &e.gate}, e.parts.Files, target, e.parts.Clock.Now()); err != nil {
		return "", err
	}
	return path, nil
}

// endingOf is what the name of a set's feed in a folder ends in.
func endingOf(s store.Set) string {
	if family.Ordered(feed.Format(s.Format)) {
		return location.OPML
	}
	return location.XML
}

// local is a store whose transactions go before a feed that is being kept.
type local struct {
	store.Store
	gate *gate
}

func (l local) Update(ctx context.Context, write func(store.Writer) error) error {
	l.gate.enter()
	defer l.gate.leave()
	return l.Store.Update(ctx, write)
}
