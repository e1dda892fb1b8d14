package say_test

import (
	"testing"
	"time"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/merge"
	"crossfeed/ui/say"
)

func TestReasonsNameWhoChangedIt(t *testing.T) {
	for _, c := range []struct {
		reason merge.Reason
		who    []string
		want   string
	}{
		{merge.OneSided, []string{"A"}, "only A changed it"},
		{merge.SameChange, []string{"B", "C"}, "B and C made the same change"},
		{merge.United, []string{"A", "B", "D"}, "united: what A, B and D added and removed"},
		{merge.Woven, []string{"A", "B"}, "joined: A and B changed different places"},
		{merge.Collision, []string{"A", "B"}, "A and B changed it differently: choose"},
		{merge.NoBase, nil, "starting point not known: choose"},
		{merge.Follows, nil, "follows the winner"},
		{merge.Alike, nil, "the same in all"},
	} {
		if got := say.Reason(c.reason, c.who); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Every special case has a sentence of its own; the ordinary one needs none.
func TestEverySituationHasItsSentence(t *testing.T) {
	said := map[string]bool{}
	for s := session.DeletedByAll; s <= session.Marked; s++ {
		text := say.Situation(s)
		if text == "" || said[text] {
			t.Errorf("situation %d is said as %q", s, text)
		}
		said[text] = true
	}
	if text := say.Situation(session.Ordinary); text != "" {
		t.Errorf("the ordinary situation is said as %q", text)
	}
}

func TestTheStartIsSaidOrWhyItIsNotKnown(t *testing.T) {
	speaker := say.Speaker{Own: "desk", Now: func() time.Time { return time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC) }, Zone: time.UTC}
	at := func(by string, when time.Time, deleted bool) lineage.Base {
		top := item.History{Sequence: 1, By: by}
		if !when.IsZero() {
			top.When = item.At(when)
		}
		return lineage.Base{Version: &item.Version{ID: "eggs", Updates: 1, Deleted: deleted, History: []item.History{top}}}
	}
	day := time.Date(2026, 5, 21, 9, 43, 0, 0, time.UTC)
	for _, c := range []struct {
		base lineage.Base
		want string
	}{
		{at("phone", day, false), "They started from: 21 May 09:43, phone."},
		{at("desk", day, true), "They started from a deletion: 21 May 09:43, you."},
		{at("phone", time.Time{}, false), "They started from: phone, time not known."},
		{lineage.Base{Unknown: lineage.Cut}, "Starting point not known: a history was cut."},
		{lineage.Base{Unknown: lineage.Apart}, "Starting point not known: these versions have no change in common."},
		{lineage.Base{Unknown: lineage.NeverSeen}, "Starting point not known: that version never came here."},
		{lineage.Base{Unknown: lineage.Twice}, "Starting point not known: two endpoints use one identifier."},
	} {
		if got := speaker.Start(c.base); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
