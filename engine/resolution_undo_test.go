package engine_test

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
)

func TestUndoneBeforeAnybodySawItAResolutionLeavesTheVeryConflict(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B", "C")
		a, b := desks[0], desks[1]
		before := a.item("eggs")
		resolved := a.resolveWithTitle("eggs", "Eggs for all")
		if u := a.undo(); u.What != "settle" || !slices.Equal(u.Titles, []string{"Eggs of C"}) ||
			!slices.Equal(u.Items, []edit.Ref{{Set: "Groceries", ID: "eggs"}}) {
			t.Errorf("undone: %+v", u)
		}
		if !slices.Equal(exactly(a.item("eggs")), exactly(before)) {
			t.Errorf("the item is %v, was %v", describe(a.item("eggs")), describe(before))
		}
		a.redo()
		if !slices.Equal(exactly(a.item("eggs")), exactly(resolved)) {
			t.Errorf("done again the item is %v, was %v", describe(a.item("eggs")), describe(resolved))
		}
		a.undo()
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs of C", "Eggs of B", "Eggs of A")
		}
		a.expectOffered("eggs")
		if got := b.archive("eggs"); slices.Contains(got, "Eggs for all") {
			t.Errorf("B has seen what was undone: %q", got)
		}
	})
}

func TestUndoneAfterOthersSawItAResolutionOffersItsVersionsAgain(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B", "C")
		a := desks[0]
		a.resolveWithTitle("eggs", "Eggs for all")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
		}
		a.undo()
		a.expect("eggs", "Eggs of C")
		a.expectOffered("eggs", "Eggs of B", "Eggs of A")
		if got := a.conflicted(); !slices.Equal(got, []string{"eggs"}) {
			t.Errorf("to resolve: %q", got)
		}
		rounds(desks...)
		for _, d := range desks[1:] {
			d.expect("eggs", "Eggs of C")
			d.expectOffered("eggs")
		}

		s := a.begin("eggs")
		d := s.Candidates()
		if len(d) != 3 || d[0].Offered || !d[1].Offered || !d[2].Offered {
			t.Fatalf("candidates %+v", d)
		}
		if base := s.Base(); !base.Known() || base.Version.Title() != "Eggs" {
			t.Errorf("the base is %+v, want the version that says Eggs", base)
		}
		a.check(s.Take(1))
		if err := s.Tick(2, false); errors.Is(err, conflicts.ErrOwn) {
			t.Error("a version that is offered again is locked")
		}
		if it := a.save(s); it.Winner.Updates != 5 || it.Winner.Title() != "Eggs of B" {
			t.Errorf("resolved again: %v", describe(it))
		}
		a.expectOffered("eggs", "Eggs of A") // it was not included
		a.undo()
		a.expectOffered("eggs", "Eggs of B", "Eggs of A")
		a.expect("eggs", "Eggs of C")
		a.redo()
		a.expectOffered("eggs", "Eggs of A")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs of B")
		}
	})
}

func TestUndoneAfterOthersSawItAPartialResolutionOffersWhatItResolved(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B", "C")
		a := desks[0]
		s := a.begin("eggs")
		a.check(s.Only(2))
		a.check(s.TakeField("title", 2))
		a.save(s)
		rounds(desks...)
		a.expect("eggs", "Eggs of A", "Eggs of B")
		a.undo()
		a.expect("eggs", "Eggs of C", "Eggs of B")
		a.expectOffered("eggs", "Eggs of A")
		a.redo()
		a.expect("eggs", "Eggs of A", "Eggs of B")
		a.expectOffered("eggs")
		a.undo()
		a.resolveWithTitle("eggs", "Eggs for all")
		a.expectOffered("eggs")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
		}
	})
}

func TestDoneAgainAfterOthersSawTheUndoAResolutionIsAnUpdate(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		a := desks[0]
		resolved := a.resolveWithTitle("eggs", "Eggs for all")
		rounds(desks...)
		a.undo()
		rounds(desks...)
		a.redo()
		it := a.item("eggs")
		if it.Winner.Title() != "Eggs for all" || it.Winner.Updates != resolved.Winner.Updates+2 {
			t.Errorf("done again: %v", describe(it))
		}
		a.expectOffered("eggs")
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
		}
		a.undo()
		a.expectOffered("eggs", "Eggs of A")
	})
}

func TestAResolutionUndoneThenPublishedAndDoneAgainIsTheVeryVersion(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		a := desks[0]
		resolved := a.resolveWithTitle("eggs", "Eggs for all")
		a.undo()
		rounds(desks...)
		a.redo()
		if !slices.Equal(exactly(a.item("eggs")), exactly(resolved)) {
			t.Errorf("done again: %v", describe(a.item("eggs")))
		}
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs for all")
		}
		a.undo() // others have seen it by now
		rounds(desks...)
		for _, d := range desks {
			d.expect("eggs", "Eggs of B")
		}
	})
}

// Everything that was open before is open again, as well as what was received in the meantime.
func TestWhatCameAfterAResolutionIsOpenBesideWhatIsOpenAgain(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B", "C")
		a, b := desks[0], desks[1]
		s := a.begin("eggs")
		a.check(s.Take(0))
		a.check(s.Type("title", "Eggs for all"))
		a.check(s.Only(slices.IndexFunc(s.Candidates(), func(c conflicts.Candidate) bool { return c.Own })))
		a.save(s)
		a.expect("eggs", "Eggs for all", "Eggs of B")
		// D has only seen the first version.
		a.stray("eggs", "D", "Eggs of D")
		a.expect("eggs", "Eggs for all", "Eggs of B", "Eggs of D")
		a.undo()
		a.expect("eggs", "Eggs of C", "Eggs of B", "Eggs of D", "Eggs of A")
		a.redo()
		a.expect("eggs", "Eggs for all", "Eggs of B", "Eggs of D")
		a.undo()
		rounds(desks...)
		b.expect("eggs", "Eggs of C", "Eggs of B", "Eggs of D", "Eggs of A")
	})
}

func TestAResolutionOfWhatChangedSinceIsNotUndone(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		a, b := desks[0], desks[1]
		a.resolveWithTitle("eggs", "Eggs for all")
		rounds(desks...)
		b.edit("eggs", "No eggs")
		rounds(desks...)
		before := exactly(a.item("eggs"))
		u, err := a.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})
		a.expectChanged("undo", u, err)
		if !slices.Equal(exactly(a.item("eggs")), before) {
			t.Errorf("the item was changed: %v", describe(a.item("eggs")))
		}
		a.expectOffered("eggs")
		if d := a.decisions("eggs"); len(d) != 1 || d[0].Undone {
			t.Errorf("decisions %+v", d)
		}
	})
}
