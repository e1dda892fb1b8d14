//go:build !raced

package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
)

// movers are endpoints whose data folders are copied, and restored to earlier states. Their
// identifiers come from their stores.
type movers struct {
	*mesh
	test    *testing.T
	files   *transporttest.Memory
	backups map[*desk]*memory.Store
	opened  int
}

func newMovers(t *testing.T, r *rapid.T, endpoints int) *movers {
	m := &movers{test: t, files: &transporttest.Memory{}, backups: map[*desk]*memory.Store{}}
	m.files.Folder("/shared")
	dialect := rapid.SampledFrom([]item.Dialect{item.FeedSync10, item.SSE093, item.SSE091}).Draw(r, "dialect")
	list := func() lists.New { return lists.New{Kind: "note", Format: "rss", Dialect: dialect} }
	m.mesh = newMeshOn(r, endpoints, "/shared", list, func(_ string, c *clock) *desk { return m.open(r, memory.New(), m.another(), c) })
	if dialect == "sse-0.91" {
		m.rules = rules.Rules(sse091.Rules{})
	}
	return m
}

// another returns a location where no data folder has been.
func (m *movers) another() store.Home {
	return store.Home{Machine: "m", File: fmt.Sprint(m.opened + 1)}
}

// open opens a data folder at a location.
func (m *movers) open(on *rapid.T, st *memory.Store, at store.Home, c *clock) *desk {
	m.opened++
	var seed [32]byte
	copy(seed[:], fmt.Sprint("run", m.opened))
	e, err := engine.Open(m.test.Context(), engine.Parts{Store: st, Clock: c, Random: rand.NewChaCha8(seed), Files: m.files, Home: at, Here: here})
	if err != nil {
		on.Fatal(err)
	}
	return &desk{tester: on, Engine: e, clock: c, memory: st, t: m.test, large: true}
}

func (m *movers) backUp() {
	d := m.desk()
	m.backups[d] = d.memory.(*memory.Store).Copy()
}

// goBack replaces the data of an endpoint by its last backup, in the same files: only its
// publications reveal that. What it never published is lost with its disk.
func (m *movers) goBack() {
	d := m.desk()
	backup := m.backups[d]
	if backup == nil {
		return
	}
	d.sync()
	d.clock.step(25 * time.Hour)
	known, err := d.Device.Stored(d.t.Context())
	d.check(err)
	before := *d
	*d = *m.open(m.T, backup.Copy(), known.Home, d.clock)
	for _, id := range m.ids {
		m.written[id] = slices.DeleteFunc(m.written[id], func(title string) bool { return !before.hasOpenTitle(id, title) && !m.archived(id, title) })
	}
}

// hasOpenTitle reports whether an open version of an item has a title.
func (d *desk) hasOpenTitle(id, title string) bool {
	it, err := d.Lists.Item(d.t.Context(), "Groceries", id)
	return err == nil && slices.ContainsFunc(it.Versions(), func(v *item.Version) bool { return v.Title() == title })
}

// archived reports whether any archive has a title.
func (m *movers) archived(id, title string) bool {
	return slices.ContainsFunc(m.desks, func(d *desk) bool {
		all, err := d.Lists.History(d.t.Context(), "Groceries", id)
		return err == nil && slices.ContainsFunc(all, func(a store.Archived) bool { return a.Version.Title() == title })
	})
}

// copyOne starts a copy of a data folder as an additional device.
func (m *movers) copyOne() {
	if len(m.desks) < 5 {
		m.copyOf(m.desk(), m.another())
	}
}

// copyOf starts a copy of a data folder at a location as an additional device.
func (m *movers) copyOf(d *desk, at store.Home) *desk {
	d.clock.step(25 * time.Hour)
	c := newClock()
	c.step(d.clock.Now().Sub(c.Now()))
	m.desks = append(m.desks, m.open(m.T, d.memory.(*memory.Store).Copy(), at, c))
	return m.desks[len(m.desks)-1]
}

func TestEndpointsThatAreCopiedAndPutBackEndTheSameAndNothingIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newMovers(t, r, 3)
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"add":               do(m.addOne),
			"edit":              do(m.edit),
			"edit again":        do(m.edit),
			"delete or restore": do(m.deleteOrRestore),
			"settle":            do(m.resolveAny),
			"back up":           do(m.backUp),
			"go back":           do(m.goBack),
			"copy":              do(m.copyOne),
			"sync":              do(m.sync),
			"sync again":        do(m.sync),
		})
		m.quiet()
		for _, id := range m.ids {
			m.agree(id)
			m.checkArchived(id)
		}
		for _, d := range m.desks {
			if waiting := d.waiting(); len(waiting) > 0 {
				m.Errorf("%s holds %d items for review", d.Device.ID(), len(waiting))
			}
		}
	})
}

// addOne adds an item that may have conflicts.
func (m *movers) addOne() {
	id := fmt.Sprintf("i%d", len(m.ids))
	m.ids = append(m.ids, id)
	d := m.desk()
	d.clock.step(time.Minute)
	_, err := d.Edit.Add(d.t.Context(), "Groceries", record.Values{"title": m.title(id)}, edit.AddOptions{ID: id})
	d.check(err)
}

// However many edits are lost with a disk and made since, the newest of both are open for
// everyone.
func TestTheNewestEditAfterGoingBackIsNotOverruled(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newMovers(t, r, 2)
		d, partner := m.desks[0], m.desks[1]
		d.add("milk", "Milk")
		edits := func(what string, most int) (last string) {
			for n := range rapid.IntRange(1, most).Draw(r, what) {
				last = fmt.Sprintf("%s %d", what, n)
				d.edit("milk", last)
			}
			return last
		}
		m.quiet()
		if rapid.Bool().Draw(r, "more before") {
			edits("before", 3)
			d.sync()
		}
		m.backups[d] = d.memory.(*memory.Store).Copy()
		lost := edits("lost", 4)
		d.sync()
		partner.sync()
		home, err := d.Device.Stored(d.t.Context())
		d.check(err)
		*d = *m.open(r, m.backups[d].Copy(), home.Home, d.clock)
		newest := edits("newest", 4)
		m.quiet()
		for _, one := range m.desks {
			var open []string
			for _, v := range one.item("milk").Versions() {
				open = append(open, v.Title())
			}
			slices.Sort(open)
			if !slices.Equal(open, []string{lost, newest}) {
				m.Errorf("%s has %q open, want %q and %q", one.Device.ID(), open, lost, newest)
			}
		}
	})
}

// A copy that is indistinguishable from the original, like a disk image, is recognized by what
// it publishes: whoever publishes second takes a new identifier, and its earlier changes under
// the old one raise no alarm with anybody.
func TestTwoFoldersThatAreInUseAtOnceRaiseNoAlarm(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newMovers(t, r, 2)
		d := m.desks[0]
		m.ids = []string{"milk", "eggs", "tea"}
		d.add("milk", "Milk")
		m.quiet()
		known, err := d.Device.Stored(t.Context())
		d.check(err)
		c := m.copyOf(d, known.Home)
		d.edit("milk", "Milk of the one")
		d.add("eggs", "Eggs")
		if rapid.Bool().Draw(r, "later") {
			c.clock.step(time.Hour)
		}
		c.edit("milk", "Milk of the other")
		c.add("tea", "Tea")
		m.quiet()
		for _, id := range m.ids {
			m.agree(id)
		}
		if !d.hasOpenTitle("milk", "Milk of the one") || !d.hasOpenTitle("milk", "Milk of the other") {
			m.Errorf("open are %s", describe(d.item("milk")))
		}
		if d.Device.ID() == c.Device.ID() {
			m.Errorf("both are %s", d.Device.ID())
		}
	})
}
