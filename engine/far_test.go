package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// system is the clock of the system, or of the bubble that a test runs in.
type system struct{}

func (system) Now() time.Time { return time.Now() }

// far is a desk with a list "Groceries" whose feeds are on servers.
type far struct {
	*desk
	places *transporttest.Places
}

// newFarOn opens a desk on servers and a store.
func newFarOn(t *testing.T, places *transporttest.Places, st store.Store, c engine.Clock) *far {
	t.Helper()
	if places.Files == nil {
		places.Files = &transporttest.Memory{}
	}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: rand.NewChaCha8([32]byte{1}), Files: places.Files, Places: places, Endpoint: "desk", Here: here,
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{tester: t, Engine: e, memory: st, t: t}
	d.clock, _ = c.(*clock)
	return &far{d, places}
}

// newFar returns a desk with the list, and a clock that the test sets.
func newFar(t *testing.T) *far {
	t.Helper()
	f := newFarOn(t, &transporttest.Places{}, memory.New(), newClock())
	f.list("Groceries")
	return f
}

func (f *far) list(name string) {
	f.Helper()
	_, err := f.Lists.Create(f.t.Context(), lists.New{Name: name})
	f.check(err)
}

// subscribe serves a feed with one note, and subscribes to it.
func (f *far) subscribe(address, id string) {
	f.Helper()
	f.places.Serve(address, transporttest.Served{Text: noteFeed(id)})
	_, err := f.Subscriptions.Subscribe(f.t.Context(), "Groceries", address)
	f.check(err)
	f.places.Requests()
}

func (f *far) serve(address string, s transporttest.Served) { f.places.Serve(address, s) }

func (f *far) syncAs(o subscribe.SyncOptions) []subscribe.Report {
	f.Helper()
	reports, err := f.Sync(f.t.Context(), o)
	f.check(err)
	return reports
}

func (f *far) due() []subscribe.Report {
	f.Helper()
	return f.syncAs(subscribe.SyncOptions{Due: true})
}

// at returns the subscription to an address.
func (f *far) at(address string) store.Subscription {
	f.Helper()
	all, err := f.Subscriptions.All(f.t.Context(), "")
	f.check(err)
	for _, s := range all {
		if s.Location == address {
			return s
		}
	}
	f.Fatalf("nothing is subscribed to %s", address)
	return store.Subscription{}
}

// pause returns the time until the next refresh of a subscription.
func (f *far) pause(address string) time.Duration {
	f.Helper()
	return f.at(address).Next.Sub(f.clock.Now())
}

// noteFeed returns a feed with one note of that identifier.
func noteFeed(id string) string { return noteFeedBy("urn:x-test:"+id, id) }

// noteFeedBy returns a feed of that identifier with notes.
func noteFeedBy(feed string, ids ...string) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, `<entry><id>urn:x-test:entry:%[1]s</id><title>%[1]s</title><updated>2026-05-21T12:00:00Z</updated><sx:sync id="%[1]s" updates="1"><sx:history sequence="1" when="2026-05-21T12:00:00Z" by="laptop"/></sx:sync></entry>`, id)
	}
	return `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:sx="http://feedsync.org/2007/feedsync"><id>` + feed +
		`</id><title>Notes</title><updated>2026-05-21T12:00:00Z</updated><author><name>laptop</name></author>` + b.String() + `</feed>`
}

// failing returns an answer that fails.
func failing(address string, e transport.Error) transporttest.Served {
	e.Address = address
	return transporttest.Served{Err: &e}
}
