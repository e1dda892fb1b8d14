package wording_test

import (
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/ui/wording"
)

func TestReasonsNameWhoChangedIt(t *testing.T) {
	for _, c := range []struct {
		reason merge.Reason
		who    []string
		want   string
	}{
		{merge.OneSided, []string{"A"}, "only A changed it"},
		{merge.SameChange, []string{"B", "C"}, "B and C made the same change"},
		{merge.United, []string{"A", "B", "D"}, "additions and removals by A, B and D"},
		{merge.Merged, []string{"A", "B"}, "A and B changed different parts"},
		{merge.Collision, []string{"A", "B"}, "A and B changed it differently: choose"},
		{merge.NoBase, nil, "no original: choose"},
		{merge.Follows, nil, "as in the current version"},
		{merge.Alike, nil, "the same in all"},
	} {
		if got := wording.Reason(c.reason, c.who); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Confirming is about differences that nobody can see.
func TestWhatNobodyCanSeeIsSaidPlainly(t *testing.T) {
	if got := wording.Situation(conflicts.OnlyVolatile); got != "Only timestamps and program data differ." {
		t.Errorf("got %q", got)
	}
}

// Every special case has its own sentence; the ordinary one needs none.
func TestEverySituationHasItsSentence(t *testing.T) {
	said := map[string]bool{}
	for s := conflicts.EditAgainstDeletion; s <= conflicts.Marked; s++ {
		text := wording.Situation(s)
		if text == "" || said[text] {
			t.Errorf("situation %d is said as %q", s, text)
		}
		said[text] = true
	}
	if text := wording.Situation(conflicts.Ordinary); text != "" {
		t.Errorf("the ordinary situation is said as %q", text)
	}
}

func TestTheOriginalIsSaidOrWhyItIsNotKnown(t *testing.T) {
	speaker := wording.Speaker{Own: "desk", Now: func() time.Time { return time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC) }, Zone: time.UTC}
	at := func(by string, when time.Time, deleted bool) ancestry.Base {
		top := item.History{Sequence: 1, By: by}
		if !when.IsZero() {
			top.When = item.At(when)
		}
		return ancestry.Base{Version: &item.Version{ID: "eggs", Updates: 1, Deleted: deleted, History: []item.History{top}}}
	}
	day := time.Date(2026, 5, 21, 9, 43, 0, 0, time.UTC)
	missing := []item.History{{Sequence: 3, By: "laptop"}, {Sequence: 4, By: "desk"}}
	for _, c := range []struct {
		base ancestry.Base
		want string
	}{
		{at("phone", day, false), "Original: May 21, 09:43, phone."},
		{at("desk", day, true), "Original: deleted, May 21, 09:43, you."},
		{at("phone", time.Time{}, false), "Original: phone, time not known."},
		{ancestry.Base{}, "Original not known: it was not determined."},
		{ancestry.Base{Unknown: ancestry.Cut, Missing: missing[:1]}, "Original not known: another program shortened the history of update 3 by laptop."},
		{ancestry.Base{Unknown: ancestry.Apart}, "Original not known: these versions have no common history."},
		{ancestry.Base{Unknown: ancestry.NeverSeen, Missing: missing[:1]}, "Original not known: update 3 by laptop was never received."},
		{ancestry.Base{Unknown: ancestry.NeverSeen, Missing: missing}, "Original not known: update 3 by laptop and update 4 by you were never received."},
		{ancestry.Base{Of: make([]ancestry.Base, 2)}, "Merged from two originals."},
		{ancestry.Base{Of: make([]ancestry.Base, 3), Missing: missing[:1]}, "Merged from 3 originals. Missing: update 3 by laptop."},
	} {
		if got := speaker.Original(c.base); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestRemarksAboutClocks(t *testing.T) {
	for remark, want := range map[ancestry.Remark]string{
		ancestry.Plausible: "",
		ancestry.Ahead:     "in the future: that device’s clock must be wrong",
		ancestry.Behind:    "earlier than the version it is based on: that device’s clock was behind",
		ancestry.Timeless:  "time not known",
	} {
		if got := wording.Remark(remark); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
