package engine_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
)

// A settling that nobody saw is taken back exactly, but not into what came to stand in
// the item meanwhile.
func TestASettlingIsNotUndoneIntoWhatCameToStandInTheItem(t *testing.T) {
	laptop, _, _ := apart(t)
	s := laptop.begin("call")
	laptop.check(s.Take(1))
	laptop.save(s)
	laptop.expectTree("home work(desk(call))")
	v := *laptop.item("home").Winner
	v.Place = item.Place{Parent: "call", Key: "1"}
	v.Updates, v.History = 2, append([]item.History{{Sequence: 2, By: "tablet", When: item.At(laptop.clock.Now())}}, v.History...)
	laptop.inserted(&item.Item{Winner: &v})
	laptop.expectTree("work(desk(call(home)))")
	laptop.clock.step(time.Minute)
	if err := undo(laptop.desk); !errors.Is(err, engine.ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	laptop.expectTree("work(desk(call(home)))")
	if got := laptop.unsettled(); !slices.Equal(got, nil) {
		t.Errorf("to settle are %q", got)
	}
}
