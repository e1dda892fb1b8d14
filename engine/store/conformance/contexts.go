package conformance

import (
	"context"
	"testing"

	"crossfeed/engine/store"
)

var contextRules = []rule{
	{"that are done begin nothing", func(t *testing.T, s store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		called := false
		wantError(t, s.View(ctx, func(store.Reader) error { called = true; return nil }), context.Canceled)
		wantError(t, s.Update(ctx, func(store.Writer) error { called = true; return nil }), context.Canceled)
		_, err := s.Revision(ctx)
		wantError(t, err, context.Canceled)
		equal(t, "called", called, false)
	}},
	{"stop a view at its next reading", func(t *testing.T, s store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.View(ctx, func(r store.Reader) error {
			cancel()
			_, err := r.Sets()
			return err
		})
		wantError(t, err, context.Canceled)
	}},
	{"undo an update, at whatever moment they end", func(t *testing.T, s store.Store) {
		for range 20 {
			ctx, cancel := context.WithCancel(t.Context())
			err := s.Update(ctx, func(w store.Writer) error {
				if _, err := writeSome(w); err != nil {
					return err
				}
				cancel()
				return nil
			})
			wantError(t, err, context.Canceled)
		}
		wantEmpty(t, s)
		addSet(t, s, "after that")
	}},
	{"end the wait for another update", testWaitCancelled},
}

func testWaitCancelled(t *testing.T, s store.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	update(t, s, func(w store.Writer) error {
		go func() {
			done <- s.Update(ctx, func(w store.Writer) error { return w.PutDevice(store.Device{ID: "late"}) })
		}()
		cancel()
		wantError(t, <-done, context.Canceled)
		return w.PutDevice(store.Device{ID: "desk"})
	})
	equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "desk")
}
