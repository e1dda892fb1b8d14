package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/sharing"
	"crossfeed/engine/subscribe"
)

// shared are endpoints that share a list with windows through one folder, whose files somebody
// else copies and removes.
type shared struct {
	*mesh
	files *transporttest.Memory
}

func newShared(t *testing.T, r *rapid.T) *shared {
	s := &shared{files: &transporttest.Memory{}}
	s.files.Folder("/shared")
	m, list := &mesh{T: r, written: map[string][]string{}, rules: feedsync.Rules{}}, lists.New{Name: "Groceries"}
	if rapid.IntRange(0, 2).Draw(r, "family") == 0 {
		m.rules, list = sse091.Rules{}, lists.New{Name: "Groceries", Kind: "note", Format: "rss", Dialect: "sse-0.91"}
	}
	s.mesh = m
	for _, endpoint := range []string{"e0", "e1", "e2"} {
		c := newClock()
		c.step(time.Duration(rapid.IntRange(-3, 3).Draw(r, "clock")) * time.Minute)
		d := newDesk(t, r, endpoint, memory.New(), s.files, c)
		_, err := d.Lists.Create(t.Context(), list)
		d.check(err)
		window := rapid.SampledFrom([]string{"none", "1", "2", "1d"}).Draw(r, "window")
		_, err = d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: "/shared", Window: window})
		d.check(err)
		_, err = d.Subscriptions.Subscribe(t.Context(), "Groceries", "/shared")
		d.check(err)
		m.desks = append(m.desks, d)
	}
	return s
}

// file draws a file of the folder, or "".
func (s *shared) file() string {
	var names []string
	for name := range s.files.All() {
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return rapid.SampledFrom(names).Draw(s.T, "file")
}

// copies puts a copy next to a file, as file synchronizers do, replacing an earlier copy.
func (s *shared) copies() {
	if at := s.file(); at != "" && !strings.Contains(at, "copy") {
		s.files.Put(strings.Replace(at, "Groceries.e", "Groceries.copy-e", 1), s.files.All()[at])
	}
}

// takesAway removes a file. Its publisher writes it again; a copy stays removed.
func (s *shared) takesAway() {
	if at := s.file(); at != "" {
		s.Helper()
		check(s.T, s.files.Remove(at))
	}
}

// sync syncs, and checks that nothing is discarded: nobody ever removes an item. What was
// removed is missing until its publisher syncs.
func (s *shared) sync() { s.syncs(s.desk()) }

func (s *shared) syncs(d *desk) {
	d.clock.step(time.Minute)
	reports, err := d.Sync(d.t.Context(), subscribe.SyncOptions{AcceptLarge: true})
	d.check(err)
	for _, r := range reports {
		if r.Discarded > 0 {
			s.Fatalf("%s discarded %d items, and nobody took any away", d.Device.ID(), r.Discarded)
		}
	}
}

func (s *shared) wait() {
	for _, d := range s.desks {
		d.clock.step(13 * time.Hour)
	}
}

func TestThroughAFolderWithWindowsEveryoneEndsWithTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := newShared(t, r)
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"add":               do(s.add),
			"add again":         do(s.add),
			"edit":              do(s.edit),
			"delete or restore": do(s.deleteOrRestore),
			"settle":            do(s.resolveAny),
			"copy":              do(s.copies),
			"take away":         do(s.takesAway),
			"wait":              do(s.wait),
			"sync":              do(s.sync),
			"sync 2":            do(s.sync),
			"sync 3":            do(s.sync),
		})
		for _, d := range s.desks {
			s.syncs(d)
		}
		s.quiet()
		for _, id := range s.ids {
			s.agree(id)
			s.checkArchived(id)
		}
	})
}
