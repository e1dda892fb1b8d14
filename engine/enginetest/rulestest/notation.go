// Package rulestest contains what the tests of the merge rules of both dialects share: a
// notation for versions, comparison of items, and a mesh of endpoints whose edits record what
// they are based on. Only tests import it.
package rulestest

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
)

// ID is the identifier of the item under test.
const ID = "item_1"

// Notation is how the tests of a dialect write a version:
//
//	updates|flags|title|entry;entry…
//
// The topmost entry comes first. An entry is sequence@unix-seconds@by, with "-" for absent
// values. Flags are D for a tombstone, N for noconflicts, U for an explicit deleted="false", M
// for a version of which only the keys are known.
type Notation struct {
	// Counted omits the sequences of entries: they count down from updates, as the updates of
	// SSE 0.91 do.
	Counted bool
}

// Item returns the item with that winner and those conflicts.
func (n Notation) Item(t testing.TB, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := &item.Item{Winner: n.Version(t, winner)}
	for _, c := range conflicts {
		it.Conflicts = append(it.Conflicts, n.Version(t, c))
	}
	return it
}

// Version parses a version.
func (n Notation) Version(t testing.TB, notation string) *item.Version {
	t.Helper()
	part := strings.Split(notation, "|")
	if len(part) != 4 {
		t.Fatalf("not a version: %q", notation)
	}
	updates := Number(t, part[0])
	return &item.Version{
		ID:          ID,
		Updates:     updates,
		Deleted:     strings.Contains(part[1], "D"),
		NoConflicts: strings.Contains(part[1], "N"),
		Undeleted:   strings.Contains(part[1], "U"),
		Missing:     strings.Contains(part[1], "M"),
		Content:     item.Plain(part[2], ""),
		History:     n.history(t, updates, part[3]),
	}
}

func (n Notation) history(t testing.TB, updates int, notation string) []item.History {
	t.Helper()
	var entries []item.History
	for k, text := range strings.Split(notation, ";") {
		entries = append(entries, n.entry(t, updates-k, text))
	}
	return entries
}

func (n Notation) entry(t testing.TB, counted int, notation string) item.History {
	t.Helper()
	if n.Counted {
		return Entry(t, counted, notation)
	}
	sequence, rest, _ := strings.Cut(notation, "@")
	return Entry(t, Number(t, sequence), rest)
}

// Entry parses a history entry that is written without its sequence.
func Entry(t testing.TB, sequence int, notation string) item.History {
	t.Helper()
	part := strings.Split(notation, "@")
	if len(part) != 2 {
		t.Fatalf("not a history entry: %q", notation)
	}
	h := item.History{Sequence: sequence}
	if part[0] != "-" {
		h.When = item.At(Unix(Number(t, part[0])))
	}
	if part[1] != "-" {
		h.By = part[1]
	}
	return h
}

// Unix returns the time at a number of seconds since the Unix epoch.
func Unix(seconds int) time.Time { return time.Unix(int64(seconds), 0) }

// Number parses a number.
func Number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Written returns a version in the notation.
func (n Notation) Written(v *item.Version) string {
	flags := ""
	for _, f := range []struct {
		set  bool
		name string
	}{{v.Deleted, "D"}, {v.NoConflicts, "N"}, {v.Undeleted, "U"}, {v.Missing, "M"}} {
		if f.set {
			flags += f.name
		}
	}
	if flags == "" {
		flags = "-"
	}
	return strings.Join([]string{strconv.Itoa(v.Updates), flags, v.Title(), n.History(v.History)}, "|")
}

// History returns the entries of a history in the notation.
func (n Notation) History(entries []item.History) string {
	var texts []string
	for _, h := range entries {
		text := h.String()
		if n.Counted {
			_, text, _ = strings.Cut(text, "@")
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ";")
}

// Listing returns a description of an item for the message of a failing test.
func (n Notation) Listing(it *item.Item) string {
	text := n.Written(it.Winner)
	if it.Flagged {
		text += " (flagged)"
	}
	for _, c := range it.Conflicts {
		text += "\n  " + n.Written(c)
	}
	return text
}

// Expect compares an item's versions with their notation; the order of conflicts does not
// matter.
func (n Notation) Expect(t testing.TB, it *item.Item, winner string, conflicts ...string) {
	t.Helper()
	if got := n.Written(it.Winner); got != winner {
		t.Errorf("winner:\n got %s\nwant %s", got, winner)
	}
	n.ExpectVersions(t, "conflicts", it.Conflicts, conflicts...)
}

// ExpectVersions compares versions with their notation, in any order. what describes the
// versions in the message of a failing test.
func (n Notation) ExpectVersions(t testing.TB, what string, versions []*item.Version, want ...string) {
	t.Helper()
	var got []string
	for _, v := range versions {
		got = append(got, n.Written(v))
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// Same reports whether winner, flag and conflicts are the same, in any order.
func Same(x, y *item.Item) bool {
	if x.Flagged != y.Flagged || !x.Winner.Same(y.Winner) || len(x.Conflicts) != len(y.Conflicts) {
		return false
	}
	for _, c := range x.Conflicts {
		if !slices.ContainsFunc(y.Conflicts, c.Same) {
			return false
		}
	}
	return true
}
