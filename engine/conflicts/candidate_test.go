package conflicts_test

import (
	"fmt"
	"strings"
	"testing"

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
