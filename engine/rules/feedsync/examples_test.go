package feedsync_test

import (
	"testing"
	"time"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// notation is the notation for a version, in the tests and in the vectors:
//
//	updates|flags|title|sequence@unix-seconds@by;…
//
// with the topmost entry first, and "-" for absent parts. Flags are D for a tombstone, N for
// noconflicts, and U for a written deleted="false".
var notation rulestest.Notation

// Short names for the notation's methods.
var (
	held           = notation.Item
	version        = notation.Version
	written        = notation.Written
	writtenHistory = notation.History
	listing        = notation.Listing
	expect         = notation.Expect
	expectVersions = notation.ExpectVersions

	unix   = rulestest.Unix
	number = rulestest.Number
)

const id = rulestest.ID

// The examples of SSE 0.93 §3 in order. Each begins with the result of the previous one.

const groceries = "item_1_myapp_2005-05-21T11:43:33Z"

func clock(t *testing.T, hour string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, "2005-05-21T"+hour+"Z")
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// printed returns an item as the specification prints it: one "sequence hour by" per line.
func printed(t *testing.T, updates int, content *item.Content, lines ...[3]string) *item.Version {
	t.Helper()
	v := &item.Version{ID: groceries, Updates: updates, Content: content}
	for _, l := range lines {
		v.History = append(v.History, item.History{
			Sequence: number(t, l[0]), When: item.At(clock(t, l[1])), By: l[2],
		})
	}
	return v
}

func expectSame(t *testing.T, got, want *item.Version) {
	t.Helper()
	if !got.Same(want) {
		t.Errorf("got %s\nwant %s", written(got), written(want))
	}
}

var (
	milk  = item.Plain("Buy groceries", "Get milk and eggs")
	bread = item.Plain("Buy groceries", "Get milk, eggs, butter and bread")
	rolls = item.Plain("Buy groceries", "Get milk, eggs, butter and rolls")
	done  = item.Plain("Buy groceries - DONE", "Get milk, eggs, butter and bread")

	first  = [3]string{"1", "09:43:33", "REO1750"}
	second = [3]string{"2", "10:43:33", "REO1750"}
	third  = [3]string{"3", "11:43:33", "JEO2000"}
)

func TestExampleCreation_3_1(t *testing.T) {
	it, err := feedsync.Create(groceries, rules.Change{Content: milk}, false,
		rules.Stamp{By: "REO1750", When: clock(t, "09:43:33")})
	if err != nil {
		t.Fatal(err)
	}
	expectSame(t, it.Winner, printed(t, 1, milk, first))
}

func TestExampleUpdates_3_2(t *testing.T) {
	butter := item.Plain("Buy groceries", "Get milk, eggs and butter")
	it := &item.Item{Winner: printed(t, 1, milk, first)}
	it = update(t, it, butter, rules.Stamp{By: "REO1750", When: clock(t, "10:43:33")})
	expectSame(t, it.Winner, printed(t, 2, butter, second, first))
	it = update(t, it, bread, rules.Stamp{By: "JEO2000", When: clock(t, "11:43:33")})
	expectSame(t, it.Winner, printed(t, 3, bread, third, second, first))
}

// The loser's time is 12:03:33, as in the RSS form and in the resolution; with the 12:43:33 of
// the Atom form, the other version would win.
func TestExampleConflict_3_3(t *testing.T) {
	base := &item.Item{Winner: printed(t, 3, bread, third, second, first)}
	gpm := update(t, base, done, rules.Stamp{By: "GPM7383", When: clock(t, "12:43:33")})
	jeo := update(t, base, rolls, rules.Stamp{By: "JEO2000", When: clock(t, "12:03:33")})
	for _, r := range []rules.Result{feedsync.Merge(gpm, jeo), feedsync.Merge(jeo, gpm)} {
		expectSame(t, r.Item.Winner, printed(t, 4, done, [3]string{"4", "12:43:33", "GPM7383"}, third, second, first))
		if len(r.Item.Conflicts) != 1 {
			t.Fatalf("%d conflicts, want 1", len(r.Item.Conflicts))
		}
		expectSame(t, r.Item.Conflicts[0], printed(t, 4, rolls, [3]string{"4", "12:03:33", "JEO2000"}, third, second, first))
	}
}

func TestExampleResolution_3_4(t *testing.T) {
	won := [3]string{"4", "12:43:33", "GPM7383"}
	lost := [3]string{"4", "12:03:33", "JEO2000"}
	it := &item.Item{
		Winner:    printed(t, 4, done, won, third, second, first),
		Conflicts: []*item.Version{printed(t, 4, rolls, lost, third, second, first)},
	}
	it, err := feedsync.Resolve(it, rules.Change{}, []int{0}, rules.Stamp{By: "GPM7383", When: clock(t, "12:53:33")})
	if err != nil {
		t.Fatal(err)
	}
	expectSame(t, it.Winner, printed(t, 5, done, [3]string{"5", "12:53:33", "GPM7383"}, lost, won, third, second, first))
	if len(it.Conflicts) != 0 {
		t.Errorf("%d conflicts stay open", len(it.Conflicts))
	}
}

func update(t testing.TB, it *item.Item, c *item.Content, s rules.Stamp) *item.Item {
	t.Helper()
	next, err := feedsync.Resolve(it, rules.Change{Content: c}, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return next
}
