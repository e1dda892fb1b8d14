package rulestest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"crossfeed/engine/item"
)

// Written is a version in the notation.
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

// History writes the entries of a history.
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

// Listing is an item, for the message of a test that fails.
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

// Expect compares an item's versions with their notation; the order of conflicts
// means nothing.
func (n Notation) Expect(t testing.TB, it *item.Item, winner string, conflicts ...string) {
	t.Helper()
	if got := n.Written(it.Winner); got != winner {
		t.Errorf("winner:\n got %s\nwant %s", got, winner)
	}
	n.ExpectVersions(t, "conflicts", it.Conflicts, conflicts...)
}

// ExpectVersions compares versions with their notation, in any order; what they are
// is told where they differ.
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

// Same compares winner, flag and conflicts, whatever their order.
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
