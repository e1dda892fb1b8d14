package engine

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
)

// mostComplete bounds how many complete feeds are followed, each named by the one before.
const mostComplete = 4

// fetchComplete gets the complete feeds that a feed needs, each once.
func (e *Engine) fetchComplete(ctx context.Context, t toRead, f *fetchedFeed, o readOptions) error {
	from, visited := f.own, map[string]bool{f.address: true}
	for range mostComplete {
		at, err := completeOf(from)
		if err != nil || at == "" {
			return err
		}
		if f.named == "" {
			f.named = at
		}
		if f.step == feed.InStep || visited[at] {
			return nil
		}
		visited[at] = true
		target := location.Target{Address: at, Access: accessTo(t.Subscription, at), From: from.address}
		answer, err := e.parts.Places.Read(ctx, location.Request{Target: target, Now: o.now, Arrived: o.arrived})
		if err == nil {
			from, err = e.opened(at, answer)
		}
		if err == nil && f.ofAnother(from) {
			err = errors.Join(fmt.Errorf("%s: it is that of another list, %q", at, from.head.Title), from.body.Close())
		}
		if err != nil {
			return fmt.Errorf("the complete feed that %s names: %w", f.address, err)
		}
		f.complete = append(f.complete, from)
	}
	return nil
}

// ofAnother tells that a complete feed is that of another list, by the identifiers that
// Crossfeed writes. Those of Atom tell nothing: each document may have one of its own.
func (f *fetchedFeed) ofAnother(d *document) bool {
	a, b := f.own.head, d.head
	return a.Format != feed.Atom && b.Format != feed.Atom && a.ID != "" && b.ID != "" && a.ID != b.ID
}
