package engine_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
)

// couple is two endpoints that read each other's feeds on a server.
type couple struct {
	a, b   *desk
	places *transporttest.Places
}

func newCouple(t *testing.T, n lists.New, window string) *couple {
	c := &couple{places: &transporttest.Places{}}
	n.Name = "Groceries"
	open := func(name string) *desk {
		d := newPlacedDesk(t, t, name, memory.New(), c.places, newClock())
		_, err := d.Lists.Create(t.Context(), n)
		d.check(err)
		_, err = d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: feedOf(name), Window: window})
		d.check(err)
		return d
	}
	c.a, c.b = open("a"), open("b")
	for _, to := range []*desk{c.a, c.b} {
		other := map[string]string{"a": "b", "b": "a"}[to.Device.ID()]
		_, err := to.Subscriptions.Subscribe(t.Context(), "Groceries", feedOf(other))
		to.check(err)
	}
	c.places.Requests()
	return c
}

func feedOf(endpoint string) string {
	return fmt.Sprintf("https://%s.example/groceries.xml", endpoint)
}

// followed syncs, and returns the documents that were read because another one links to them.
func (c *couple) followed(d *desk) (all []string) {
	d.Helper()
	c.places.Requests()
	d.sync()
	for _, q := range c.places.Requests() {
		if q.From != "" {
			all = append(all, q.Address)
		}
	}
	return all
}

func (c *couple) seen(d *desk) string {
	d.Helper()
	all, err := d.Subscriptions.Healths(d.t.Context(), "Groceries")
	d.check(err)
	return fmt.Sprintf("%d of %d", all[0].Seen, all[0].Of)
}

func TestWhoWasAwayReadsTheCompleteFeedAndWhoWasNotThePartialOne(t *testing.T) {
	for name, n := range map[string]lists.New{"FeedSync": {}, "SSE 0.91": {Kind: "note", Format: "rss", Dialect: "sse-0.91"}} {
		t.Run(name, func(t *testing.T) {
			c := newCouple(t, n, "1")
			whole := "https://a.example/groceries.complete.xml"
			for i := range 5 {
				c.a.add(fmt.Sprint("i", i), "First")
			}
			c.a.sync()
			if got := c.followed(c.b); !slices.Equal(got, []string{whole}) {
				t.Errorf("the first time: followed %q", got)
			}
			c.a.clock.step(time.Hour)
			c.a.edit("i3", "Second")
			c.a.sync()
			if got := c.followed(c.b); len(got) > 0 {
				t.Errorf("in step: followed %q", got)
			}
			for _, id := range []string{"i0", "i1", "i2"} {
				c.a.edit(id, "Third")
				c.a.sync()
			}
			if got := c.followed(c.b); !slices.Equal(got, []string{whole}) {
				t.Errorf("away: followed %q", got)
			}
			for id, want := range map[string]string{"i0": "Third", "i1": "Third", "i2": "Third", "i3": "Second", "i4": "First"} {
				if got := c.b.item(id).Winner.Title(); got != want {
					t.Errorf("%s is %q, want %q", id, got, want)
				}
			}
			if got := c.followed(c.b); len(got) > 0 {
				t.Errorf("in step again: followed %q", got)
			}
		})
	}
}

func TestHowMuchTheOtherHasSeen(t *testing.T) {
	for _, window := range []string{"none", "1"} {
		t.Run("window "+window, func(t *testing.T) {
			c := newCouple(t, lists.New{}, window)
			c.a.add("milk", "Milk")
			c.a.add("eggs", "Eggs")
			c.a.sync()
			step := func(what, want string) {
				t.Helper()
				if got := c.seen(c.a); got != want {
					t.Errorf("%s: seen %s, want %s", what, got, want)
				}
			}
			step("nobody has read it", "0 of 2")
			c.b.sync()
			c.a.sync()
			step("b has read it", "2 of 2")
			c.a.edit("milk", "Oat milk")
			c.a.sync()
			step("there is a new change", "1 of 2")
			c.b.sync()
			c.b.edit("milk", "Soy milk")
			c.b.sync()
			c.a.sync()
			step("b changed it further", "2 of 2")
			c.a.add("tea", "Tea")
			_, err := c.a.Edit.Delete(t.Context(), "Groceries", "eggs")
			c.a.check(err)
			c.a.sync()
			step("b has neither", "1 of 3")
			c.b.sync()
			c.a.sync()
			step("b has both", "3 of 3")
		})
	}
}
