package wording_test

import (
	"testing"

	"crossfeed/engine/lists"
	"crossfeed/ui/wording"
)

func spots(titles ...string) []lists.Spot {
	var all []lists.Spot
	for _, t := range titles {
		all = append(all, lists.Spot{ID: "id-" + t, Title: t})
	}
	return all
}

func TestAPlaceIsSaidByWhatItIsInAndBeside(t *testing.T) {
	heise, golem := spots("Heise")[0], spots("Golem")[0]
	for want, w := range map[string]lists.Position{
		"Work › News, after Heise": {Path: spots("Work", "News"), Before: heise, After: golem},
		"Work, before Golem":       {Path: spots("Work"), After: golem},
		"Work":                     {Path: spots("Work")},
		"top level, after Heise":   {Before: heise},
		"top level":                {},
		"Work › (no title)":        {Path: spots("Work", "")},
		"Work › Heise (deleted)":   {Path: spots("Work"), Before: golem, Deleted: heise},
		"Heise (deleted)":          {Deleted: heise},
		"top level, after Heise (its parent is missing)": {Before: heise, Absent: true},
	} {
		if got := wording.Place(w); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestMovesAreSaidWithWhoMadeThem(t *testing.T) {
	got := speaker().Moves([]wording.Move{{Where: lists.Position{Path: spots("Work")}, By: "laptop"}, {Where: lists.Position{}, By: "phone"}})
	if want := "moved to Work by laptop, to the top level by phone"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestACircleIsSaidInASentenceOrTwo(t *testing.T) {
	want := "“Work” and “Home” were each moved under the other on different devices. So that neither is lost, “Home” is now at the top level."
	if got := wording.Circle("Work", "Home"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
