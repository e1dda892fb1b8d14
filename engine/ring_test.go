package engine_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

const ringSize = 10

// ring is a mesh in which each endpoint only reads the feed of its neighbor.
type ring struct{ *mesh }

// ringPlaces describes the locations of a ring's feeds: where an endpoint writes its own, at
// which address others read it, and how to open an engine.
type ringPlaces struct {
	open   func(endpoint string, c *clock) *desk
	writes func(i int) string
	reads  func(i int) string
}

// newRing returns a ring whose lists have one dialect, with different windows or none.
func newRing(r *rapid.T, p ringPlaces) *ring {
	m := &mesh{T: r, written: map[string][]string{}, rules: feedsync.Rules{}}
	list := func() lists.New {
		return lists.New{Format: rapid.SampledFrom([]item.Format{item.RSS, item.Atom}).Draw(r, "format")}
	}
	windows := []string{"none", "1", "3", "1d", "1d,2"}
	switch rapid.SampledFrom([]string{"feedsync", "feedsync", "sse-0.91", "outlines"}).Draw(r, "family") {
	case "sse-0.91":
		m.rules = sse091.Rules{}
		list = func() lists.New { return lists.New{Kind: "note", Format: "rss", Dialect: "sse-0.91"} }
	case "outlines":
		m.rules, windows = sse091.Rules{}, windows[:1] // outlines are always published completely
		list = func() lists.New { return lists.New{Kind: "outline"} }
	}
	for i := range ringSize {
		c := newClock()
		c.step(time.Duration(rapid.IntRange(-3, 3).Draw(r, "clock")) * time.Minute)
		d := p.open(fmt.Sprintf("e%d", i), c)
		n := list()
		n.Name = "Groceries"
		_, err := d.Lists.Create(d.t.Context(), n)
		d.check(err)
		share := sharing.Options{Location: p.writes(i), Window: rapid.SampledFrom(windows).Draw(r, "window")}
		if p.reads(i) != p.writes(i) {
			share.Public = p.reads(i)
		}
		_, err = d.Sharing.Share(d.t.Context(), "Groceries", share)
		d.check(err)
		_, err = d.Subscriptions.Subscribe(d.t.Context(), "Groceries", p.reads((i+1)%ringSize))
		d.check(err)
		m.desks = append(m.desks, d)
	}
	return &ring{m}
}

// work makes people change things at all endpoints, which sync now and then.
func (r *ring) work(steps int) {
	do := []func(){r.add, r.edit, r.edit, r.edit, r.deleteOrRestore, r.resolveAny, r.sync, r.sync, r.wait}
	for range steps {
		rapid.SampledFrom(do).Draw(r.T, "step")()
	}
}

// wait lets hours pass, so that changes leave the windows.
func (r *ring) wait() {
	for _, d := range r.desks {
		d.clock.step(13 * time.Hour)
	}
}

// rounds makes every endpoint sync as often as there are endpoints, each before the neighbor
// that it reads: it takes a round for a change to reach the next endpoint.
func (r *ring) rounds() {
	for range ringSize {
		for _, d := range r.desks {
			d.sync()
			d.clock.step(time.Minute)
		}
	}
}

// same checks that everyone has the same, and that nothing is lost.
func (r *ring) same() {
	for _, id := range r.ids {
		r.agree(id)
		r.checkArchived(id)
	}
}

// resolveEverything resolves everything that is open, each item at an endpoint that is asked
// about it: only endpoints that never received the original are asked about a losing version
// that changes nothing compared with it.
func (r *ring) resolveEverything() {
	for _, id := range r.ids {
		asked := slices.DeleteFunc(slices.Clone(r.desks), func(d *desk) bool { return !d.isOpen(id) })
		if len(asked) > 0 {
			d := rapid.SampledFrom(asked).Draw(r.T, "asked")
			d.clock.step(time.Minute)
			s := d.begin(id)
			d.check(s.Take(0))
			r.chooseRest(s)
			r.save(d, s, len(r.written[id]))
		}
	}
}

// runs checks that changes travel around: ten endpoints, each subscribed only to its neighbor.
func (r *ring) runs(steps int) {
	r.add()
	r.work(steps)
	r.rounds()
	r.same()
	r.resolveEverything()
	r.rounds()
	r.same()
	for _, d := range r.desks {
		if open := d.conflicted(); len(open) > 0 {
			r.Errorf("%s has %q to resolve", d.Device.ID(), open)
		}
	}
}

func TestTenEndpointsInARingEndWithTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		places := &transporttest.Places{}
		at := func(i int) string { return fmt.Sprintf("https://example.org/e%d/groceries.xml", i) }
		newRing(r, ringPlaces{writes: at, reads: at, open: func(endpoint string, c *clock) *desk {
			return newPlacedDesk(t, r, endpoint, memory.New(), places, c)
		}}).runs(testsize.Of(8, 40))
	})
}

// seeded runs an expensive property once per seed.
func seeded(t *testing.T, seeds int, run func(*testing.T, *rapid.T)) {
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			rapid.Custom(func(r *rapid.T) bool { run(t, r); return true }).Example(seed)
		})
	}
}

// openRing opens an engine on SQLite.
func openRing(t *testing.T, r *rapid.T, endpoint string, places transport.Places, c *clock) *desk {
	st, err := storagetest.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { check(t, st.Close()) })
	return newPlacedDesk(t, r, endpoint, st, places, c)
}

func TestTenEndpointsInARingOnDisks(t *testing.T) {
	seeded(t, testsize.Of(1, 2), func(t *testing.T, r *rapid.T) {
		folder := t.TempDir()
		at := func(i int) string { return filepath.Join(folder, fmt.Sprintf("e%d.xml", i)) }
		newRing(r, ringPlaces{writes: at, reads: at, open: func(endpoint string, c *clock) *desk {
			return openRing(t, r, endpoint, transport.OnDisk{Files: transport.Disk{}}, c)
		}}).runs(testsize.Of(4, 60))
	})
}

func TestTenEndpointsInARingOverHTTP(t *testing.T) {
	seeded(t, testsize.Of(1, 2), func(t *testing.T, r *rapid.T) {
		folder := t.TempDir()
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			text, err := os.ReadFile(filepath.Join(folder, path.Base(q.URL.Path)))
			if err != nil {
				http.NotFound(w, q)
				return
			}
			tag := fmt.Sprintf(`"%x"`, sha256.Sum256(text))
			w.Header().Set("ETag", tag)
			w.Header().Set("Content-Type", "application/rss+xml")
			if q.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			_, _ = w.Write(text)
		}))
		t.Cleanup(server.Close)
		places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
		newRing(r, ringPlaces{
			writes: func(i int) string { return filepath.Join(folder, fmt.Sprintf("e%d.xml", i)) },
			reads:  func(i int) string { return fmt.Sprintf("%s/e%d.xml", server.URL, i) },
			open: func(endpoint string, c *clock) *desk {
				return openRing(t, r, endpoint, places, c)
			},
		}).runs(testsize.Of(4, 60))
	})
}
