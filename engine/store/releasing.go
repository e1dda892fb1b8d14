package store

import (
	"errors"
	"maps"
	"slices"
)

// Releasing does something after which items of a set may be published that were withheld
// before: another subscription holds them, or one is not read-only any more. They are put
// again as they are, which gives them new stamps: to those who read the set's feed they
// come only now (SSE 0.93 §4.2.3), and a partial feed must hold them.
func Releasing(w Writer, set int64, seen Seen, do func() error) error {
	before, err := w.Withheld(set)
	if err != nil {
		return err
	}
	if err := do(); err != nil || len(before) == 0 {
		return err
	}
	after, err := w.Withheld(set)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		if after[id] {
			continue
		}
		it, err := w.Item(set, id)
		if errors.Is(err, ErrNoItem) {
			continue
		}
		if err != nil {
			return err
		}
		if err := w.PutItem(set, it, seen); err != nil {
			return err
		}
	}
	return nil
}
