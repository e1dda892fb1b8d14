package conflicts_test

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/conflicts"
)

func TestTicksChooseWhatIsTakenIntoAccount(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Take(0))
	must(t, s.Tick(1, false))
	if taken := decided(t, s).Taken; !slices.Equal(taken, []int{1}) {
		t.Errorf("taken %v, want the second conflict alone", taken)
	}
	must(t, s.Tick(1, true))
	if taken := decided(t, s).Taken; !slices.Equal(taken, []int{0, 1}) {
		t.Errorf("taken %v, want both", taken)
	}
}

func TestTheTickOfAnOwnVersionIsLockedWithItsReason(t *testing.T) {
	s := begin(t, eggs(), "tablet")
	for number, want := range map[int]error{0: conflicts.ErrWinner, 2: conflicts.ErrOwn} {
		if err := s.Tick(number, false); !errors.Is(err, want) {
			t.Errorf("un-ticking version %d: got %v, want %v", number, err, want)
		}
		if err := s.Tick(number, true); err != nil {
			t.Errorf("ticking version %d, which is ticked: %v", number, err)
		}
	}
	if err := s.Tick(3, true); err == nil {
		t.Error("a version that is not there was ticked")
	}
}

func TestOnlyTicksExactlyTheConflictsNumbered(t *testing.T) {
	s := begin(t, eggs(), "tablet")
	must(t, s.Take(0))
	must(t, s.Only(2))
	if taken := decided(t, s).Taken; !slices.Equal(taken, []int{1}) {
		t.Errorf("taken %v, want the second conflict alone", taken)
	}
}

func TestOnlyRefusesAndChangesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		numbers []int
		own     bool
	}{
		"without the own version": {[]int{1}, true},
		"with none at all":        {nil, true},
		"with the winner":         {[]int{0, 2}, false},
		"with what is not there":  {[]int{2, 3}, false},
	} {
		s := begin(t, eggs(), "tablet")
		err := s.Only(c.numbers...)
		if err == nil || errors.Is(err, conflicts.ErrOwn) != c.own {
			t.Errorf("%s: got %v", name, err)
		}
		if s.Changed() {
			t.Errorf("%s: the ticks changed", name)
		}
	}
}
