package engine_test

import (
	"slices"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

func TestPartsThatAreCopiedWithTheirTodoBelongToItsCopy(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "move", record.Values{"title": "Move house"})
	d.todo("Home", "boxes", record.Values{"title": "Boxes", "parent": "move"})
	move, boxes := engine.Ref{Set: "Home", ID: "move"}, engine.Ref{Set: "Home", ID: "boxes"}
	for _, refs := range [][]engine.Ref{{move, boxes}, {boxes, move}} {
		o, err := d.Copy(t.Context(), refs, "Home")
		d.check(err)
		whole, part := slices.Index(refs, move), slices.Index(refs, boxes)
		if len(o.Done) != 2 {
			t.Fatalf("copied %+v", o)
		}
		if got := d.values(o.Done[part].ID)["parent"]; got != o.Done[whole].ID {
			t.Errorf("the copy of the part is part of %q, want %q", got, o.Done[whole].ID)
		}
	}
	o, err := d.Copy(t.Context(), []engine.Ref{{Set: "Home", ID: "boxes"}}, "Home")
	d.check(err)
	if got := d.values(o.Done[0].ID)["parent"]; got != "move" {
		t.Errorf("the copy of the part alone is part of %q", got)
	}
}
