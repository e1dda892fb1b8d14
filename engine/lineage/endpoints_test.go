package lineage_test

import (
	"maps"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/rules"
)

const id = "item_1"

// endpoints share one item by the rules of feedsync. Every version holds the
// names of all updates that it was made from, so that its true past travels in
// the data, apart from the histories that the rules keep.
type endpoints struct {
	t       rapid.TB
	held    map[string]*item.Item
	used    map[string]int
	archive []*item.Version
	minutes int
}

func share(t rapid.TB) *endpoints {
	return &endpoints{t: t, held: make(map[string]*item.Item), used: make(map[string]int)}
}

// create lets an endpoint make the item; the version is called by the name.
func (e *endpoints) create(by, name string) {
	it, err := feedsync.Create(id, rules.Change{Content: item.Plain(name, "")}, false, e.stamp(by))
	e.hold(by, it, err)
}

// change lets an endpoint update what it holds, and settle the conflicts of
// those names with it.
func (e *endpoints) change(by, name string, settled ...string) {
	e.write(by, name, false, settled)
}

// remove lets an endpoint delete what it holds.
func (e *endpoints) remove(by, name string) { e.write(by, name, true, nil) }

func (e *endpoints) write(by, name string, deleted bool, settled []string) {
	e.t.Helper()
	it := e.held[by]
	from := []*item.Version{it.Winner}
	var taken []int
	for i, c := range it.Conflicts {
		if slices.Contains(settled, c.Title()) {
			taken, from = append(taken, i), append(from, c)
		}
	}
	if len(taken) != len(settled) {
		e.t.Fatalf("%s has no conflicts %v", by, settled)
	}
	c := rules.Change{Content: item.Plain(name, made(from)), Deleted: deleted}
	next, err := feedsync.Resolve(it, c, taken, e.stamp(by))
	e.hold(by, next, err)
}

// made lists the names of versions and of what they were made from.
func made(from []*item.Version) string {
	names := make(map[string]bool)
	for _, v := range from {
		for _, name := range append(past(v), v.Title()) {
			names[name] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}

// past lists the names of what a version was made from.
func past(v *item.Version) []string { return strings.Fields(v.Content.Text()) }

func (e *endpoints) hold(by string, it *item.Item, err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
	e.held[by] = it
	e.used[by] = it.Winner.Top().Sequence
	e.archive = append(e.archive, it.Winner)
}

func (e *endpoints) stamp(by string) rules.Stamp {
	e.minutes++
	return rules.Stamp{By: by, When: minute(e.minutes), Used: e.used[by]}
}

func minute(n int) time.Time { return time.Date(2026, 5, 3, 9, n, 0, 0, time.UTC) }

// read lets an endpoint read the feed of another.
func (e *endpoints) read(by string, from ...string) {
	for _, other := range from {
		e.held[by] = feedsync.Merge(e.held[by], e.held[other]).Item
	}
}

// version is the one of that name.
func (e *endpoints) version(name string) *item.Version {
	e.t.Helper()
	return e.versions(name)[0]
}

func (e *endpoints) versions(names ...string) []*item.Version {
	e.t.Helper()
	var found []*item.Version
	for _, name := range names {
		i := slices.IndexFunc(e.archive, func(v *item.Version) bool { return v.Title() == name })
		if i < 0 {
			e.t.Fatalf("no version %q", name)
		}
		found = append(found, e.archive[i])
	}
	return found
}

// without is the archive of an endpoint that never saw those versions.
func (e *endpoints) without(names ...string) []*item.Version {
	return slices.DeleteFunc(slices.Clone(e.archive), func(v *item.Version) bool {
		return slices.Contains(names, v.Title())
	})
}

// expectBase says which version an item's versions started from.
func (e *endpoints) expectBase(it *item.Item, archive []*item.Version, want string) {
	e.t.Helper()
	base := lineage.Find(it.Versions(), archive)
	if !base.Known() {
		e.t.Fatalf("the base is not known (%d), want %s", base.Unknown, want)
	}
	if base.Version.Title() != want {
		e.t.Errorf("the base is %s, want %s", base.Version.Title(), want)
	}
}

func expectUnknown(t rapid.TB, shown, archive []*item.Version, want lineage.Unknown) {
	t.Helper()
	base := lineage.Find(shown, archive)
	if base.Known() {
		t.Fatalf("the base is %s, want none", base.Version.Title())
	}
	if base.Unknown != want {
		t.Errorf("not known because of %d, want %d", base.Unknown, want)
	}
}
