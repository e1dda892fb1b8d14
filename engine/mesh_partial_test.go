package engine_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// faraway are endpoints that read some of each other's partial feeds on servers, while
// everything goes wrong that can.
type faraway struct {
	*mesh
	test      *testing.T
	servers   *servers
	processes map[*desk]*process
	memories  map[*desk]*memory.Store
	backups   map[*desk]*memory.Store
	// names are the names of the endpoints in their addresses, fixed the identifiers assigned
	// to them, homes the locations of their data folders.
	names, fixed map[*desk]string
	homes        map[*desk]store.Home
	// own is set if no identifiers are assigned: each endpoint uses that of its store, and
	// takes a new one on its own after restoring a backup.
	own    bool
	opened int
	// reads are the addresses that each endpoint reads.
	reads map[*desk][]string
	// restored is set if somebody restored a backup, or withheld what it had published: items
	// received from there may be discarded.
	restored bool
	// overwritten is set if there was a second writer, who is noticed within a day.
	overwritten bool
	// imaged is set if somebody restored a backup and kept its identifier, because that was
	// assigned (docs/protocol.md): others cannot tell, and may discard what it no longer has.
	imaged bool
}

// windows are the windows that endpoints choose from.
var windows = []string{"none", "1", "2", "5", "1d", "1d,2"}

func newFaraway(t *testing.T, r *rapid.T, own bool) *faraway {
	f := &faraway{
		mesh: &mesh{T: r, written: map[string][]string{}, rules: feedsync.Rules{}}, test: t, servers: newServers(),
		names: map[*desk]string{}, fixed: map[*desk]string{}, homes: map[*desk]store.Home{}, own: own,
		processes: map[*desk]*process{}, memories: map[*desk]*memory.Store{}, backups: map[*desk]*memory.Store{}, reads: map[*desk][]string{},
	}
	list := func() lists.New {
		return lists.New{Format: rapid.SampledFrom([]item.Format{item.RSS, item.Atom}).Draw(r, "format")}
	}
	if rapid.IntRange(0, 2).Draw(r, "family") == 0 {
		f.rules = sse091.Rules{}
		list = func() lists.New { return lists.New{Kind: "note", Format: "rss", Dialect: "sse-0.91"} }
	}
	n := rapid.IntRange(3, 6).Draw(r, "endpoints")
	for i := range n {
		d := &desk{clock: newClock()}
		f.names[d], f.homes[d] = fmt.Sprintf("e%d", i), f.another()
		if !own {
			f.fixed[d] = f.names[d]
		}
		f.open(d, memory.New())
		d.clock.step(time.Duration(rapid.IntRange(-3, 3).Draw(r, "clock")) * time.Minute)
		l := list()
		l.Name = "Groceries"
		_, err := d.Lists.Create(t.Context(), l)
		d.check(err)
		f.share(d)
		f.desks = append(f.desks, d)
	}
	f.connect()
	return f
}

// open opens an engine on a store, for a new endpoint or for a new process of an existing one.
func (f *faraway) open(d *desk, st *memory.Store) {
	p := &process{}
	parts := engine.Parts{
		Store: mortalStore{st, p}, Clock: d.clock, Files: transport.Disk{}, Places: mortalPlaces{f.servers, p},
		Endpoint: f.fixed[d], Home: f.homes[d], Here: here,
	}
	f.opened++
	var seed [32]byte
	copy(seed[:], fmt.Sprint("run", f.opened))
	parts.Random = rand.NewChaCha8(seed)
	e, err := engine.Open(f.test.Context(), parts)
	check(f.T, err)
	*d = desk{tester: f.T, Engine: e, clock: d.clock, memory: parts.Store, t: f.test, heldItems: d.heldItems, trusting: d.trusting, large: true}
	f.processes[d], f.memories[d] = p, st
}

// another returns a location where no data folder has been.
func (f *faraway) another() store.Home {
	f.opened++
	return store.Home{Machine: "m", File: fmt.Sprint(f.opened)}
}

// feedAt returns the address that an endpoint writes to, whatever its current identifier.
func (f *faraway) feedAt(d *desk) string { return feedOf(f.names[d]) }

// share makes a person share the list, taking over the current content of the location.
func (f *faraway) share(d *desk) {
	_, err := d.Sharing.Share(f.test.Context(), "Groceries", sharing.Options{
		Location: f.feedAt(d), Window: rapid.SampledFrom(windows).Draw(f.T, "window"),
	})
	if len(f.servers.wrong) == 0 {
		d.check(err)
	}
}

// connect subscribes the endpoints to each other: in a ring, a star, or at random.
func (f *faraway) connect() {
	n := len(f.desks)
	how := rapid.SampledFrom([]string{"ring", "star", "random"}).Draw(f.T, "graph")
	for i := range n {
		to := map[int]bool{(i + 1) % n: true}
		switch {
		case how == "star" && i > 0:
			to = map[int]bool{0: true}
		case how == "star":
			for j := 1; j < n; j++ {
				to[j] = true
			}
		case how == "random":
			for range rapid.IntRange(0, 2).Draw(f.T, "more") {
				to[rapid.IntRange(0, n-1).Draw(f.T, "to")] = true
			}
			delete(to, i)
		}
		for _, j := range slices.Sorted(maps.Keys(to)) {
			at := f.feedAt(f.desks[j])
			_, err := f.desks[i].Subscriptions.Subscribe(f.test.Context(), "Groceries", at)
			f.desks[i].check(err)
			f.reads[f.desks[i]] = append(f.reads[f.desks[i]], at)
		}
	}
}

// sync reads feeds one after the other, in any order and not always all; the process may end
// at any point, and the person may change something at any point.
func (f *faraway) sync() {
	d := f.desk()
	p := f.processes[d]
	all := rapid.Permutation(f.reads[d]).Draw(f.T, "order")
	for _, at := range all[:rapid.IntRange(1, len(all)).Draw(f.T, "feeds")] {
		f.changeDuring(d, at)
		p.endAfter(max(0, rapid.IntRange(-20, 25).Draw(f.T, "ends")))
		reports, err := d.Sync(f.test.Context(), subscribe.SyncOptions{Subscriptions: []string{at}})
		p.do("", nil)
		if p.hasEnded() {
			f.open(d, f.memories[d])
			return
		}
		d.check(err)
		f.judge(d, reports)
	}
	p.endAfter(0)
}

// changeDuring makes the person change an item while a feed is read, or the endpoint's own
// feed is written.
func (f *faraway) changeDuring(d *desk, at string) {
	if len(f.ids) == 0 || rapid.IntRange(0, 3).Draw(f.T, "meanwhile") > 0 {
		return
	}
	id := rapid.SampledFrom(f.ids).Draw(f.T, "item")
	own := f.feedAt(d)
	during := rapid.SampledFrom([]string{at, completeOf(at), own, completeOf(own)}).Draw(f.T, "during")
	f.processes[d].do(during, func() { f.changes(d, id) })
}

// changes gives an item a new title if it exists and can be changed, unless the process ends
// at that moment.
func (f *faraway) changes(d *desk, id string) {
	it, err := d.Lists.Item(f.test.Context(), "Groceries", id)
	if err != nil || f.bound(d, it) || f.processes[d].hasEnded() {
		return
	}
	title := fmt.Sprintf("%s-%d", id, len(f.written[id]))
	d.clock.step(time.Minute)
	_, err = d.Edit.Change(f.test.Context(), "Groceries", id, map[string]string{"title": title}, nil)
	if errors.Is(err, errEnded) {
		return
	}
	d.check(err)
	f.written[id] = append(f.written[id], title)
}

func completeOf(at string) string { return transport.Sibling(at, transport.CompleteName(at)) }

// judge checks that nothing was discarded without a reason.
func (f *faraway) judge(d *desk, reports []subscribe.Report) {
	for _, r := range reports {
		if r.Discarded > 0 && !f.restored {
			f.Fatalf("%s discarded %d of what came from %s, where nobody ever took anything away", d.Device.ID(), r.Discarded, r.Subscription)
		}
		if r.Held > 0 && !d.heldItems {
			f.Fatalf("%s holds %d of what came from %s for review, where all are honest", d.Device.ID(), r.Held, r.Subscription)
		}
	}
}

func TestWhateverGoesWrongBetweenPartialFeedsEveryoneEndsWithTheSame(t *testing.T) {
	goingWrong(t, false)
}

// Devices that restore a backup recognize that on their own: by the location of their data, or
// by what they published. From then on they are different devices, nothing of theirs is held
// for review, and nothing published disappears from anybody's list.
func TestWhoeverGoesBackBetweenPartialFeedsLosesNothingThatWasPublished(t *testing.T) {
	goingWrong(t, true)
}

func goingWrong(t *testing.T, own bool) {
	rapid.Check(t, func(r *rapid.T) {
		f := newFaraway(t, r, own)
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"add":               do(f.add),
			"edit":              do(f.edit),
			"edit again":        do(f.edit),
			"delete or restore": do(f.deleteOrRestore),
			"settle":            do(f.resolveAny),
			"wait":              do(f.wait),
			"fail":              do(f.fail),
			"mend":              do(f.mend),
			"overwrite":         do(f.overwrite),
			"share":             do(func() { f.share(f.desk()) }),
			"configure":         do(f.configure),
			"back up":           do(f.backUp),
			"go back":           do(f.goBack),
			"decide":            do(f.decide),
			"sync":              do(f.sync),
			"sync 2":            do(f.sync),
			"sync 3":            do(f.sync),
			"sync 4":            do(f.sync),
		})
		f.ends()
		f.upgrade()
	})
}
