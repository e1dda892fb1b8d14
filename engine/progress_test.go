package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store"
)

func TestProgressIsToldNowAndThen(t *testing.T) {
	files := &locationtest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	for range 600 {
		a.add("", "x")
	}
	a.sync()
	var told []engine.Progress
	_, err := b.Sync(t.Context(), engine.SyncOptions{Progress: func(p engine.Progress) { told = append(told, p) }})
	b.check(err)
	bytes := int64(len(files.All()["/shared/Groceries.a.xml"]))
	want := []engine.Progress{
		{Subscription: "/shared", Reading: 1, Of: 1},
		{Subscription: "/shared", Reading: 1, Of: 1, Items: 250, Bytes: bytes},
		{Subscription: "/shared", Reading: 1, Of: 1, Items: 500, Bytes: bytes},
		{Subscription: "/shared", Done: 1, Of: 1, Items: 600, Bytes: bytes},
		{Done: 1, Of: 1, Items: 600, Bytes: bytes},
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %+v, want %+v", told, want)
	}
	told = nil
	_, err = b.Sync(t.Context(), engine.SyncOptions{Whole: true, Progress: func(p engine.Progress) {
		told = append(told, p)
		b.clock.step(time.Second)
	}})
	b.check(err)
	if len(told) != 604 {
		t.Errorf("with a slow clock told %d times, want the beginning, the bytes, every item and both ends", len(told))
	}
}

func TestACancelledSyncLeavesFeedsWholeOrUnread(t *testing.T) {
	files := &locationtest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	for range 600 {
		a.add("", "x")
	}
	a.sync()
	for _, dry := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := b.Sync(ctx, engine.SyncOptions{DryRun: dry, Progress: func(p engine.Progress) {
			if p.Items > 0 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("dry run %v: error %v, want context.Canceled", dry, err)
		}
	}
	rows, err := b.Items(t.Context(), "Groceries", store.Query{})
	if err != nil || len(rows) != 0 {
		t.Errorf("%d items were merged, %v", len(rows), err)
	}
	all, err := b.Subscriptions(t.Context(), "")
	if err != nil || all[0].Health != (store.Health{}) {
		t.Errorf("a cancelled reading counts as one: %+v, %v", all, err)
	}
}
