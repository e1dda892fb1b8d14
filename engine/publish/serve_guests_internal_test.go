package publish

import (
	"fmt"
	"testing"
	"time"
)

func TestWhoTriesFromEverywhereFillsNoMemory(t *testing.T) {
	g := newGuests(time.Hour)
	for i := range 3 * most {
		leave, turn := g.enter(fmt.Sprintf("10.%d.%d.%d:1000", i>>16&255, i>>8&255, i&255))
		if turn {
			leave(false)
		}
	}
	if n := len(g.known); n > most+1 {
		t.Errorf("%d guests are remembered", n)
	}
	if _, turn := g.enter("10.0.0.1:2000"); turn {
		t.Error("the first one was forgotten, and may try again at once")
	}
	if _, turn := g.enter("11.1.1.1:2000"); turn {
		t.Error("one that there is no room for may try at once")
	}
}

func TestAGuestIsTheNetworkAndNotThePort(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.1:1000": "192.0.2.1", "[2001:db8::1]:1000": "2001:db8::/64", "[2001:db8::ffff:1]:2000": "2001:db8::/64",
		"[::ffff:192.0.2.1]:1000": "192.0.2.1", "[fe80::1%eth0]:1": "fe80::/64", "unix": "unix",
	} {
		if got := network(remote); got != want {
			t.Errorf("%s: %s, want %s", remote, got, want)
		}
	}
}

func TestThePauseGrowsToABound(t *testing.T) {
	g := newGuests(firstPause)
	for wrong, want := range map[int]time.Duration{1: 100 * time.Millisecond, 2: 200 * time.Millisecond, 6: 3200 * time.Millisecond, 7: 5 * time.Second, 1000: 5 * time.Second} {
		if got := g.pause(wrong); got != want {
			t.Errorf("after %d wrong ones %v, want %v", wrong, got, want)
		}
	}
}
