package intake

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// Brings returns how many new items the feed would add, and reports whether it would delete,
// overwrite or dispute any item, or no longer has one.
func (r *Reading) Brings() (added int, changes bool) {
	changes = len(r.lost.counted) > 0
	for _, a := range r.news.order {
		switch a.harm {
		case none:
		case trust.Added:
			added++
		default:
			changes = true
		}
	}
	return added, changes
}

// Agreed reports whether the user agreed to everything that the feed brings (Source.Agreed).
func (r *Reading) Agreed() bool { return r.source.Agreed }

// AsShown reports whether the feeds of one subscription bring no more than the preview that
// the user saw before subscribing (Source.Shown). If so, it marks all of them as agreed to.
func AsShown(all []*Reading) bool {
	if len(all) == 0 || all[0].source.Shown == nil {
		return false
	}
	for part, ids := range bring(all) {
		if len(ids) > most(all[0].source.Shown, part) {
			return false
		}
	}
	for _, r := range all {
		r.source.Agreed, r.screening.agreed = true, true
	}
	return true
}

// most returns how many changes of a part the preview covered: each live item may be new,
// overwrite an item or conflict with it.
func most(shown *store.Preview, p trust.Part) int {
	switch {
	case shown == nil:
		return 0
	case p == trust.Deleted:
		return shown.Deleted
	}
	return shown.Items
}

// Judge holds for review what is alarming in the readings of one set, and each part of a flood
// (trust.TooMany): of the changes of all readings, together with the changes received from
// feeds within the last day. It has to be called before any of them is merged.
func Judge(ctx context.Context, st store.Store, all ...*Reading) error {
	return st.View(ctx, func(now store.Reader) error {
		flood, err := floodIn(now, all)
		if err != nil {
			return err
		}
		for _, r := range all {
			r.hold(flood)
			if err := r.screen(now); err != nil {
				return err
			}
		}
		return nil
	})
}

// Floods reports whether Judge would hold deletions for review.
func Floods(ctx context.Context, st store.Store, all ...*Reading) (floods bool, err error) {
	err = st.View(ctx, func(now store.Reader) error {
		flood, err := floodIn(now, all)
		_, floods = flood[trust.Deleted]
		return err
	})
	return floods, err
}

// hold adds the alarms of a flood to the items that it consists of.
func (r *Reading) hold(flood map[trust.Part]trust.Alarm) {
	if !r.isJudged() {
		return
	}
	for _, a := range r.news.order {
		if alarm, is := flood[a.harm]; is {
			alarm.Shown = most(r.source.Shown, a.harm)
			r.screening.alarm(a, alarm)
		}
	}
	alarm, is := flood[trust.Deleted]
	if !is {
		return
	}
	alarm.Part = trust.Missing
	r.screening.missing = map[string]trust.Alarm{}
	for _, id := range r.lost.discard {
		r.screening.missing[id] = alarm
	}
}

// isJudged reports whether what the feed brings counts towards a flood.
func (r *Reading) isJudged() bool {
	return !r.options.Trusted && !r.source.CountOnly && !r.source.Agreed
}

// screen removes the alarming items from the news, at the end of a feed. Items that the user
// rejected earlier remain excluded silently; items that the user accepted are merged.
func (r *reading) screen(now store.Reader) error {
	if r.options.Trusted || r.source.CountOnly {
		return nil
	}
	all, err := now.HeldItems(r.source.Set.Key)
	if err != nil || len(all) == 0 && len(r.screening.odd) == 0 && len(r.screening.missing) == 0 {
		return err
	}
	known := decisionsIn(all)
	var out []*arrival
	r.news.order = slices.DeleteFunc(r.news.order, func(a *arrival) bool {
		stays := r.screening.isExcluded(a, known)
		if stays {
			out = append(out, a)
		}
		return stays
	})
	return r.holdAlarming(now, out, all, known)
}

// isExcluded reports whether an arrival is excluded from merging. A rejected item stays
// rejected, even if the list has grown so that it would no longer be a flood. An item held
// because of a flood stays held, even if the rest of the flood has been accepted since.
func (s *screening) isExcluded(a *arrival, known decisions) bool {
	o := s.odd[a]
	before, decided := known.about(a)
	if !decided {
		return o != nil && len(o.alarms) > 0
	}
	if before.State == store.Waiting && before.Damaged {
		return true // what was alarming is no longer known
	}
	if before.State == store.Waiting && a.harm != none && !s.agreed {
		s.alarm(a, before.Alarms...)
		o = s.odd[a]
	}
	return before.State == store.Refused || before.State == store.Waiting && o != nil && len(o.alarms) > 0
}

// Merge merges what was read and not held for review (Judge) into the current items, or only
// counts the changes on a dry run. A feed without changes writes nothing.
func (r *Reading) Merge() (Result, error) {
	var err error
	switch {
	case r.options.DryRun:
		err = r.store.View(r.ctx, r.rehearse)
	case r.brings():
		err = r.save(r.store)
	}
	r.result.count()
	if err != nil {
		return r.result, fmt.Errorf("keeping what %s brought: %w", r.at, err)
	}
	r.result.Unchanged = max(0, r.result.Read-r.result.Skipped-r.result.New-r.result.Updated-r.result.Deleted)
	return r.result, nil
}

// brings reports whether there is anything to write.
func (r *reading) brings() bool {
	return len(r.news.order) > 0 || r.foreign != "" || len(r.hold) > 0 || r.source.Discard ||
		len(r.screening.put) > 0 || len(r.screening.drop) > 0
}

// save writes what the feed brought, in one transaction if that is little: a person's edit must not
// wait for a hundred thousand items. An outline is one transaction, too: items that were moved
// under each other would be a cycle in between, which the rest of the feed may resolve (SSE 0.91
// §4.4.2).
func (r *reading) save(st store.Store) error {
	switch {
	case r.outline != nil:
		return r.saveAtOnce(st, patience)
	case len(r.news.order) > portion || len(r.hold) > heldPortion:
		return r.saveInPortions(st)
	}
	return r.saveAtOnce(st, 0)
}

// rehearse counts what would be written.
func (r *reading) rehearse(now store.Reader) error {
	changed := changes{}
	err := r.news.each(r.ctx, now, r.source.Set.Key, r.news.order, func(c change) error {
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
	gone, err := r.absent(now)
	r.result.Discarded = len(gone.discard)
	return err
}

// received says when and from where the changes came.
func (r *reading) received() store.Seen {
	return store.Seen{At: r.options.At, From: r.source.From}
}

// write merges some arrivals with the items as of this transaction, and stores the result. It
// aborts if yield returns an error.
func (r *reading) write(w store.Writer, some []*arrival, yield func() error) (changed changes, reissued bool, err error) {
	set, seen := r.source.Set.Key, r.received()
	err = r.news.each(r.ctx, w, set, some, func(c change) error {
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
	return changed, reissued, err
}

// finish stores what belongs to the feed as a whole: what it no longer has, what is held for
// review, and its state. reissued reports whether other feeds have to be read again.
func (r *reading) finish(w store.Writer, reissued bool) error {
	if err := store.Releasing(w, r.source.Set.Key, r.received(), func() error { return r.letGo(w) }); err != nil {
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
	return safekeeping.ReadAnew(w, r.source.Set.Key, "")
}

// change is what an arrival does to the local item.
type change struct {
	// before is the local item before the merge, or nil.
	before *item.Item
	merged rules.Result
	// reissued reports whether versions of this endpoint were rewritten under its current
	// identifier.
	reissued bool
	// dropped are versions for the archive.
	dropped []*item.Version
}

// each merges arrivals with the current local items.
func (n *news) each(ctx context.Context, now store.Reader, set int64, some []*arrival, visit func(change) error) error {
	for some := range slices.Chunk(some, ahead) {
		ids := make([]string, len(some))
		for i, a := range some {
			ids[i] = a.Item.ID()
		}
		found, err := store.FindItems(now, set, ids)
		if err != nil {
			return err
		}
		for _, a := range some {
			if err := ctx.Err(); err != nil {
				return err
			}
			stored := found[a.Item.ID()]
			if stored.Damaged != nil {
				return fmt.Errorf("item %s: %w", a.Item.ID(), stored.Damaged)
			}
			before := stored.Item
			incoming := a.incoming(before)
			m, reissued, err := n.merge(now, before, incoming)
			if err != nil {
				return err
			}
			dropped := slices.Concat(a.dropped, m.Dropped, records(m.Item, incoming))
			if err := visit(change{before, m, reissued, dropped}); err != nil {
				return err
			}
		}
	}
	return nil
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

// asks reports whether an item needs the user's attention.
func (r *reading) asks(now store.Reader, it *item.Item) (bool, error) {
	sorted, err := store.Sort(now, r.source.Set, it, nil)
	return len(sorted.Open) > 0 || ancestry.Marked(it), err
}

// count sums up the effects on the items.
func (r *Result) count() { r.New, r.Updated, r.Deleted, r.Conflicts = r.Items.Counts() }
