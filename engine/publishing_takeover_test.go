package engine_test

import (
	"slices"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store/memory"
)

// Whoever shares a list where another device publishes it writes over that feed, because a
// person wants it so. What only that feed has is merged before.
func TestWhoTakesAPlaceOverMergesWhatLiesThere(t *testing.T) {
	for _, window := range []string{"none", "1"} {
		t.Run("window "+window, func(t *testing.T) {
			places, at := &locationtest.Places{}, feedOf("laptop")
			laptop := newPlacedDesk(t, t, "laptop", memory.New(), places, newClock())
			_, err := laptop.NewSet(t.Context(), engine.NewSet{Name: "Groceries"})
			laptop.check(err)
			share := func(d *desk) {
				d.clock.step(time.Minute)
				_, err := d.Share(t.Context(), "Groceries", engine.ShareOptions{Location: at, Window: window})
				d.check(err)
			}
			laptop.add("eggs", "Eggs")
			share(laptop)
			copied := newPlacedDesk(t, t, "copy", laptop.memory.(*memory.Store).Copy(), places, newClock())
			copied.clock.step(24 * time.Hour)
			laptop.add("milk", "Milk")
			laptop.edit("eggs", "Eggs of the laptop")
			_, err = laptop.Publish(t.Context(), "Groceries")
			laptop.check(err)
			copied.edit("eggs", "Eggs of the copy")
			share(copied)
			copied.expect("milk", "Milk")
			var open []string
			for _, v := range copied.item("eggs").Versions() {
				open = append(open, v.Title())
			}
			if slices.Sort(open); !slices.Equal(open, []string{"Eggs of the copy", "Eggs of the laptop"}) {
				t.Errorf("the copy has %s", describe(copied.item("eggs")))
			}
		})
	}
}

// An identifier that was given is kept, so that what it did before going back looks like a
// forger's to it: nothing of that is merged unasked. Who reads its feed alone discards what the
// feed no longer has, and gets it back once it is accepted.
func TestWhoKeepsAnIdentifierAfterGoingBackIsAskedAboutTheirOwnChanges(t *testing.T) {
	places, at := &locationtest.Places{}, feedOf("laptop")
	laptop, reader := newPlacedDesk(t, t, "laptop", memory.New(), places, newClock()), newPlacedDesk(t, t, "reader", memory.New(), places, newClock())
	for _, d := range []*desk{laptop, reader} {
		_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Groceries"})
		d.check(err)
	}
	share := func() {
		_, err := laptop.Share(t.Context(), "Groceries", engine.ShareOptions{Location: at, Window: "1"})
		laptop.check(err)
	}
	share()
	_, err := reader.Subscribe(t.Context(), "Groceries", at)
	reader.check(err)
	backup := laptop.memory.(*memory.Store).Copy()
	laptop.add("milk", "Milk")
	laptop.sync()
	reader.sync()
	reader.expect("milk", "Milk")

	laptop = newPlacedDesk(t, t, "laptop", backup, places, laptop.clock)
	suspicious(laptop)
	laptop.add("eggs", "Eggs")
	laptop.add("tea", "Tea") // one of the two is not in the partial feed
	share()
	laptop.expectAlarms("map[milk:[forged]]")
	if r := reader.sync(); r[0].Discarded != 1 || !slices.Contains(reader.archive("milk"), "Milk") {
		t.Errorf("the reader: %+v, and its archive has %q", r[0], reader.archive("milk"))
	}
	laptop.acceptAll()
	laptop.sync()
	reader.sync()
	reader.expect("milk", "Milk")
}
