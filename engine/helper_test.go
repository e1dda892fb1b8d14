package engine_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// clock is a clock set by the test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) step(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// tester is the common part of testing.TB and rapid.T.
type tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

// desk is an engine with its environment.
type desk struct {
	tester
	*engine.Engine
	clock  *clock
	memory store.Store
	t      *testing.T
	// heldItems is set if received changes may raise alarms.
	heldItems bool
	// trusting is set if the person accepts all of those, and publishes them.
	trusting bool
	// large approves of any number of changes at once: in a mesh of random edits, six of only
	// a few items may be deleted, which an honest family never does (honest_families_test.go).
	large bool
}

// here is the user's time zone: four hours behind UTC.
var here = time.FixedZone("here", -4*60*60)

// newDesk opens an engine on a store. endpoint is its name, and the seed of its random
// numbers.
func newDesk(t *testing.T, on tester, endpoint string, st store.Store, files transport.Files, c *clock) *desk {
	on.Helper()
	var seed [32]byte
	copy(seed[:], endpoint)
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: rand.NewChaCha8(seed), Files: files, Endpoint: endpoint, Here: here,
	})
	if err != nil {
		on.Fatal(err)
	}
	return &desk{tester: on, Engine: e, clock: c, memory: st, t: t}
}

// newMemoryDesk returns a desk with a list "Groceries", shared in the folder /shared of an
// in-memory file system.
func newMemoryDesk(t *testing.T, endpoint string, files *transporttest.Memory) *desk {
	t.Helper()
	files.Folder("/shared")
	d := newDesk(t, t, endpoint, memory.New(), files, newClock())
	d.share("/shared")
	return d
}

// share creates the list "Groceries" and shares it in a folder.
func (d *desk) share(folder string) {
	d.Helper()
	d.shareAs(lists.New{Name: "Groceries"}, folder)
}

// shareAs creates a list "Groceries" with these options and shares it in a folder.
func (d *desk) shareAs(n lists.New, folder string) {
	d.Helper()
	_, err := d.Lists.Create(d.t.Context(), n)
	d.check(err)
	_, err = d.Sharing.PublishAt(d.t.Context(), "Groceries", folder)
	d.check(err)
	_, err = d.Subscriptions.Subscribe(d.t.Context(), "Groceries", folder)
	d.check(err)
}

// GoString returns the name of a drawn desk.
func (d *desk) GoString() string { return d.Device.ID() }

func (d *desk) check(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) add(id, title string) *item.Item {
	d.Helper()
	d.clock.step(time.Minute)
	it, err := d.Edit.Add(d.t.Context(), "Groceries", record.Values{"title": title}, edit.AddOptions{ID: id})
	d.check(err)
	return it
}

func (d *desk) edit(id, title string) *item.Item {
	d.Helper()
	d.clock.step(time.Minute)
	it, err := d.Edit.Change(d.t.Context(), "Groceries", id, record.Values{"title": title}, nil)
	d.check(err)
	return it
}

func (d *desk) item(id string) *item.Item {
	d.Helper()
	it, err := d.Lists.Item(d.t.Context(), "Groceries", id)
	d.check(err)
	return it
}

func (d *desk) sync() []subscribe.Report {
	d.Helper()
	reports, err := d.Sync(d.t.Context(), subscribe.SyncOptions{AcceptLarge: d.large})
	d.check(err)
	for _, r := range reports {
		if r.Error != "" {
			d.Fatalf("syncing %s: %s", r.Subscription, r.Error)
		}
		if r.Held > 0 && !d.heldItems {
			d.Fatalf("syncing %s: %d of its items wait, and all endpoints are honest", r.Subscription, r.Held)
		}
	}
	if d.trusting && len(d.waiting()) > 0 {
		d.acceptAll()
		_, err := d.Sharing.Publish(d.t.Context(), "Groceries")
		d.check(err)
	}
	return reports
}

// brought returns the number of items that a feed changed here.
func brought(r subscribe.Report) int { return r.New + r.Updated + r.Deleted + r.Discarded }

// archive returns the titles of all versions of an item that the store ever held.
func (d *desk) archive(id string) (titles []string) {
	d.Helper()
	all, err := d.Lists.History(d.t.Context(), "Groceries", id)
	d.check(err)
	for _, a := range all {
		titles = append(titles, a.Version.Title())
	}
	return titles
}
