package lineage_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/item"
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

// Strangers' long histories take no time.
func TestSettledApartReadsNoEndlessHistories(t *testing.T) {
	e := forked(t)
	for _, by := range []string{"D", "E"} {
		e.read(by, "B", "C")
		e.change(by, "settled by "+by, "B")
	}
	e.read("D", "E")
	long := *e.held["D"].Winner
	for n := range 50_000 {
		long.History = append(long.History, item.History{Sequence: 1, By: fmt.Sprintf("stranger%d", n)})
	}
	began := time.Now()
	if lineage.SettledApart(e.held["D"], append(e.archive, &long)) {
		t.Error("a graph of 50,000 strangers was drawn for a remark")
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %v", took)
	}
}
