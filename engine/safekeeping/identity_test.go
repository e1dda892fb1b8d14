package safekeeping_test

import (
	"testing"
	"time"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

func TestWhereADataFolderIs(t *testing.T) {
	home := store.Home{Machine: "a b", File: "7", Born: "10"}
	for _, c := range []struct {
		name     string
		was, now store.Home
		want     string
		then     store.Home
	}{
		{"where it was", home, store.Home{Machine: "a", File: "7", Born: "10"}, "", home},
		{"on a machine that it was on before", home, store.Home{Machine: "b", File: "7", Born: "10"}, "", home},
		{"on another machine", home, store.Home{Machine: "c", File: "7", Born: "10"}, safekeeping.Machine, store.Home{Machine: "c a b", File: "7", Born: "10"}},
		{"another file", home, store.Home{Machine: "a", File: "8", Born: "11"}, safekeeping.Copied, store.Home{Machine: "a", File: "8", Born: "11"}},
		{"another file on a known machine", home, store.Home{Machine: "b", File: "8", Born: "11"}, safekeeping.Copied, store.Home{Machine: "b", File: "8", Born: "11"}},
		{"numbered anew", home, store.Home{Machine: "a", File: "9", Born: "10"}, "", store.Home{Machine: "a b", File: "9", Born: "10"}},
		{"numbered anew, and nobody knows when it was made", store.Home{File: "7"}, store.Home{File: "8"}, safekeeping.Copied, store.Home{File: "8"}},
		{"a time that is not known any more", home, store.Home{Machine: "a", File: "7"}, "", store.Home{Machine: "a b", File: "7"}},
		{"nothing known before", store.Home{}, home, "", home},
		{"nothing known now", home, store.Home{}, "", store.Home{Machine: "a b"}},
	} {
		if got := safekeeping.Elsewhere(c.was, c.now); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := safekeeping.HomeSince(c.was, c.now); got != c.then {
			t.Errorf("%s: resolved as %+v, want %+v", c.name, got, c.then)
		}
	}
}

func TestAnIdentifierIsTakenOnceADay(t *testing.T) {
	now := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
	for since, want := range map[time.Duration]bool{0: false, -23 * time.Hour: false, -24 * time.Hour: true, time.Hour: false, 10 * 365 * 24 * time.Hour: true} {
		for why, automatic := range map[string]bool{safekeeping.Copied: true, safekeeping.Machine: true, safekeeping.Ahead: true, safekeeping.Restoring: false, safekeeping.Asked: false} {
			d := store.Device{Former: []store.Former{{Until: now, Why: safekeeping.Asked}, {Until: now.Add(since), Why: why}}}
			if got := safekeeping.MayRenew(d, now); got != (want || !automatic) {
				t.Errorf("taken %v from now, because %s: %v", since, why, got)
			}
		}
	}
	if !safekeeping.MayRenew(store.Device{}, now) {
		t.Error("the first one may be replaced at once")
	}
}
