package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// RenameList renames a list on this device, and returns it with its new name. In shared
// folders it keeps its old name (store.Rename), so that renaming does not affect others, and a
// list of theirs with the new name is not merged with it.
func (e *Service) RenameList(ctx context.Context, name, to string) (renamed store.Set, err error) {
	if err := store.CheckName(to); err != nil {
		return store.Set{}, fmt.Errorf("renaming the list %q: %w", name, err)
	}
	err = e.Do(ctx, RenamingList, func(t *Transaction) error {
		s, err := t.SetNamed(name)
		if err != nil {
			return err
		}
		t.log.Steps = append(t.log.Steps, store.Step{Set: s.Key, Name: s.Name})
		if err := store.NameFree(t, s.Renamed(to)); err != nil {
			return err
		}
		renamed, err = store.Rename(t, s, to)
		return err
	})
	if err != nil {
		return store.Set{}, err
	}
	return renamed, nil
}

// DeleteList deletes a list unless check returns an error.
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

// RestoreList restores a deleted list; if several have that name, the one created last. If as
// is not "", it becomes the name on this device (store.Rename).
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
			s.Deleted = false
			if err := store.NameFree(t, s.Renamed(as)); err != nil {
				return err
			}
			restored, err = store.Rename(t, s, as)
			return err
		}
		return fmt.Errorf("%s: %w", name, store.ErrNoSet)
	})
	return restored, err
}

// ArrangeLists changes the order and the folders of the lists.
func (e *Service) ArrangeLists(ctx context.Context, arrange store.Arrangement) error {
	return e.Do(ctx, ArrangingLists, func(t *Transaction) error {
		all, err := t.Sets()
		if err != nil {
			return err
		}
		before := map[int64]store.Set{}
		for _, s := range all {
			before[s.Key] = s
		}
		for i, s := range arrange(all) {
			if s.Display.Position = i + 1; s.Display == before[s.Key].Display {
				continue
			}
			if err := t.display(before[s.Key], s.Display); err != nil {
				return err
			}
		}
		return nil
	})
}

// StyleList changes the color or the icon of a list on this device.
func (e *Service) StyleList(ctx context.Context, name string, change func(*store.Display)) error {
	return e.Do(ctx, StylingList, func(t *Transaction) error {
		s, err := t.SetNamed(name)
		if err != nil {
			return err
		}
		d := s.Display
		if change(&d); d == s.Display {
			return nil
		}
		return t.display(s, d)
	})
}

// display changes how a list is shown, so that it can be undone.
func (t *Transaction) display(s store.Set, d store.Display) error {
	t.log.Steps = append(t.log.Steps, store.Step{Set: s.Key, Display: s.Display})
	s.Display = d
	_, err := t.PutSet(s)
	return err
}
