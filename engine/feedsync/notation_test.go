package feedsync_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
)

// The tests write a version as the vectors do:
//
//	updates|flags|title|history;history…
//
// with the topmost entry first, an entry as sequence@unix-seconds@by, and "-"
// for what is absent. Flags are D for a tombstone, N for noconflicts, U for a
// written deleted="false".

const id = "item_1"

// held is the item with that winner and those conflicts.
func held(t testing.TB, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := &item.Item{Winner: version(t, winner)}
	for _, c := range conflicts {
		it.Conflicts = append(it.Conflicts, version(t, c))
	}
	return it
}

func version(t testing.TB, notation string) *item.Version {
	t.Helper()
	part := strings.Split(notation, "|")
	if len(part) != 4 {
		t.Fatalf("not a version: %q", notation)
	}
	return &item.Version{
		ID:          id,
		Updates:     number(t, part[0]),
		Deleted:     strings.Contains(part[1], "D"),
		NoConflicts: strings.Contains(part[1], "N"),
		Undeleted:   strings.Contains(part[1], "U"),
		Content:     item.Plain(part[2], ""),
		History:     history(t, part[3]),
	}
}

func history(t testing.TB, notation string) []item.History {
	t.Helper()
	var entries []item.History
	for _, text := range strings.Split(notation, ";") {
		entries = append(entries, entry(t, text))
	}
	return entries
}

func entry(t testing.TB, notation string) item.History {
	t.Helper()
	part := strings.Split(notation, "@")
	if len(part) != 3 {
		t.Fatalf("not a history entry: %q", notation)
	}
	h := item.History{Sequence: number(t, part[0])}
	if part[1] != "-" {
		h.When = item.At(unix(number(t, part[1])))
	}
	if part[2] != "-" {
		h.By = part[2]
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
	}{{v.Deleted, "D"}, {v.NoConflicts, "N"}, {v.Undeleted, "U"}} {
		if f.set {
			flags += f.name
		}
	}
	if flags == "" {
		flags = "-"
	}
	return strings.Join([]string{strconv.Itoa(v.Updates), flags, v.Title(), writtenHistory(v.History)}, "|")
}

func writtenHistory(entries []item.History) string {
	var texts []string
	for _, h := range entries {
		texts = append(texts, h.String())
	}
	return strings.Join(texts, ";")
}

// expect compares an item with its notation; the order of conflicts means
// nothing.
func expect(t testing.TB, it *item.Item, winner string, conflicts ...string) {
	t.Helper()
	if got := written(it.Winner); got != winner {
		t.Errorf("winner:\n got %s\nwant %s", got, winner)
	}
	expectVersions(t, "conflicts", it.Conflicts, conflicts...)
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
