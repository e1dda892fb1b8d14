package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// The addresses of a scripted publisher's feeds.
const (
	partialAt  = "https://example.org/lists/groceries.xml"
	completeAt = "https://example.org/lists/groceries.complete.xml"
)

// reader is a desk that is subscribed to the feeds of a scripted publisher.
type reader struct {
	*desk
	places *transporttest.Places
}

func newReader(t *testing.T, on tester) *reader {
	on.Helper()
	r := &reader{places: &transporttest.Places{Files: &transporttest.Memory{}}}
	r.desk = newPlacedDesk(t, on, "desk", memory.New(), r.places, newClock())
	_, err := r.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	r.check(err)
	_, err = r.Subscriptions.Subscribe(t.Context(), "Groceries", partialAt)
	r.check(err)
	r.places.Requests()
	return r
}

// newPlacedDesk returns a desk whose feeds can be at any location.
func newPlacedDesk(t *testing.T, on tester, endpoint string, st store.Store, places transport.Places, c *clock) *desk {
	on.Helper()
	var seed [32]byte
	copy(seed[:], endpoint)
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: rand.NewChaCha8(seed), Files: transport.Disk{}, Places: places, Endpoint: endpoint, Here: here,
	})
	if err != nil {
		on.Fatal(err)
	}
	return &desk{tester: on, Engine: e, clock: c, memory: st, t: t}
}

// serve serves a feed of these items at an address.
func (r *reader) serve(address, sharing string, items ...string) {
	text := `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Their list</title><link>https://example.org/</link><description/>` +
		sharing + strings.Join(items, "\n") + `</channel></rss>`
	r.places.Serve(address, transporttest.Served{Text: text})
}

// bounds returns an sx:sharing element with bounds, and with related feeds given as "type
// link".
func bounds(since, until string, related ...string) string {
	var b strings.Builder
	b.WriteString(`<sx:sharing`)
	if until != "" {
		fmt.Fprintf(&b, ` since="%s" until="%s"`, since, until)
	}
	b.WriteString(">")
	for _, one := range related {
		kind, link, _ := strings.Cut(one, " ")
		fmt.Fprintf(&b, `<sx:related type="%s" link="%s" title="A feed"/>`, kind, link)
	}
	return b.String() + `</sx:sharing>`
}

// theirs returns an item after a number of changes by its publisher.
func theirs(id string, updates int) string { return changedBy(id, "phone", updates) }

func changedBy(id, by string, updates int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<item><title>%s %d</title><sx:sync id="%s" updates="%d">`, id, updates, id, updates)
	for n := updates; n > 0; n-- {
		fmt.Fprintf(&b, `<sx:history sequence="%d" when="2026-05-21T09:00:%02dZ" by="%s"/>`, n, n%60, by)
	}
	return b.String() + `</sx:sync></item>`
}

// sees checks the titles in the list.
func (r *reader) sees(what string, want ...string) {
	r.Helper()
	rows, err := r.Lists.Items(r.t.Context(), "Groceries", store.Query{})
	r.check(err)
	var got []string
	for _, row := range rows {
		got = append(got, row.Title)
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		r.Errorf("%s: the list has %q, want %q", what, got, want)
	}
}

// asks syncs, and checks the requests.
func (r *reader) asks(what string, want ...string) subscribe.Report {
	r.Helper()
	reports, err := r.Sync(r.t.Context(), subscribe.SyncOptions{})
	r.check(err)
	var got []string
	for _, one := range r.places.Requests() {
		got = append(got, one.Address)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		r.Errorf("%s: asked for %q, want %q", what, got, want)
	}
	return reports[0]
}

// storedFeed returns the stored state of the feed.
func (r *reader) storedFeed() store.Feed {
	r.Helper()
	all, err := r.Subscriptions.All(r.t.Context(), "Groceries")
	r.check(err)
	return all[0].Feeds[all[0].Location]
}

func (r *reader) until(what, want string) {
	r.Helper()
	if got := r.storedFeed().Until; got != want {
		r.Errorf("%s: the cached until is %q, want %q", what, got, want)
	}
}
