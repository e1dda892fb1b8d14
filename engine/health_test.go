package engine_test

import (
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store"
)

func TestHealthOfASubscription(t *testing.T) {
	files := &locationtest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	a.add("milk", "Milk")
	a.sync()
	health := func() store.Health {
		all, err := b.Subscriptions(t.Context(), "Groceries")
		b.check(err)
		return all[0].Health
	}
	if h := health(); h != (store.Health{}) {
		t.Errorf("before the first reading: %+v", h)
	}
	b.sync()
	success := b.clock.Now()
	bytes := int64(len(files.All()["/shared/Groceries.a.xml"]))
	if h := health(); h != (store.Health{LastTry: success, LastSuccess: success, Came: 1, Bytes: bytes}) {
		t.Errorf("after a success: %+v", h)
	}
	files.Put("/shared/Groceries.x.xml", "<rss>")
	var since time.Time
	for i := range 2 {
		b.clock.step(time.Hour)
		if i == 0 {
			since = b.clock.Now()
		}
		_, err := b.Sync(t.Context(), engine.SyncOptions{})
		b.check(err)
		h := health()
		if h.Error == "" || h.ErrorSince != since || h.LastTry != b.clock.Now() || h.LastSuccess != success || h.Came != 1 {
			t.Errorf("after failure %d: %+v", i+1, h)
		}
	}
	files.Put("/shared/Groceries.x.xml", files.All()["/shared/Groceries.a.xml"])
	b.sync()
	if h := health(); h != (store.Health{LastTry: b.clock.Now(), LastSuccess: b.clock.Now(), Bytes: bytes}) {
		t.Errorf("after it was mended: %+v", h)
	}
}
