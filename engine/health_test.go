package engine_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

func TestHealthOfASubscription(t *testing.T) {
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "a", files), newMemoryDesk(t, "b", files)
	a.add("milk", "Milk")
	a.sync()
	health := func() store.Health {
		all, err := b.Subscriptions.All(t.Context(), "Groceries")
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
		_, err := b.Sync(t.Context(), subscribe.SyncOptions{})
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

func TestFeedsAreOfferedThatTheListNeitherPublishesNorReads(t *testing.T) {
	const own, other = "https://own.example/Notes.xml", "https://other.example/feed.xml"
	f := newFar(t)
	related := ""
	for _, link := range []string{own, feedB, other} {
		related += `<sx:related link="` + link + `" type="aggregated"/>`
	}
	bounds := `<sx:sharing since="2026-05-20T10:00:00Z" until="2026-05-21T10:00:00Z">` + related + `</sx:sharing>`
	f.places.Serve(feedA, transporttest.Served{Text: strings.Replace(noteFeed("a"), "<entry>", bounds+"<entry>", 1)})
	f.places.Serve(feedB, transporttest.Served{Text: noteFeed("b")})
	for _, at := range []string{feedA, feedB} {
		_, err := f.Subscriptions.Subscribe(t.Context(), "Groceries", at)
		f.check(err)
	}
	_, err := f.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: own})
	f.check(err)
	f.syncAs(subscribe.SyncOptions{})
	all, err := f.Subscriptions.Healths(t.Context(), "Groceries")
	f.check(err)
	if got := all[0].Feed.Offers; len(got) != 1 || got[0].Link != other {
		t.Errorf("offered are %+v, want %s alone", got, other)
	}
}
