package lineage_test

import (
	"testing"

	"crossfeed/engine/lineage"
)

func TestSettledApart(t *testing.T) {
	e := forked(t)
	if lineage.SettledApart(e.held["A"], e.archive) {
		t.Error("two edits are no settlings")
	}
	for _, by := range []string{"D", "E"} {
		e.read(by, "B", "C")
		e.change(by, "settled by "+by, "B")
	}
	if lineage.SettledApart(e.held["D"], e.archive) {
		t.Error("one settling is not apart from another")
	}
	e.read("D", "E")
	if !lineage.SettledApart(e.held["D"], e.archive) {
		t.Error("two settlings of one conflict are apart")
	}
	e.change("E", "edited by E")
	e.read("D", "E")
	if lineage.SettledApart(e.held["D"], e.archive) {
		t.Error("an edit made after a settling is no settling")
	}
}
