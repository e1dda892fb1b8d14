package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// revert reverts the steps of an edit, last first. The steps after an item's resolution depend
// on it: if one of many resolved items has changed since, it is refused with everything that
// followed from it, and the others are reverted.
func (t *Transaction) revert(one store.Edit, sets map[int64]store.Set) (Undone, error) {
	done := Undone{What: one.What}
	parts := apart(one.Steps)
	for _, part := range slices.Backward(parts) {
		set := sets[part[0].Set]
		err := t.revertPart(&done, part, sets, one.Key)
		if errors.Is(err, ErrChanged) && len(parts) > 1 {
			done.Refused = append(done.Refused, Refused{Ref{set.Name, part[0].Item}, err})
			continue
		}
		if err != nil {
			return Undone{}, err
		}
	}
	if len(done.Refused) == len(parts) {
		return Undone{}, done.Refused[0].Err
	}
	return done, nil
}

// apart splits the steps of an edit that resolved several items: each resolution comes first
// in its part, before the steps that followed from it. Any other edit is one part.
func apart(steps []store.Step) [][]store.Step {
	var parts [][]store.Step
	for i, s := range steps {
		if i == 0 || IsResolving(s) && IsResolving(steps[0]) {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], s)
	}
	return parts
}

// revertPart reverts steps that depend on each other.
func (t *Transaction) revertPart(done *Undone, part []store.Step, sets map[int64]store.Set, key int64) error {
	if err := t.checkRevertible(part, sets); err != nil {
		return err
	}
	for _, step := range slices.Backward(part) {
		set := sets[step.Set]
		if step.Item == "" {
			if err := t.revertList(done, step, set); err != nil {
				return err
			}
			continue
		}
		it, err := t.revertStep(step, set, key <= set.Published)
		if err != nil {
			return err
		}
		if !set.Deleted { // nobody sees a deleted list
			done.add(set.Name, it)
		}
	}
	return nil
}

// checkRevertible reports whether a resolution and everything that depends on it can be
// reverted, before any of it is. A single step, and the steps of other edits, check this
// themselves.
func (t *Transaction) checkRevertible(part []store.Step, sets map[int64]store.Set) error {
	if len(part) < 2 || !IsResolving(part[0]) {
		return nil
	}
	for _, step := range part {
		if err := t.At(sets[step.Set]).CheckLastChange(step); err != nil {
			return err
		}
	}
	return nil
}

// revertList restores a list's former name, or restores or deletes the list again. If another
// list has the name now, a number is added. In shared folders the list keeps its name.
func (t *Transaction) revertList(done *Undone, s store.Step, set store.Set) error {
	t.log.Steps = append(t.log.Steps, store.Step{Set: set.Key, Name: set.Name})
	if done.What == DeletingList || done.What == RestoringList {
		set.Deleted = !set.Deleted
	}
	name := s.Name
	for n := 2; !set.Deleted; n++ {
		err := store.NameFree(t, set.Renamed(name))
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrNameTaken) {
			return err
		}
		name = fmt.Sprintf("%s (%d)", s.Name, n)
	}
	set, err := store.Rename(t, set, name)
	if err != nil {
		return err
	}
	if !set.Deleted {
		done.Sets = append(done.Sets, set.Name)
	}
	done.Titles = append(done.Titles, set.Name)
	return nil
}

// add adds an item that was reverted.
func (u *Undone) add(set string, it *item.Item) {
	u.Items = append(u.Items, Ref{set, it.ID()})
	u.Titles = append(u.Titles, it.Winner.Title())
	if !slices.Contains(u.Sets, set) {
		u.Sets = append(u.Sets, set)
	}
}

// revertStep reverts the change of one item by an edit. published reports whether others may
// have seen it.
func (t *Transaction) revertStep(s store.Step, set store.Set, published bool) (*item.Item, error) {
	if IsResolving(s) {
		return t.At(set).Unresolve(s, published)
	}
	return t.At(set).Revert(s)
}

func setsByKey(r store.SetReader) (map[int64]store.Set, error) {
	all, err := store.EverySet(r)
	sets := make(map[int64]store.Set, len(all))
	for _, s := range all {
		sets[s.Key] = s
	}
	return sets, err
}
