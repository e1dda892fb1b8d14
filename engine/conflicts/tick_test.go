package conflicts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

func TestCandidatesAreTheWinnerAndThenTheConflictsInTheirOrder(t *testing.T) {
	var got []string
	for _, c := range begin(t, eggs(), "laptop").Candidates() {
		got = append(got, fmt.Sprintf("%s%d %s own=%v taken=%v locked=%v",
			c.Letter, c.Number, c.Version.Top().By, c.Own, c.Taken, c.Locked))
	}
	want := []string{
		"A0 desk own=false taken=true locked=true",
		"B1 laptop own=true taken=true locked=true",
		"C2 tablet own=false taken=true locked=false",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAWinnerOfOneSOwnIsOwn(t *testing.T) {
	if c := begin(t, eggs(), "desk").Candidates(); !c[0].Own || c[1].Own || c[2].Own {
		t.Errorf("own are %v, %v, %v; want the winner alone", c[0].Own, c[1].Own, c[2].Own)
	}
}

func TestNobodyOwnsAVersionWithoutBy(t *testing.T) {
	it := eggs()
	it.Winner = version(4, "", item.Plain("Eggs", ""))
	if begin(t, it, "").Candidates()[0].Own {
		t.Error("the winner has no by and is said to be own")
	}
}

func TestLettersGoOnAfterZ(t *testing.T) {
	it := eggs()
	for i := range 60 {
		it.Conflicts = append(it.Conflicts, version(5+i, "tablet", item.Plain("Eggs", fmt.Sprint(i))))
	}
	all := begin(t, it, "me").Candidates()
	for number, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA"} {
		if all[number].Letter != want {
			t.Errorf("version %d has the letter %s, want %s", number, all[number].Letter, want)
		}
	}
}

func TestTicksChooseWhatIsIncluded(t *testing.T) {
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
