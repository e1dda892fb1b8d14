package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// RenameList gives a list another name. Feeds in a shared folder are found by the
// name, so the other endpoints have to rename theirs too. What was published
// under the old name stays where it is.
func (e *Service) RenameList(ctx context.Context, name, to string) error {
	if err := store.CheckName(to); err != nil {
		return fmt.Errorf("renaming the list %q: %w", name, err)
	}
	return e.Do(ctx, RenamingList, func(t *Transaction) error {
		s, err := t.SetNamed(name)
		if err != nil {
			return err
		}
		t.log.Steps = append(t.log.Steps, store.Step{Set: s.Key, Name: s.Name})
		s.Name = to
		if err := store.NameFree(t, s); err != nil {
			return err
		}
		_, err = t.PutSet(s)
		return err
	})
}

// DeleteList deletes a list unless check refuses that.
func (e *Service) DeleteList(ctx context.Context, name string, check func(store.Set) error) error {
	return e.Do(ctx, DeletingList, func(t *Transaction) error {
		s, err := t.SetNamed(name)
		if err != nil {
			return err
		}
		if err := check(s); err != nil {
			return err
		}
		t.log.Steps = append(t.log.Steps, store.Step{Set: s.Key, Name: s.Name})
		s.Deleted = true
		_, err = t.PutSet(s)
		return err
	})
}

// RestoreList brings back a deleted list, of several with that name the one that was made
// last. Where as is not "", that is its name from now on.
func (e *Service) RestoreList(ctx context.Context, name, as string) (restored store.Set, err error) {
	as = cmp.Or(as, name)
	if err := store.CheckName(as); err != nil {
		return restored, fmt.Errorf("restoring the list %q: %w", name, err)
	}
	err = e.Do(ctx, RestoringList, func(t *Transaction) error {
		gone, err := t.DeletedSets()
		if err != nil {
			return err
		}
		for _, s := range slices.Backward(gone) {
			if s.Name != name {
				continue
			}
			t.log.Steps = append(t.log.Steps, store.Step{Set: s.Key, Name: s.Name})
			s.Name, s.Deleted = as, false
			restored = s
			if err := store.NameFree(t, s); err != nil {
				return err
			}
			_, err := t.PutSet(s)
			return err
		}
		return fmt.Errorf("%s: %w", name, store.ErrNoSet)
	})
	return restored, err
}
