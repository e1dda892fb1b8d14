// Package contenttest generates random trees of feeds and files as publishers of Content Sync
// Extensions write them, correctly or not, and changes them between the runs of their readers.
// The same seed generates the same world.
package contenttest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"
)

// World is one tree of feeds and files, with the content at each address.
type World struct {
	Habit Habit

	r       *rand.Rand
	now     time.Time
	made    int
	origins []string
	feeds   []*feed // the first is the root
	files   map[string]string
	gone    map[string]bool // addresses that are temporarily missing
}

// Habit is how the publisher of a world sets dates.
type Habit string

const (
	// Carried: whatever changes gets the time of the change, and so does everything above it.
	Carried Habit = "carried up"
	// Careless: dates are sometimes not carried up, not changed, set back or left out.
	Careless Habit = "careless"
	// None: there are no dates.
	None Habit = "none"
)

type feed struct {
	address string
	dates
	items []*item
}

// item is an item of a feed. If guid is "", it has no guid element.
type item struct {
	guid, title string
	dates
	hidden bool
	links  []*link
}

// dates are the dates of a channel or an item; zero ones are not written.
type dates struct{ built, published time.Time }

// link is a link of an item, nested deep elements deep.
type link struct {
	to               string
	nested, onDemand bool
	deep             int
}

// New generates a world on servers with these origins, such as "http://127.0.0.1:8080", or
// with invented ones if none are given.
func New(seed uint64, origins ...string) *World {
	w := newWorld(seed)
	w.Habit = pick(w, Carried, Carried, Carried, Careless, Careless, Careless, None)
	w.origins = origins
	if len(origins) == 0 {
		w.origins = w.someOrigins()
	}
	w.plant(1 + w.r.IntN(7))
	return w
}

// someOrigins returns one to three origins, all with or all without TLS: links between the two
// kinds are not followed.
func (w *World) someOrigins() []string {
	return pick(w, []string{"http://a.example", "http://b.example:8080", "http://c.example"},
		[]string{"https://a.example", "https://b.example:8443", "https://c.example"})[:1+w.r.IntN(3)]
}

func newWorld(seed uint64) *World {
	return &World{
		r:   rand.New(rand.NewPCG(seed, 7000)),
		now: time.Date(2006, time.October, 2, 6, 0, 0, 0, time.UTC), files: map[string]string{}, gone: map[string]bool{},
	}
}

// Root returns the address of the root feed.
func (w *World) Root() string { return w.feeds[0].address }

// Now returns the publisher's time.
func (w *World) Now() time.Time { return w.now }

// Pages returns the content at each address.
func (w *World) Pages() map[string]string {
	pages := map[string]string{}
	for address, text := range w.files {
		pages[address] = text
	}
	for _, f := range w.feeds {
		pages[f.address] = w.document(f)
	}
	for address := range w.gone {
		delete(pages, address)
	}
	return pages
}

// chance is true once in so many times.
func (w *World) chance(in int) bool { return w.r.IntN(in) == 0 }

// pick returns one of several values.
func pick[T any](w *World, of ...T) T { return of[w.r.IntN(len(of))] }

// name returns a name that was not used before.
func (w *World) name(kind string) string {
	w.made++
	return fmt.Sprintf("%s%d", kind, w.made)
}

// Addresses returns all addresses that have or had content or are linked to.
func (w *World) Addresses() []string {
	all := map[string]bool{}
	for address := range w.files {
		all[address] = true
	}
	for _, f := range w.feeds {
		all[f.address] = true
	}
	return slices.Sorted(maps.Keys(all))
}
