package engine_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestEditsAfterAResolutionAreUndoneBeforeIt(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		before := exactly(a.item("eggs"))
		a.resolveWithTitle("eggs", "Eggs for all")
		a.edit("eggs", "Eggs for none")
		for range 3 {
			a.undo()
			a.expect("eggs", "Eggs for all")
			a.undo()
			if !slices.Equal(exactly(a.item("eggs")), before) {
				t.Errorf("after both: %v", describe(a.item("eggs")))
			}
			a.redo()
			a.expect("eggs", "Eggs for all")
			a.redo()
			a.expect("eggs", "Eggs for none")
		}
	})
}

func TestEditsBeforeAConflictAreUndoneAfterItsResolving(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		b := desks[1] // whose edit wins
		b.resolveWithTitle("eggs", "Eggs for all")
		for range 3 {
			b.undo()
			b.expect("eggs", "Eggs of B", "Eggs of A")
			b.undo()
			b.expect("eggs", "Eggs", "Eggs of A")
			b.redo()
			b.expect("eggs", "Eggs of B", "Eggs of A")
			b.redo()
			b.expect("eggs", "Eggs for all")
		}
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
		}
	})
}

// checkSequences checks that a sequence of one endpoint is never used for two versions, and
// that no version ever disappears from the archive.
func (d *desk) checkSequences(id string, before []store.Archived) []store.Archived {
	d.Helper()
	all, err := d.Lists.History(d.t.Context(), "Groceries", id)
	d.check(err)
	used := map[string]bool{}
	for i, v := range all {
		if i < len(before) && store.Identity(before[i].Version) != store.Identity(v.Version) {
			d.Errorf("version %d is another one now", i)
		}
		name := v.Version.Top().String()
		if used[name] {
			d.Errorf("the update %s stands for two versions", name)
		}
		used[name] = true
	}
	if len(all) < len(before) {
		d.Errorf("the archive has %d versions, and had %d", len(all), len(before))
	}
	return all
}

func TestTurningBackAndForthUsesNoSequenceTwiceAndKeepsAllVersions(t *testing.T) {
	for _, published := range []bool{false, true} {
		t.Run(fmt.Sprintf("published %v", published), func(t *testing.T) {
			onEachStore(t, func(t *testing.T, open func(string) *desk) {
				desks := parted(open, "A", "B", "C")
				a := desks[0]
				a.resolveWithTitle("eggs", "Eggs for all")
				var archive []store.Archived
				for range testsize.Of(3, 10) {
					for _, turn := range []func() edit.Undone{a.undo, a.redo} {
						if published {
							rounds(desks...)
						}
						a.clock.step(time.Minute)
						turn()
						archive = a.checkSequences("eggs", archive)
					}
				}
				a.edit("eggs", "Eggs at last")
				a.checkSequences("eggs", archive)
				rounds(desks...)
				for _, d := range desks {
					d.expect("eggs", "Eggs at last")
				}
			})
		})
	}
}

func TestATodoResolvedAsDoneIsUndoneWithTheNextOne(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a, b := open("A"), open("B")
		for _, d := range []*desk{a, b} {
			_, err := d.Lists.Create(t.Context(), lists.New{Name: "Home", Kind: "todo"})
			d.check(err)
		}
		all, err := a.Lists.All(t.Context())
		a.check(err)
		folder := all[0].Location
		for _, d := range []*desk{a, b} {
			_, err := d.Sharing.PublishAt(t.Context(), "Home", folder)
			d.check(err)
			_, err = d.Subscriptions.Subscribe(t.Context(), "Home", folder)
			d.check(err)
		}
		a.todo("Home", "bins", record.Values{"title": "Bins", "due": "2026-05-22", "repeat": "FREQ=WEEKLY"})
		rounds(a, b)
		for _, d := range []*desk{a, b} {
			_, err := d.Edit.Change(t.Context(), "Home", "bins", record.Values{"title": "Bins of " + d.Device.ID()}, nil)
			d.check(err)
		}
		rounds(a, b)
		s, err := a.Conflicts.Session(t.Context(), "Home", "bins")
		a.check(err)
		a.check(s.TakeField("title", 0))
		a.check(s.Type("done", "true"))
		_, err = a.Conflicts.Resolve(t.Context(), "Home", s)
		a.check(err)
		for range 2 {
			if got := a.ids("Home"); len(got) != 2 {
				t.Errorf("after the resolution: %q", got)
			}
			a.undo()
			if got := a.ids("Home"); !slices.Equal(got, []string{"bins"}) {
				t.Errorf("after the undo: %q", got)
			}
			a.redo()
		}
	})
}

// D has only seen the first version: its change arrives after the first resolution and becomes
// part of the second.
func TestWhatTheUndoOfOneResolutionOffersIsStillOfferedAfterTheUndoOfTheOneBefore(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		a := desks[0]
		a.resolveWithTitle("eggs", "Eggs for all")
		rounds(desks...)
		a.stray("eggs", "D", "Eggs of D")
		a.resolveWithTitle("eggs", "Eggs for all, D too")
		rounds(desks...)
		for range 2 {
			a.undo()
			a.expectOffered("eggs", "Eggs of D")
			a.undo()
			a.expectOffered("eggs", "Eggs of A", "Eggs of D")
			a.redo()
			a.expectOffered("eggs", "Eggs of D")
			a.redo()
			a.expectOffered("eggs")
		}
	})
}
