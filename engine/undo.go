package engine

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
)

// ErrNothingToUndo means that there is no edit to undo, or none to do again.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// Undone is an edit that was undone, or done again.
type Undone struct {
	// What is the short word of the edit: "add", "edit", "delete", "restore",
	// "complete", "order", "move", "copy", "import", "join", "settle".
	What string
	// Items are those that changed, Titles what they are called as they stand
	// now, Sets the lists that they are in, each once.
	Items  []Ref
	Titles []string
	Sets   []string
	// Refused are items that were settled with the others, and are as they were
	// because they changed since.
	Refused []Refused
}

// undoDepth is how many edits back a person can go at once, undoFirst how many are
// looked at to begin with: an import alone may have thousands of steps to read.
const (
	undoDepth = 1000
	undoFirst = 8
)

// Undo takes the newest edit of this endpoint back that was not undone yet, by
// updates that say what the items said before. A settling that was not published
// since is taken back exactly, so that its conflicts are open again; of one that
// was, the versions that it settled are offered again. Where an item was changed since,
// it returns ErrChanged and changes no item: its history has every version. The
// edit is then past undoing, so that the next Undo is about the one before.
// Edits of lists that were deleted are passed over. Where many items were settled
// at once, those that changed since are refused, and the others are taken back.
func (e *Engine) Undo(ctx context.Context) (Undone, error) {
	return e.turn(ctx, func(all []store.Edit) (found store.Edit, there bool) {
		i := slices.IndexFunc(all, func(one store.Edit) bool { return !one.Undone })
		if i < 0 {
			return found, false
		}
		return all[i], true
	})
}

// Redo does again what was undone last, on the same terms.
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

// turn takes an edit back that pick chooses, and turns it round: what it did is
// undone, or done again.
func (e *Engine) turn(ctx context.Context, pick func([]store.Edit) (store.Edit, bool)) (done Undone, err error) {
	var one store.Edit
	err = e.locally(ctx, func(t *transaction) (err error) {
		if one, err = t.choose(pick); err != nil {
			return err
		}
		done, err = t.revert(one)
		if err != nil {
			return err
		}
		one.Undone, one.Steps = !one.Undone, t.log.Steps
		return t.turned(one, len(done.Refused) > 0)
	})
	if errors.Is(err, ErrChanged) {
		return Undone{}, errors.Join(err, e.giveUp(ctx, one))
	}
	if err != nil {
		return Undone{}, err
	}
	return done, nil
}

// turned takes down that an edit was undone, or done again: whole, or in part.
func (t *transaction) turned(one store.Edit, inPart bool) error {
	if _, err := t.PutEdit(one); err != nil {
		return err
	}
	var about []store.Subject
	for _, s := range one.Steps {
		if edit.IsSettling(s) {
			about = append(about, store.Subject{Set: s.Set, Item: s.Item})
		}
	}
	switch {
	case len(about) == 0:
		return nil
	case inPart:
		return t.MarkDecisions(one.Key, one.Undone, about...)
	}
	return t.MarkDecisions(one.Key, one.Undone)
}

// choose picks an edit of a list that is there, from the newest on.
func (t *transaction) choose(pick func([]store.Edit) (store.Edit, bool)) (store.Edit, error) {
	all, err := t.recent()
	if err != nil {
		return store.Edit{}, err
	}
	one, there := pick(all)
	if !there {
		return one, ErrNothingToUndo
	}
	return one, nil
}

// recent lists edits of lists that are there, the newest first: as far back as one
// that is not undone, on which both Undo and Redo decide.
func (t *transaction) recent() ([]store.Edit, error) {
	names, err := t.setNames()
	if err != nil {
		return nil, err
	}
	gone := func(one store.Edit) bool {
		return !slices.ContainsFunc(one.Steps, func(s store.Step) bool { return names[s.Set] != "" })
	}
	for n := undoFirst; ; n *= 2 {
		all, err := t.Edits(min(n, undoDepth))
		if err != nil {
			return nil, err
		}
		ended := len(all) < n || n >= undoDepth
		all = slices.DeleteFunc(all, gone)
		if ended || slices.ContainsFunc(all, func(one store.Edit) bool { return !one.Undone }) {
			return all, nil
		}
	}
}

// giveUp takes down that an edit cannot be undone, or done again, any more.
func (e *Engine) giveUp(ctx context.Context, one store.Edit) error {
	return e.locally(ctx, func(t *transaction) error {
		one.Steps = nil
		_, err := t.PutEdit(one)
		return err
	})
}
