package intake

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// How much one transaction writes, so that it takes some ten milliseconds at most: arrivals that
// are merged, and items that are recorded as held.
const (
	portion     = 100
	heldPortion = 1000
)

// saveInPortions writes what a long feed brought. Each portion is merged with the items as they are
// then, and others write between them. The feed's state comes last, so that a feed whose merging
// was interrupted is read again; what was merged by then brings nothing new, and the rest follows.
func (r *reading) saveInPortions(st store.Store) error {
	// Only the last transaction waits for the disk: without it, the feed is read again.
	ctx := store.Unsynced(r.ctx)
	if err := r.saveHold(ctx, st); err != nil {
		return err
	}
	reissued := false
	for rest := r.news.order; len(rest) > 0; {
		n, again, err := r.savePortion(ctx, st, rest)
		if err != nil {
			return err
		}
		rest, reissued = rest[n:], reissued || again
		r.options.Others.Wait(r.ctx)
	}
	// What the many changes count for is read before the last transaction, which others wait for.
	if err := st.View(r.ctx, r.countBrought); err != nil {
		return err
	}
	return st.Update(r.ctx, func(w store.Writer) error { return r.finish(w, reissued) })
}

// saveHold records what the feed holds, before the items are there: an item of a read-only
// subscription that was not held would be published.
func (r *reading) saveHold(ctx context.Context, st store.Store) error {
	for some := range slices.Chunk(r.hold, heldPortion) {
		err := st.Update(ctx, func(w store.Writer) error {
			if err := r.recheck(w); err != nil {
				return err
			}
			return r.holdSome(w, some)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) holdSome(w store.Writer, some []string) error {
	if len(some) == 0 {
		return nil
	}
	hold := func() error { return w.Hold(r.holder(), some...) }
	if r.source.TakeOnly { // releases nothing
		return hold()
	}
	return store.Releasing(w, r.source.Set.Key, r.received(), hold)
}

// errEnough ends a portion.
var errEnough = errors.New("others wait")

// savePortion merges the first arrivals, and returns how many. It ends early if others wait.
func (r *reading) savePortion(ctx context.Context, st store.Store, rest []*arrival) (n int, reissued bool, err error) {
	before := r.result.Items
	err = st.Update(ctx, func(w store.Writer) error {
		r.result.Items, n = nil, 0
		if err := r.recheck(w); err != nil {
			return err
		}
		_, again, err := r.write(w, rest[:min(len(rest), portion)], func() error {
			if n > 0 && r.options.Others.Waiting() {
				return errEnough
			}
			n++
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			return err
		}
		if reissued = again; reissued {
			return safekeeping.ReadAnew(w, r.source.Set.Key, r.at)
		}
		return nil
	})
	brought := r.result.Items
	if r.result.Items = before; err != nil {
		return n, reissued, err
	}
	for id, e := range brought {
		r.result.Items.Add(id, e)
	}
	return n, reissued, nil
}

// recheck returns why the feed may no longer be merged, if the caller says so.
func (r *reading) recheck(w store.Writer) error {
	if r.options.Check == nil {
		return nil
	}
	return r.options.Check(w)
}

// patience is how often the transaction of an outline yields, so that it is stored in the end
// however busy other writers are.
const patience = 100

// saveAtOnce writes what the feed brought in one transaction, which yields at most turns times.
func (r *reading) saveAtOnce(st store.Store, turns int) error {
	before := r.result
	err := store.UpdateYielding(r.ctx, st, r.options.Others, turns, func(w store.Writer, yield func() error) error {
		r.result = before
		changed, reissued, err := r.write(w, r.news.order, yield)
		if err != nil {
			return err
		}
		if err := yield(); err != nil {
			return err
		}
		if err := r.breakCycles(w, changed, r.received()); err != nil {
			return err
		}
		if err := r.countOrphans(w, changed); err != nil {
			return err
		}
		for some := range slices.Chunk(r.hold, heldPortion) {
			if err := yield(); err != nil {
				return err
			}
			if err := r.holdSome(w, some); err != nil {
				return err
			}
		}
		return r.finish(w, reissued)
	})
	if err != nil {
		r.result = before
	}
	return err
}
