package engine_test

import (
	"errors"
	"path/filepath"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

func TestASubscriptionIsFoundHoweverItsLocationIsSpelled(t *testing.T) {
	d := newDiskDesk(t, "desk")
	dir := t.TempDir()
	t.Chdir(dir)
	s, err := d.Subscribe(t.Context(), "Groceries", "shared/feed.xml")
	d.check(err)
	path := filepath.Join(dir, "shared", "feed.xml")
	if s.Location != path || s.Key == 0 {
		t.Errorf("subscribed to %+v, want %s", s, path)
	}
	for _, spelling := range []string{path, "shared/../shared/feed.xml", "file://" + path} {
		if _, err := d.Subscribe(t.Context(), "Groceries", spelling); !errors.Is(err, store.ErrSubscribed) {
			t.Errorf("%s: error %v, want ErrSubscribed", spelling, err)
		}
		d.check(d.Pause(t.Context(), "Groceries", spelling, true))
		all, err := d.Subscriptions(t.Context(), "")
		if err != nil || len(all) != 1 || !all[0].Paused {
			t.Errorf("%s: %+v, %v", spelling, all, err)
		}
		d.check(d.Pause(t.Context(), "Groceries", spelling, false))
	}
	d.check(d.Unsubscribe(t.Context(), "Groceries", "file://"+path))
	if all, err := d.Subscriptions(t.Context(), "Groceries"); err != nil || len(all) != 0 {
		t.Errorf("still there: %+v, %v", all, err)
	}
}

func TestAPausedSubscriptionIsNotRead(t *testing.T) {
	d := newDiskDesk(t, "desk")
	_, err := d.Subscribe(t.Context(), "Groceries", "/gone.xml")
	d.check(err)
	d.check(d.Pause(t.Context(), "Groceries", "/gone.xml", true))
	if reports, err := d.Sync(t.Context(), engine.SyncOptions{}); err != nil || len(reports) != 0 {
		t.Errorf("%+v, %v", reports, err)
	}
}

func TestSubscriptionsThatCannotBe(t *testing.T) {
	d := newDiskDesk(t, "desk")
	if _, err := d.Subscribe(t.Context(), "Groceries", "https://example.com/feed.xml"); !errors.Is(err, location.ErrScheme) {
		t.Errorf("an address: %v, want ErrScheme", err)
	}
	if _, err := d.Subscribe(t.Context(), "Gone", "/feed.xml"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("no such set: %v, want ErrNoSet", err)
	}
	if err := d.Unsubscribe(t.Context(), "Groceries", "/feed.xml"); !errors.Is(err, store.ErrNoSubscription) {
		t.Errorf("no such subscription: %v, want ErrNoSubscription", err)
	}
	if _, err := d.Subscriptions(t.Context(), "Gone"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("of no such set: %v, want ErrNoSet", err)
	}
}
