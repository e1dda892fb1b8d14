package engine_test

import (
	"context"
	"testing"

	"crossfeed/engine"
)

// BenchmarkLeave moves a branch of 5,000 outlines to another list, takes that back
// and does it again, and moves it back.
func BenchmarkLeave(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, 5000))
	_, err := d.NewSet(b.Context(), engine.NewSet{Name: "Other", Kind: "outline"})
	d.check(err)
	move := func(from, to string) func() {
		return func() {
			o, err := d.Move(b.Context(), []engine.Ref{{Set: from, ID: "o-5000"}}, to)
			d.check(err)
			if len(o.Done) != 5000 {
				b.Fatalf("%d moved, %d refused", len(o.Done), len(o.Refused))
			}
		}
	}
	turn := func(do func(context.Context) (engine.Undone, error)) func() {
		return func() { _, err := do(b.Context()); d.check(err) }
	}
	run(b, measured{what: "away", work: move("List", "Other")}, measured{what: "undo", work: turn(func(ctx context.Context) (engine.Undone, error) { return d.Undo(ctx, engine.UndoOptions{}) })},
		measured{what: "redo", work: turn(d.Redo)}, measured{what: "back", work: move("Other", "List")})
}
