package engine_test

import (
	"crypto/sha256"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// onEachStore runs a test with desks that share the list "Groceries": on stores in memory, and
// on SQLite with real files.
func onEachStore(t *testing.T, test func(t *testing.T, open func(endpoint string) *desk)) {
	t.Run("memory", func(t *testing.T) {
		files := &transporttest.Memory{}
		test(t, func(endpoint string) *desk { return newMemoryDesk(t, endpoint, files) })
	})
	t.Run("SQLite", func(t *testing.T) {
		folder := t.TempDir()
		test(t, func(endpoint string) *desk { return newRealDesk(t, endpoint, folder, newClock()) })
	})
}

// rounds syncs desks often enough that everyone has everyone's changes.
func rounds(desks ...*desk) {
	for range 2 {
		for _, d := range desks {
			d.sync()
		}
	}
}

// parted returns desks that each changed the item "eggs" differently, and then synced. The
// last one wins, because its change was the last.
func parted(open func(string) *desk, endpoints ...string) (desks []*desk) {
	for _, endpoint := range endpoints {
		desks = append(desks, open(endpoint))
	}
	desks[0].add("eggs", "Eggs")
	rounds(desks...)
	for i, d := range desks {
		d.clock.step(time.Duration(i) * time.Hour)
		d.edit("eggs", "Eggs of "+endpoints[i])
	}
	rounds(desks...)
	return desks
}

func (d *desk) begin(id string) *conflicts.Session {
	d.Helper()
	s, err := d.Conflicts.Session(d.t.Context(), "Groceries", id)
	d.check(err)
	return s
}

func (d *desk) save(s *conflicts.Session) *item.Item {
	d.Helper()
	d.clock.step(time.Minute)
	saved, err := d.Conflicts.Resolve(d.t.Context(), "Groceries", s)
	d.check(err)
	return saved.Item
}

// resolveWithTitle resolves an item with a title, including all its versions.
func (d *desk) resolveWithTitle(id, title string) *item.Item {
	d.Helper()
	s := d.begin(id)
	d.check(s.Take(0))
	d.check(s.Type("title", title))
	return d.save(s)
}

// conflicted returns the items with open conflicts.
func (d *desk) conflicted() (ids []string) {
	d.Helper()
	all, err := d.Conflicts.List(d.t.Context())
	d.check(err)
	for _, u := range all {
		ids = append(ids, u.ID)
	}
	return ids
}

func (d *desk) expect(id, title string, conflicts ...string) {
	d.Helper()
	it := d.item(id)
	if got := titlesOf(it.Conflicts); it.Winner.Title() != title || !slices.Equal(got, conflicts) {
		d.Errorf("%s holds %q and the conflicts %q, want %q and %q", d.Device.ID(), it.Winner.Title(), got, title, conflicts)
	}
}

// offered returns the titles of the reopened versions.
func (d *desk) offered(id string) []string {
	d.Helper()
	_, about, err := d.Conflicts.About(d.t.Context(), "Groceries", id)
	d.check(err)
	return titlesOf(about.Offered)
}

func (d *desk) expectOffered(id string, want ...string) {
	d.Helper()
	if got := d.offered(id); !slices.Equal(got, want) {
		d.Errorf("%s is offered %q again, want %q", d.Device.ID(), got, want)
	}
}

func titlesOf(versions []*item.Version) (titles []string) {
	for _, v := range versions {
		titles = append(titles, v.Title())
	}
	return titles
}

// exactly returns all versions of an item with all details, in order.
func exactly(it *item.Item) (all [][sha256.Size]byte) {
	for _, v := range it.Versions() {
		all = append(all, store.Identity(v), sha256.Sum256([]byte(v.Publisher)))
	}
	return all
}

// decisions returns the resolutions of an item, the newest first.
func (d *desk) decisions(id string) []conflicts.Resolution {
	d.Helper()
	all, err := d.Conflicts.Resolutions(d.t.Context(), "Groceries", id, 0)
	d.check(err)
	return all
}
