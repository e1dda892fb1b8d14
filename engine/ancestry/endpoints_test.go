package ancestry_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

const id = "item_1"

// endpoints share one item by the rules of package feedsync. Every version contains the names
// of all updates that it was made from, so that its true ancestry is known independently of
// its history.
type endpoints struct {
	t       rapid.TB
	held    map[string]*item.Item
	used    map[string]int
	archive []*item.Version
	// undone holds the updates that were undone before anybody saw them.
	undone  []*item.Version
	minutes int
	// letter means that endpoints follow the letter of SSE 0.93: an edit may leave an own
	// version open, and a resolution does not name one.
	letter bool
}

func share(t rapid.TB) *endpoints {
	return &endpoints{t: t, held: make(map[string]*item.Item), used: make(map[string]int)}
}

// create lets an endpoint make the item; name is the name of the version.
func (e *endpoints) create(by, name string) {
	it, err := feedsync.Create(id, rules.Change{Content: item.Plain(name, "")}, false, e.stamp(by))
	e.hold(by, it, err)
}

// change lets an endpoint update its item, and resolve the named conflicts with it.
func (e *endpoints) change(by, name string, resolved ...string) {
	e.write(by, name, false, resolved)
}

// remove lets an endpoint delete its item.
func (e *endpoints) remove(by, name string) { e.write(by, name, true, nil) }

func (e *endpoints) write(by, name string, deleted bool, resolved []string) {
	e.t.Helper()
	it := e.held[by]
	from := []*item.Version{it.Winner}
	var taken []int
	for i, c := range it.Conflicts {
		if slices.Contains(resolved, c.Title()) {
			taken, from = append(taken, i), append(from, c)
		}
	}
	if len(taken) != len(resolved) {
		e.t.Fatalf("%s has no conflicts %v", by, resolved)
	}
	c := rules.Change{Content: item.Plain(name, made(from)), Deleted: deleted}
	if e.letter {
		e.hold(by, literally(it, c, taken, e.stamp(by)), nil)
		return
	}
	next, err := feedsync.Resolve(it, c, taken, e.stamp(by))
	e.hold(by, next, err)
}

// literally resolves by the letter of SSE 0.93 §3.4.
func literally(it *item.Item, c rules.Change, taken []int, s rules.Stamp) *item.Item {
	seen, left := &item.Item{Winner: it.Winner}, []*item.Version(nil)
	var all []int
	for i, v := range it.Conflicts {
		if slices.Contains(taken, i) {
			all, seen.Conflicts = append(all, len(all)), append(seen.Conflicts, v)
		} else {
			left = append(left, v)
		}
	}
	next, err := feedsync.Resolve(seen, c, all, s)
	if err != nil {
		panic(err)
	}
	for _, v := range seen.Conflicts {
		if v.Top().By == s.By {
			next.Winner.History = slices.DeleteFunc(next.Winner.History, v.Top().Same)
		}
	}
	return &item.Item{Winner: next.Winner, Conflicts: left}
}

// made returns the names of versions and of their ancestors.
func made(from []*item.Version) string {
	names := make(map[string]bool)
	for _, v := range from {
		for _, name := range append(past(v), v.Title()) {
			names[name] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}

// past returns the names of a version's ancestors.
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

// read lets an endpoint read the feeds of others.
func (e *endpoints) read(by string, from ...string) {
	for _, other := range from {
		e.held[by] = feedsync.Merge(e.held[by], e.held[other]).Item
	}
}

// seenBy returns the archive of an endpoint, without the updates that others undid.
func (e *endpoints) seenBy(by string) []*item.Version {
	return slices.DeleteFunc(slices.Clone(e.archive), func(v *item.Version) bool {
		return v.Top().By != by && slices.Contains(e.undone, v)
	})
}

// draw returns the graph that an endpoint draws.
func (e *endpoints) draw(by string) ancestry.Graph {
	return ancestry.Draw(e.held[by], e.seenBy(by), ancestry.Log{Endpoint: by})
}

// version returns the version with that name.
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

// without returns the archive of an endpoint that never received those versions.
func (e *endpoints) without(names ...string) []*item.Version {
	return slices.DeleteFunc(slices.Clone(e.archive), func(v *item.Version) bool {
		return slices.Contains(names, v.Title())
	})
}

// expectBase checks the original of an item's versions, in the notation of named.
func (e *endpoints) expectBase(it *item.Item, archive []*item.Version, want string) {
	e.t.Helper()
	e.expectBaseOf(it.Versions(), archive, want)
}

func (e *endpoints) expectBaseOf(shown, archive []*item.Version, want string) {
	e.t.Helper()
	if got := named(ancestry.Find(shown, archive)); got != want {
		e.t.Errorf("the base is %s, want %s", got, want)
	}
}

// named describes a base by the names of its versions: "7" for a version, "(2+3 from 1)" for
// one merged from 2 and 3, whose own base is 1.
func named(b ancestry.Base) string {
	switch {
	case b.Known():
		return b.Version.Title()
	case !b.Merged():
		return "unknown: " + reasons[b.Unknown] + missing(b)
	}
	var of []string
	for _, o := range b.Of {
		of = append(of, named(o))
	}
	slices.Sort(of)
	text := "(" + strings.Join(of, "+")
	if b.From != nil {
		text += " from " + named(*b.From)
	}
	return text + missing(b) + ")"
}

var reasons = []string{"not looked", "apart", "cut", "never seen"}

func missing(b ancestry.Base) string {
	var all []string
	for _, h := range b.Missing {
		all = append(all, fmt.Sprintf(" without %d@%s", h.Sequence, h.By))
	}
	return sorted(all)
}
