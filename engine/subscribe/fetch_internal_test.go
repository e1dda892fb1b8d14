package subscribe

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

type noon struct{}

func (noon) Now() time.Time { return time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC) }

const feedAt = "https://example.org/feed.xml"

// subscribed returns a service with a list that is subscribed to feedAt.
func subscribed(t *testing.T) (*Service, *transporttest.Places) {
	t.Helper()
	places := &transporttest.Places{}
	st, ids, gate := memory.New(), &item.IDs{Random: rand.NewChaCha8([32]byte{})}, &store.Gate{}
	device := &safekeeping.Device{Store: st, Clock: noon{}, IDs: ids, Fixed: "desk"}
	e := New(Parts{
		Store: st, Places: places, TempFiles: transport.TempFolder{}, Clock: noon{}, IDs: ids, Gate: gate, Device: device,
		Accounts: &credentials.Service{Store: st}, Log: slog.New(slog.DiscardHandler),
	})
	err := device.Identify(t.Context())
	if err == nil {
		err = st.Update(t.Context(), func(w store.Writer) error {
			_, err := w.PutSet(store.Set{Name: "List", Kind: "note", Format: item.RSS, Dialect: item.FeedSync10})
			return err
		})
	}
	if err == nil {
		_, err = e.Subscribe(t.Context(), "List", feedAt)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e, places
}

func put(places *transporttest.Places, since, until, id string) {
	bounds := `<sx:sharing since="` + since + `" until="` + until + `"><sx:related type="complete" link="` + feedAt + `"/></sx:sharing>`
	places.Serve(feedAt, transporttest.Served{Text: `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>x</title>` + bounds +
		`<item><title>` + id + `</title><sx:sync id="` + id + `" updates="1"><sx:history sequence="1" by="phone"/></sx:sync></item></channel></rss>`})
}

// fetchNow fetches what is at feedAt, without storing it.
func fetchNow(t *testing.T, e *Service) (toRead, *fetched) {
	t.Helper()
	_, todo, err := e.plan(t.Context(), SyncOptions{})
	if err != nil || len(todo) != 1 {
		t.Fatalf("%d to read, %v", len(todo), err)
	}
	return todo[0], e.fetch(t.Context(), todo[0], readOptions{now: noon{}.Now()})
}

func mergeNow(t *testing.T, e *Service, todo toRead, f *fetched) outcome {
	t.Helper()
	defer f.close()
	s := &Run{Service: e, todo: []toRead{todo}, added: map[int64]int{}}
	a := &arriving{toRead: todo, fetched: f, options: readOptions{now: noon{}.Now()}}
	if err := s.begin(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	for _, read := range a.waiting {
		now, err := s.merge(t.Context(), a, read)
		a.record(read.fetchedFeed, now, err)
	}
	a.outcome.err = errors.Join(a.failed...)
	if err := e.noteHealth(context.WithoutCancel(t.Context()), todo, a.outcome, false); err != nil {
		t.Fatal(err)
	}
	return a.outcome
}

func cached(t *testing.T, e *Service) store.Feed {
	t.Helper()
	all, err := e.All(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		return store.Feed{}
	}
	return all[0].Feeds[feedAt]
}

// A feed may be read by two processes at once. What the later one fetched is merged, and the
// state that the earlier one stored is preserved.
func TestWhatAnotherReadingRemembersStays(t *testing.T) {
	e, places := subscribed(t)
	put(places, "1", "2", "a")
	todo, old := fetchNow(t, e)
	put(places, "2", "3", "b")
	mergeNow(t, e, todo, second(fetchNow(t, e)))
	if o := mergeNow(t, e, todo, old); o.err != nil || o.report.New != 1 {
		t.Errorf("%+v, %v", o.report, o.err)
	}
	if f := cached(t, e); f.Until != "3" {
		t.Errorf("the cached until is %q, want that of the reading that was first", f.Until)
	}
}

func second(_ toRead, f *fetched) *fetched { return f }

// An item that is missing from a document older than the last one read is not discarded.
func TestNothingIsDiscardedByAnOlderReading(t *testing.T) {
	e, places := subscribed(t)
	put(places, "1", "2", "a")
	todo, first := fetchNow(t, e)
	mergeNow(t, e, todo, first)
	put(places, "5", "6", "b")
	todo, old := fetchNow(t, e)
	put(places, "6", "7", "c")
	mergeNow(t, e, todo, second(fetchNow(t, e)))
	if o := mergeNow(t, e, todo, old); !errors.Is(o.err, ErrChanged) || o.report.Discarded != 0 {
		t.Errorf("%+v, %v", o.report, o.err)
	}
	if _, err := store.ReadItem(t.Context(), e.Store, "List", "c"); err != nil {
		t.Errorf("c: %v", err)
	}
}

// A subscription may be changed while it is read.
func TestWhatIsFetchedForAnotherSubscriptionIsNotTakenIn(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Service) error
		taken  bool
		failed error
	}{
		"nothing":      {func(*Service) error { return nil }, true, nil},
		"forgotten":    {func(e *Service) error { return e.Forget(context.Background(), "List", feedAt) }, true, nil},
		"unsubscribed": {func(e *Service) error { return e.Unsubscribe(context.Background(), "List", feedAt) }, false, nil},
		"one way": {func(e *Service) error {
			return e.Configure(context.Background(), "List", feedAt, func(o *Options) { o.Mode = store.GiveOnly })
		}, false, ErrChanged},
	} {
		e, places := subscribed(t)
		put(places, "1", "2", "a")
		todo, f := fetchNow(t, e)
		mergeNow(t, e, todo, f)
		put(places, "2", "3", "b")
		todo, f = fetchNow(t, e)
		if err := c.change(e); err != nil {
			t.Fatal(err)
		}
		o := mergeNow(t, e, todo, f)
		_, err := store.ReadItem(t.Context(), e.Store, "List", "b")
		if taken := err == nil; taken != c.taken || !errors.Is(o.err, c.failed) {
			t.Errorf("%s: taken in %v, %v", name, taken, o.err)
		}
		if f := cached(t, e); name == "forgotten" && f.Until != "" {
			t.Errorf("%s: the cached until is %q", name, f.Until)
		}
	}
}
