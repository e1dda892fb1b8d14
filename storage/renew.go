package storage

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/store"
)

const anyStale = "SELECT EXISTS (SELECT 1 FROM items WHERE stale = 1)"

// renew recomputes the derived data of items that a migration marked as stale, because SQL
// cannot parse contents. A damaged item stays stale.
func (s *Store) renew(ctx context.Context) error {
	stale, err := s.ask(ctx, anyStale)
	if err != nil || stale == 0 {
		return err
	}
	err = s.Update(ctx, func(w store.Writer) error {
		w.(*writer).stamps.preserve = true
		stale, err := all(w.(*writer).reader, scanPlace, "SELECT set_key, id FROM items WHERE stale = 1")
		for _, p := range stale {
			if failed := putAgain(w, p); !isDamage(failed) {
				err = errors.Join(err, failed)
			}
		}
		return err
	})
	return named(err, "reading the items again")
}

// place identifies an item.
type place struct {
	set int64
	id  string
}

func scanPlace(row scanner) (p place, err error) {
	err = row.Scan(&p.set, &p.id)
	return p, err
}

// putAgain puts an item unchanged.
func putAgain(w store.Writer, p place) error {
	it, err := w.Item(p.set, p.id)
	if err != nil {
		return fmt.Errorf("reading %s: %w", p.id, err)
	}
	return w.PutItem(p.set, it, store.Seen{})
}
