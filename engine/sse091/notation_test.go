package sse091_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
)

// The tests write a version as
//
//	version|flags|title|when@by;when@by…
//
// with sx:history first and then each sx:update, times as Unix seconds, and "-" for
// what is absent. Flags are D for a tombstone, U for a written deleted="false", M for a
// version of which only the keys are known.

const id = "item_1"

// held is the item with that winner and those conflicts, flagged where it has some.
func held(t testing.TB, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := &item.Item{Winner: version(t, winner), Flagged: len(conflicts) > 0}
	for _, c := range conflicts {
		it.Conflicts = append(it.Conflicts, version(t, c))
	}
	return it
}

// flagged is the item with its flag set.
func flagged(it *item.Item) *item.Item {
	it.Flagged = true
	return it
}

func version(t testing.TB, notation string) *item.Version {
	t.Helper()
	part := strings.Split(notation, "|")
	if len(part) != 4 {
		t.Fatalf("not a version: %q", notation)
	}
	updates := number(t, part[0])
	return &item.Version{
		ID:        id,
		Updates:   updates,
		Deleted:   strings.Contains(part[1], "D"),
		Undeleted: strings.Contains(part[1], "U"),
		Missing:   strings.Contains(part[1], "M"),
		Content:   item.Plain(part[2], ""),
		History:   history(t, updates, part[3]),
	}
}

func history(t testing.TB, updates int, notation string) []item.History {
	t.Helper()
	var entries []item.History
	for k, text := range strings.Split(notation, ";") {
		entries = append(entries, update(t, updates-k, text))
	}
	return entries
}

func update(t testing.TB, sequence int, notation string) item.History {
	t.Helper()
	when, by, ok := strings.Cut(notation, "@")
	if !ok {
		t.Fatalf("not an update: %q", notation)
	}
	h := item.History{Sequence: sequence}
	if when != "-" {
		h.When = item.At(unix(number(t, when)))
	}
	if by != "-" {
		h.By = by
	}
	return h
}

func unix(seconds int) time.Time { return time.Unix(int64(seconds), 0) }

func number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// written is a version in the notation of the tests.
func written(v *item.Version) string {
	flags := ""
	for _, f := range []struct {
		set  bool
		name string
	}{{v.Deleted, "D"}, {v.Undeleted, "U"}, {v.Missing, "M"}} {
		if f.set {
			flags += f.name
		}
	}
	if flags == "" {
		flags = "-"
	}
	var updates []string
	for _, h := range v.History {
		_, text, _ := strings.Cut(h.String(), "@")
		updates = append(updates, text)
	}
	return strings.Join([]string{strconv.Itoa(v.Updates), flags, v.Title(), strings.Join(updates, ";")}, "|")
}

// expect compares an item with its notation; the order of conflicts means nothing, and
// the flag is set where there are some.
func expect(t testing.TB, it *item.Item, winner string, conflicts ...string) {
	t.Helper()
	expectFlag(t, it, len(conflicts) > 0)
	if got := written(it.Winner); got != winner {
		t.Errorf("winner:\n got %s\nwant %s", got, winner)
	}
	expectVersions(t, "conflicts", it.Conflicts, conflicts...)
}

func expectFlag(t testing.TB, it *item.Item, want bool) {
	t.Helper()
	if it.Flagged != want {
		t.Errorf("flagged is %v, want %v", it.Flagged, want)
	}
}

func expectVersions(t testing.TB, what string, versions []*item.Version, want ...string) {
	t.Helper()
	var got []string
	for _, v := range versions {
		got = append(got, written(v))
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
