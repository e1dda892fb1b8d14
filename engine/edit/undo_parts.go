package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// revert takes back the steps of an edit, the last first. Those of one item that
// was resolved hang together: where one of many such items changed since, it is
// refused with all that followed from it, and the others are taken back.
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

// apart cuts the steps of an edit where one item was resolved after another: each
// resolving stands first in its part, before what followed from it. Any other edit
// is one part.
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

// revertPart takes back what hangs together.
func (t *Transaction) revertPart(done *Undone, part []store.Step, sets map[int64]store.Set, key int64) error {
	if err := t.stand(part, sets); err != nil {
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
		if !set.Deleted { // nobody sees a list that was deleted
			done.add(set.Name, it)
		}
	}
	return nil
}

// stand tells whether all that hangs together with a resolution can be taken back,
// before any of it is. A step alone, and one of another edit, says so by itself.
func (t *Transaction) stand(part []store.Step, sets map[int64]store.Set) error {
	if len(part) < 2 || !IsResolving(part[0]) {
		return nil
	}
	for _, step := range part {
		if err := t.At(sets[step.Set]).Stands(step); err != nil {
			return err
		}
	}
	return nil
}

// revertList gives a list the name that it had, or brings it back, or deletes it again.
// Where another list has its name by now, it gets a number. In folders it keeps its name.
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

// add says that an item was taken back.
func (u *Undone) add(set string, it *item.Item) {
	u.Items = append(u.Items, Ref{set, it.ID()})
	u.Titles = append(u.Titles, it.Winner.Title())
	if !slices.Contains(u.Sets, set) {
		u.Sets = append(u.Sets, set)
	}
}

// revertStep takes back what an edit did to one item, which others may have seen.
func (t *Transaction) revertStep(s store.Step, set store.Set, published bool) (*item.Item, error) {
	if IsResolving(s) {
		return t.At(set).Unresolve(s, published)
	}
	return t.At(set).Revert(s)
}

// setsByKey are all sets.
func (t *Transaction) setsByKey() (map[int64]store.Set, error) {
	all, err := store.EverySet(t)
	sets := make(map[int64]store.Set, len(all))
	for _, s := range all {
		sets[s.Key] = s
	}
	return sets, err
}
