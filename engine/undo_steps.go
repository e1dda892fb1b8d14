package engine

import (
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// revert takes back the steps of an edit, the last first.
func (t *transaction) revert(one store.Edit) (Undone, error) {
	sets, err := t.setsByKey()
	if err != nil {
		return Undone{}, err
	}
	done := Undone{What: one.What}
	for _, step := range slices.Backward(one.Steps) {
		set := sets[step.Set]
		it, err := t.revertStep(step, one.Key <= set.Published)
		if err != nil {
			return Undone{}, err
		}
		if set.Deleted {
			continue // nobody sees a list that was deleted
		}
		done.Items = append(done.Items, Ref{set.Name, it.ID()})
		done.Titles = append(done.Titles, it.Winner.Title())
		if !slices.Contains(done.Sets, set.Name) {
			done.Sets = append(done.Sets, set.Name)
		}
	}
	return done, nil
}

// revertStep takes back what an edit did to one item, which others may have seen.
func (t *transaction) revertStep(s store.Step, published bool) (*item.Item, error) {
	if edit.IsSettling(s) {
		return t.at(s.Set).Unsettle(s, published)
	}
	return t.at(s.Set).Revert(s)
}

// setsByKey are all sets.
func (t *transaction) setsByKey() (map[int64]store.Set, error) {
	all, err := everySet(t)
	sets := make(map[int64]store.Set, len(all))
	for _, s := range all {
		sets[s.Key] = s
	}
	return sets, err
}

// setNames are the names of the sets that are there, by key.
func (t *transaction) setNames() (map[int64]string, error) {
	sets, err := t.Sets()
	names := make(map[int64]string, len(sets))
	for _, s := range sets {
		names[s.Key] = s.Name
	}
	return names, err
}
