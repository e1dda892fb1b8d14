package storage_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"crossfeed/engine/store"
)

func TestReadingThatIsCancelledOnTheWayIsNotDamage(t *testing.T) {
	s := opened(t, t.TempDir())
	set := addSet(t, s, "Groceries")
	if err := s.Update(t.Context(), func(w store.Writer) error { return fill(w, set, 0, 1000) }); err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.View(ctx, func(r store.Reader) error {
			time.AfterFunc(time.Duration(i)*100*time.Microsecond, cancel)
			for {
				if _, err := r.Rows(set, store.Query{Search: "item"}); err != nil {
					return err
				}
			}
		})
		if !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrDamaged) {
			t.Errorf("got error %v", err)
		}
	}
	if n := countItems(t, s, set); n != 1000 {
		t.Errorf("%d items afterwards", n)
	}
}
