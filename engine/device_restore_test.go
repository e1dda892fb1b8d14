package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// returner is a device with its own identifier whose data folder is restored to an earlier
// state. It publishes at one address.
type returner struct {
	*desk
	places *transporttest.Places
	// run gives each device different random numbers, and opened each of its starts.
	run, opened int
}

func newReturner(t *testing.T, run int) *returner {
	r := &returner{desk: &desk{clock: newClock()}, places: &transporttest.Places{}, run: run}
	r.tester, r.t = t, t
	r.open(memory.New(), "1")
	_, err := r.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	r.check(err)
	return r
}

// open continues one day later with a data folder at a location.
func (r *returner) open(st *memory.Store, file string) {
	r.clock.step(25 * time.Hour)
	r.opened++
	var seed [32]byte
	copy(seed[:], fmt.Sprint("run ", r.run, " ", r.opened))
	e, err := engine.Open(r.t.Context(), engine.Parts{
		Store: st, Clock: r.clock, Random: rand.NewChaCha8(seed), Files: transport.Disk{}, Places: r.places,
		Home: store.Home{Machine: "m", File: file}, Here: here,
	})
	r.check(err)
	r.Engine, r.memory = e, st
}

func (r *returner) backUp() *memory.Store { return r.memory.(*memory.Store).Copy() }

func (r *returner) publishes(window string) {
	r.Helper()
	r.clock.step(time.Minute)
	_, err := r.Sharing.Share(r.t.Context(), "Groceries", sharing.Options{Location: feedOf("laptop"), Window: window})
	r.check(err)
}

// The complete feed is merged although the partial feed, which another program has put back,
// does not link to it.
func TestWhoGoesBackMergesACompleteFeedThatNothingNames(t *testing.T) {
	r := newReturner(t, 0)
	r.publishes("none")
	older, backup := r.places.Text(feedOf("laptop")), r.backUp()
	r.add("milk", "Milk")
	r.add("eggs", "Eggs")
	r.publishes("1")
	r.places.Serve(feedOf("laptop"), transporttest.Served{Text: older})

	r.open(backup, "2")
	r.publishes("none")
	r.expect("milk", "Milk")
	r.expect("eggs", "Eggs")
	r.expectAlarms("map[]")
}

// A feed that somebody else put next to the list's feed, or in its place, is not merged.
func TestWhoGoesBackMergesNothingOfAnotherList(t *testing.T) {
	for _, at := range []string{feedOf("laptop"), completeOf(feedOf("laptop"))} {
		t.Run(at, func(t *testing.T) {
			r, other := newReturner(t, 0), newReturner(t, 1)
			other.add("tent", "Tent")
			other.publishes("none")
			r.publishes("none")
			r.places.Serve(at, transporttest.Served{Text: other.places.Text(feedOf("laptop"))})
			r.open(r.backUp(), "2")
			_, err := r.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: feedOf("laptop")})
			if refused := errors.Is(err, sharing.ErrNotOurs); refused != (at == feedOf("laptop")) {
				t.Errorf("sharing is refused: %t, %v", refused, err)
			}
			r.expectTitles()
		})
	}
}

// The second time, what was made after the image is already published by the device that took
// a new identifier the first time.
func TestOneImageThatIsPutBackTwiceLosesNothing(t *testing.T) {
	for _, window := range []string{"none", "1"} {
		t.Run("window "+window, func(t *testing.T) {
			r := newReturner(t, 0)
			r.publishes(window)
			image, was := r.backUp(), r.Device.ID()
			r.add("milk", "Milk")
			r.add("eggs", "Eggs")
			r.publishes(window)
			ids := map[string]bool{was: true}
			for range 3 {
				r.open(image.Copy(), "1")
				r.publishes(window)
				r.expect("milk", "Milk")
				r.expect("eggs", "Eggs")
				r.expectAlarms("map[]")
				if ids[r.Device.ID()] {
					t.Errorf("it is %s again", r.Device.ID())
				}
				ids[r.Device.ID()] = true
			}
		})
	}
}

// Others may have read a change under the former identifier that a device makes again under
// its new one. For an item without conflicts, only one of the two survives, and everyone
// chooses the same one.
func TestWhatIsSaidAnewWithoutConflictsIsTheSameForEveryone(t *testing.T) {
	for name, lost := range map[string]func(*returner){
		// The feed that is put back does not contain the edit, which is therefore made again.
		"never published": func(r *returner) { r.add("eggs", "Eggs") },
		// It contains a different edit with the same number.
		"made twice": func(r *returner) { r.edit("milk", "Soy milk") },
	} {
		t.Run(name, func(t *testing.T) {
			greater := map[bool]bool{}
			for run := range 8 {
				r, was, partner := editsAgain(t, run, lost)
				mine, theirs := r.item("milk"), partner.item("milk")
				if !mine.Winner.Same(theirs.Winner) || len(mine.Conflicts)+len(theirs.Conflicts) > 0 {
					t.Errorf("%s holds %s, the partner %s", r.Device.ID(), describe(mine), describe(theirs))
				}
				greater[was > r.Device.ID()] = true
			}
			if len(greater) < 2 {
				t.Error("the former identifier is never, or always, the greater one")
			}
		})
	}
}

// editsAgain restores a device, makes it edit an item without conflicts, which a partner
// receives, and then lets it find the lost changes at its own address. was is its former
// identifier.
func editsAgain(t *testing.T, run int, lost func(*returner)) (r *returner, was string, partner *desk) {
	r = newReturner(t, run)
	partner = newPlacedDesk(t, t, "partner", memory.New(), r.places, newClock())
	_, err := partner.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	partner.check(err)
	_, err = partner.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: feedOf("partner"), Window: "1"})
	partner.check(err)
	_, err = r.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Milk"}, edit.AddOptions{ID: "milk", NoConflicts: true})
	r.check(err)
	r.publishes("none")
	for d, at := range map[*desk]string{partner: feedOf("laptop"), r.desk: feedOf("partner")} {
		_, err := d.Subscriptions.Subscribe(t.Context(), "Groceries", at)
		d.check(err)
	}
	rounds(r.desk, partner)
	was = r.Device.ID()
	image, older := r.backUp(), r.places.Text(feedOf("laptop"))
	r.clock.step(time.Minute)
	lost(r)
	r.sync()
	newer := r.places.Text(feedOf("laptop"))

	// The older feed shows nothing that was made after the image.
	r.places.Serve(feedOf("laptop"), transporttest.Served{Text: older})
	r.open(image, "1")
	r.edit("milk", "Oat milk")
	rounds(r.desk, partner)
	partner.expect("milk", "Oat milk")
	r.places.Serve(feedOf("laptop"), transporttest.Served{Text: newer})
	r.publishes("none")
	if r.Device.ID() == was {
		t.Fatalf("it still is %s", was)
	}
	rounds(r.desk, partner)
	return r, was, partner
}
