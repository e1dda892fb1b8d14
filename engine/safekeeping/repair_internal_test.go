package safekeeping

import (
	"strconv"
	"testing"

	"crossfeed/engine/enginetest/pace"
)

// What was repaired, and what not, is told in time linear in the number of damaged items.
func TestTheResultOfALargeRepairIsToldAtOnce(t *testing.T) {
	const many = 50_000
	r := &repair{}
	var after Verified
	for i := range many {
		item := strconv.Itoa(i)
		r.before.Faults = append(r.before.Faults, Fault{List: "Plans", Item: item, Text: "damaged", set: 1}, Fault{List: "Plans", Item: item, Text: "lost", set: 1})
		r.before.Quarantine = append(r.before.Quarantine, Quarantined{Item: "x" + item, key: int64(i), set: 1, Gone: true})
		after.Quarantine = append(after.Quarantine, Quarantined{Item: "x" + item, key: int64(i), set: 1, Gone: i%2 == 0})
		if i%2 == 0 {
			after.Quarantine = append(after.Quarantine, Quarantined{Item: item, key: int64(many + i), set: 1})
		}
	}
	took := pace.Yards(func() { r.conclude(&after) })
	if took > 1_000 {
		t.Errorf("it took %.0f yards", took)
	}
	if repaired, lost := len(after.Repaired), len(after.Unrestored); repaired != many+many/2 || lost != many/2 {
		t.Errorf("%d are repaired and %d not", repaired, lost)
	}
}
