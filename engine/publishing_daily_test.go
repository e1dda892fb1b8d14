package engine_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
)

// takeAway lets somebody delete what lies at an address.
func (c *couple) takeAway(address string) {
	sum := sha256.Sum256([]byte(c.places.Text(address)))
	c.a.check(c.places.Remove(c.a.t.Context(), location.Target{Address: address}, location.Written{Hash: hex.EncodeToString(sum[:])}))
}

func TestWhatIsGoneFromAServerIsWrittenAgainAtTheNextSync(t *testing.T) {
	for _, at := range []string{feedOf("a"), completeOf(feedOf("a"))} {
		c := newCouple(t, engine.NewSet{}, "1")
		c.a.add("milk", "Milk")
		c.a.sync()
		before := c.places.Text(at)
		c.takeAway(at)
		c.a.sync()
		if c.places.Text(at) != before {
			t.Errorf("%s is not there again", at)
		}
	}
}

func TestWhatAnotherWroteOverAFeedOnAServerIsSaidAtTheNextSync(t *testing.T) {
	c := newCouple(t, engine.NewSet{}, "1")
	c.a.add("milk", "Milk")
	c.a.sync()
	other := locationtest.Served{Text: c.places.Text(feedOf("b"))}
	c.places.Serve(feedOf("a"), other)
	reports, err := c.a.Sync(t.Context(), engine.SyncOptions{})
	c.a.check(err)
	if !anyError(reports) || c.places.Text(feedOf("a")) != other.Text {
		t.Errorf("reports %+v, and there lies %s", reports, c.places.Text(feedOf("a")))
	}
}

func TestFeedsOnServersAreReadOnceADay(t *testing.T) {
	c := newCouple(t, engine.NewSet{}, "1")
	c.a.add("milk", "Milk")
	c.a.sync()
	for _, want := range []int{0, 0, 2, 0, 2} {
		c.places.Requests()
		if c.a.sync(); want > 0 {
			c.a.clock.step(24 * time.Hour)
			c.places.Requests()
			c.a.sync()
		}
		looked := 0
		for _, r := range c.places.Requests() {
			if r.Address == feedOf("a") || r.Address == completeOf(feedOf("a")) {
				looked++
			}
		}
		if looked != want {
			t.Errorf("%d were looked at, want %d", looked, want)
		}
		c.a.clock.step(time.Hour)
	}
	if n := c.places.Written(); n != 6 {
		t.Errorf("%d were written", n) // two and two when they were shared, and two with the milk
	}
}
