package edit

import (
	"context"
	"crypto/sha256"
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// RedoExposes returns what Redo makes readable to others again: the items that a move, a copy
// or an import added to a list that is published now. Moved items that their own list publishes
// at the same location are not counted. If an item has changed since, so that Redo fails, it is
// nothing. RedoExposes changes nothing.
func (e *Service) RedoExposes(ctx context.Context) (Exposure, error) {
	return store.Read(ctx, e.Store, func(r store.Reader) (Exposure, error) {
		if err := e.Device.Refresh(r); err != nil {
			return Exposure{}, err
		}
		return redoExposes(r, e.Device.ID())
	})
}

func redoExposes(r store.Reader, by string) (Exposure, error) {
	sets, err := setsByKey(r)
	if err != nil {
		return Exposure{}, err
	}
	one, err := choose(r, UndoOptions{}, sets, undoneLast)
	if errors.Is(err, ErrNothingToUndo) {
		return Exposure{}, nil
	}
	if err != nil || !sends(one) {
		return Exposure{}, err
	}
	var back returning
	for _, s := range one.Steps {
		set := sets[s.Set]
		if s.Item == "" || s.Taken || set.Deleted {
			continue
		}
		err := back.addStep(reading{store: r, set: set.Key, by: by}, s, set)
		if errors.Is(err, ErrChanged) {
			return Exposure{}, nil // Redo will refuse
		}
		if err != nil {
			return Exposure{}, err
		}
	}
	return back.exposes(r)
}

// sends reports whether an edit put items into another list.
func sends(one store.Edit) bool {
	return one.What == "move" || one.What == "copy" || one.What == "import"
}

// returning has the items that an edit removes from lists and adds to them when it is redone.
type returning struct{ leaves, arrives []returned }

// returned is one of them.
type returned struct {
	list    store.Set
	id      string
	content [sha256.Size]byte
}

// addStep determines what a step removes or adds.
func (b *returning) addStep(r reading, s store.Step, list store.Set) error {
	now, versions, err := r.readLastChange("change", s)
	if err != nil {
		return err
	}
	live := func(v *item.Version) bool { return v != nil && !v.Deleted }
	then := archived(versions, s.Before)
	switch is, was := live(now.Winner), live(then); {
	case is && !was:
		b.leaves = append(b.leaves, returned{list, s.Item, now.Winner.Content.Hash()})
	case was && !is && list.Location != "":
		b.arrives = append(b.arrives, returned{list, s.Item, then.Content.Hash()})
	}
	return nil
}

// exposes counts the items that others cannot read yet.
func (b *returning) exposes(r store.Reader) (x Exposure, err error) {
	if len(b.arrives) == 0 {
		return x, nil
	}
	target := b.arrives[0].list // there is no other
	x.List, x.At = target.Name, target.ReadAt()
	readable, o := map[[sha256.Size]byte]int{}, open{r, target, map[int64]map[string]bool{}}
	for _, left := range b.leaves {
		has, err := o.has(left.list, left.id)
		if err != nil {
			return x, err
		}
		if has {
			readable[left.content]++
		}
	}
	for _, a := range b.arrives {
		if readable[a.content] > 0 {
			readable[a.content]--
			continue
		}
		x.Items++
	}
	return x, nil
}
