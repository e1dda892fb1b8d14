package rulestest

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
)

// ID is the identifier of the item that the tests are about.
const ID = "item_1"

// Notation is how the tests of a family write a version:
//
//	updates|flags|title|entry;entry…
//
// with the topmost entry first, an entry as sequence@unix-seconds@by, and "-" for
// what is absent. Flags are D for a tombstone, N for noconflicts, U for a written
// deleted="false", M for a version of which only the keys are known.
type Notation struct {
	// Counted leaves the sequences of entries out: they count down from updates, as
	// the updates of SSE 0.91 do.
	Counted bool
}

// Item is the item with that winner and those conflicts.
func (n Notation) Item(t testing.TB, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := &item.Item{Winner: n.Version(t, winner)}
	for _, c := range conflicts {
		it.Conflicts = append(it.Conflicts, n.Version(t, c))
	}
	return it
}

// Version reads a version.
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

// Entry reads a history entry that is written without its sequence.
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

// Unix is that time of the Unix clock.
func Unix(seconds int) time.Time { return time.Unix(int64(seconds), 0) }

// Number reads a number.
func Number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
