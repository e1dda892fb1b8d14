package intake

import (
	"errors"
	"fmt"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// finish writes the changes of the feed in one transaction, or only counts them on a dry run.
// A feed without changes writes nothing.
func (r *reading) finish(st store.Store) (Result, error) {
	before := r.result
	var err error
	switch {
	case r.options.DryRun:
		err = st.View(r.ctx, r.rehearse)
	case r.brings():
		err = r.save(st)
	}
	if err != nil {
		return before, fmt.Errorf("keeping what %s brought: %w", r.at, err)
	}
	r.result.Unchanged = max(0, r.result.Read-r.result.Skipped-r.result.New-r.result.Updated-r.result.Deleted)
	return r.result, nil
}

// brings reports whether there is anything to write.
func (r *reading) brings() bool {
	return len(r.news.order) > 0 || r.foreign != "" || len(r.hold) > 0 || r.source.Discard ||
		len(r.screening.put) > 0 || len(r.screening.drop) > 0
}

// rehearse counts what would be written.
func (r *reading) rehearse(now store.Reader) error {
	changed := changes{}
	err := r.news.each(r.ctx, now, r.source.Set.Key, func(c change) error {
		changed.add(c)
		return r.countChange(now, c)
	})
	if err != nil {
		return err
	}
	if _, err = r.cycles(now, changed); err != nil {
		return err
	}
	if err := r.countOrphans(now, changed); err != nil {
		return err
	}
	r.result.count()
	gone, err := r.absent(now)
	r.result.Discarded = len(gone.discard)
	return err
}

// countChange adds a change to the result.
func (r *reading) countChange(now store.Reader, c change) error {
	became := Updated
	switch {
	case !c.merged.Changed:
		return nil
	case c.before == nil:
		became = New
	case c.merged.Item.Winner.Deleted && !c.before.Winner.Deleted:
		became = Deleted
	}
	asks, err := r.asks(now, c.merged.Item)
	r.result.Items.Add(c.merged.Item.ID(), Effect{became, asks})
	return err
}

// count sums up the effects on the items.
func (r *Result) count() { r.New, r.Updated, r.Deleted, r.Conflicts = r.Items.Counts() }

// patience is how often the transaction yields, so that the feed is stored in the end however
// busy other writers are.
const patience = 100

// save writes the changes of the feed in one transaction. A feed is stored as a whole, so it
// cannot be written in batches with other writers in between.
func (r *reading) save(st store.Store) error {
	before := r.result
	return store.UpdateYielding(r.ctx, st, r.options.Others, patience, func(w store.Writer, yield func() error) error {
		r.result = before
		return r.write(w, yield)
	})
}

// asks reports whether an item needs the user's attention.
func (r *reading) asks(now store.Reader, it *item.Item) (bool, error) {
	sorted, err := store.Sort(now, r.source.Set, it, nil)
	return len(sorted.Open) > 0 || ancestry.Marked(it), err
}

// write merges again with the items as of this transaction, and stores the result. It aborts
// if yield returns an error.
func (r *reading) write(w store.Writer, yield func() error) error {
	set, seen, changed, reissued := r.source.Set.Key, store.Seen{At: r.options.At, From: r.source.From}, changes{}, false
	err := r.news.each(r.ctx, w, set, func(c change) error {
		if err := yield(); err != nil {
			return err
		}
		for _, v := range c.dropped {
			if err := w.PutArchive(set, v, seen); err != nil {
				return err
			}
		}
		if !c.merged.Changed {
			return nil
		}
		if err := w.PutItem(set, c.merged.Item, seen); err != nil {
			return err
		}
		changed.add(c)
		reissued = reissued || c.reissued
		return r.countChange(w, c)
	})
	if err != nil {
		return err
	}
	if err := yield(); err != nil {
		return err
	}
	if err := r.breakCycles(w, changed, seen); err != nil {
		return err
	}
	if err := r.countOrphans(w, changed); err != nil {
		return err
	}
	r.result.count()
	if err := store.Releasing(w, set, seen, func() error { return r.saveHoldings(w, yield) }); err != nil {
		return err
	}
	if err := yield(); err != nil {
		return err
	}
	if err := r.saveHeldItems(w); err != nil {
		return err
	}
	if r.foreign != "" {
		if err := r.saveForeign(w); err != nil {
			return err
		}
	}
	if err := r.saveFeed(w); err != nil || !reissued {
		return err
	}
	return safekeeping.ReadAnew(w, set)
}

// saveFeed stores the caller's state of the feed.
func (r *reading) saveFeed(w store.Writer) error {
	r.result.Saved = true
	if err := r.saveCounted(w); err != nil {
		return err
	}
	if r.options.Save == nil {
		return nil
	}
	return r.options.Save(w, r.result)
}

// saveForeign adds the feed-level markup to the markup of the set (SSE 0.93 §2.1.8).
func (r *reading) saveForeign(w store.Writer) error {
	s, err := w.SetOf(r.source.Set.Key)
	if errors.Is(err, store.ErrNoSet) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := uniteForeign(s.Foreign, r.foreign)
	if err != nil || all == s.Foreign {
		return err
	}
	s.Foreign = all
	_, err = w.PutSet(s)
	return err
}
