package publish

import (
	"context"
	"errors"

	"crossfeed/engine/store"
)

// marked reads a state of the store of which the set says already that others may
// have seen it (store.Set.Published). It is said first, so that a crash leaves an
// edit that counts as seen and was not, and never the other way round.
func marked(ctx context.Context, st store.Store, set int64, read func(store.Reader) error) error {
	for {
		if err := mark(ctx, st, set); err != nil {
			return err
		}
		done := false
		err := st.View(ctx, func(r store.Reader) error {
			_, newer, err := unmarked(r, set)
			if err != nil || newer {
				return err
			}
			done = true
			return read(r)
		})
		if err != nil || done {
			return err
		}
	}
}

// mark takes down that others may see all edits there are; where that is said
// already there is no transaction.
func mark(ctx context.Context, st store.Store, set int64) error {
	var newer bool
	err := st.View(ctx, func(r store.Reader) (err error) {
		_, newer, err = unmarked(r, set)
		return err
	})
	if err != nil || !newer {
		return err
	}
	return st.Update(ctx, func(w store.Writer) error {
		s, newer, err := unmarked(w, set)
		if err != nil || !newer {
			return err
		}
		_, err = w.PutSet(s)
		return err
	})
}

// unmarked is a set as it is to be, and whether there are edits of which it does
// not say that others may have seen them. A set that was deleted meanwhile says
// nothing.
func unmarked(r store.Reader, set int64) (s store.Set, newer bool, err error) {
	last, err := r.LastEdit()
	if err != nil {
		return s, false, err
	}
	s, err = r.SetOf(set)
	if errors.Is(err, store.ErrNoSet) {
		return store.Set{}, false, nil
	}
	if err != nil || s.Published >= last {
		return store.Set{}, false, err
	}
	s.Published = last
	return s, true, nil
}
