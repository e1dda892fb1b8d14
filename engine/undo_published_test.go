package engine_test

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine"
)

// A resolution that nobody else has is undone silently; one that was published needs
// consent, and an edit that is no resolution never does.
func TestUndoAsksOnlyAboutPublishedResolutions(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B")
		a := desks[0]
		before := a.item("eggs")
		a.say("eggs", "Eggs for all")
		if _, err := a.Undo(t.Context(), engine.UndoOptions{}); err != nil {
			t.Fatalf("undoing what nobody has received: %v", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), exactly(before)) {
			t.Errorf("the item is %v, was %v", describe(a.item("eggs")), describe(before))
		}
		a.redo()
		rounds(desks...)
		now := exactly(a.item("eggs"))
		_, err := a.Undo(t.Context(), engine.UndoOptions{})
		var seen *engine.PublishedError
		if !errors.As(err, &seen) || !slices.Equal(seen.Titles, []string{"Eggs for all"}) {
			t.Fatalf("undoing what was published: %v", err)
		}
		if !slices.Equal(exactly(a.item("eggs")), now) {
			t.Errorf("it was refused, and the item changed to %v", describe(a.item("eggs")))
		}
		a.add("milk", "Milk")
		if _, err := a.Undo(t.Context(), engine.UndoOptions{Edit: seen.Edit, Published: true}); err != nil {
			t.Fatalf("undoing by consent, after another edit: %v", err)
		}
		a.expectOffered("eggs", "Eggs of A")
		a.edit("milk", "Oat milk")
		rounds(desks...)
		if u, err := a.Undo(t.Context(), engine.UndoOptions{}); err != nil || u.What != "edit" {
			t.Errorf("undoing a published edit: %+v, %v", u, err)
		}
	})
}

// A resolution that cannot be undone now, because the item changed since, can be later.
func TestAResolutionThatIsChosenStaysUndoable(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		a.say("eggs", "Eggs for all")
		a.edit("eggs", "Ten eggs")
		chosen := engine.UndoOptions{Resolution: true}
		if _, err := a.Undo(t.Context(), chosen); !errors.Is(err, engine.ErrChanged) {
			t.Fatalf("undoing what changed since: %v", err)
		}
		a.undo()
		if u, err := a.Undo(t.Context(), chosen); err != nil || !slices.Equal(u.Titles, []string{"Eggs of B"}) {
			t.Errorf("undoing it then: %+v, %v", u, err)
		}
	})
}
