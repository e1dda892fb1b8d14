package engine

import (
	"context"
	"errors"

	"crossfeed/engine/store"
)

// ErrNothingToUndo means that there is no edit to undo, or none to do again.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// Undone is an edit that was undone, or done again.
type Undone struct {
	// What is the short word of the edit: "add", "edit", "delete", "restore",
	// "complete", "order", "move", "copy", "import", "join".
	What string
	// Titles are those of the items as they stand now, Sets the lists that
	// they are in, each once.
	Titles []string
	Sets   []string
}

// undoDepth is how many edits back a person can go at once.
const undoDepth = 1000

// Undo takes the newest edit of this endpoint back that was not undone yet, by
// updates that say what the items said before. Where an item was changed since,
// it returns ErrChanged and changes nothing: its history has every version.
func (e *Engine) Undo(ctx context.Context) (Undone, error) {
	return e.turn(ctx, func(all []store.Edit) (found store.Edit, there bool) {
		for _, one := range all {
			if !one.Undone {
				return one, true
			}
		}
		return found, false
	})
}

// Redo does again what was undone last.
func (e *Engine) Redo(ctx context.Context) (Undone, error) {
	return e.turn(ctx, func(all []store.Edit) (found store.Edit, there bool) {
		for _, one := range all {
			if !one.Undone {
				break
			}
			found, there = one, true
		}
		return found, there
	})
}

// turn takes an edit back that pick chooses from all, the newest first, and
// turns it round: what it did is undone, or done again.
func (e *Engine) turn(ctx context.Context, pick func([]store.Edit) (store.Edit, bool)) (Undone, error) {
	e.gate.enter()
	defer e.gate.leave()
	var done Undone
	err := e.store.Update(ctx, func(w store.Writer) error {
		all, err := w.Edits(undoDepth)
		if err != nil {
			return err
		}
		one, there := pick(all)
		if !there {
			return ErrNothingToUndo
		}
		t := &transaction{engine: e, Writer: w}
		if done, err = t.revert(one); err != nil {
			return err
		}
		one.Undone, one.Steps = !one.Undone, t.log.Steps
		_, err = w.PutEdit(one)
		return err
	})
	if err != nil {
		return Undone{}, err
	}
	return done, nil
}

// revert takes back the steps of an edit, the last first.
func (t *transaction) revert(one store.Edit) (Undone, error) {
	names, err := t.setNames()
	if err != nil {
		return Undone{}, err
	}
	done := Undone{What: one.What}
	seen := map[int64]bool{}
	for i := len(one.Steps) - 1; i >= 0; i-- {
		step := one.Steps[i]
		it, err := t.at(step.Set).Revert(step)
		if err != nil {
			return Undone{}, err
		}
		done.Titles = append(done.Titles, it.Winner.Title())
		if !seen[step.Set] {
			seen[step.Set] = true
			done.Sets = append(done.Sets, names[step.Set])
		}
	}
	return done, nil
}

// setNames are the names of the sets, by key.
func (t *transaction) setNames() (map[int64]string, error) {
	sets, err := t.Sets()
	names := make(map[int64]string, len(sets))
	for _, s := range sets {
		names[s.Key] = s.Name
	}
	return names, err
}
