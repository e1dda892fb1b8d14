package safekeeping

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// subject identifies an item of a list.
type subject struct {
	set int64
	id  string
}

// repair is a repair in progress.
type repair struct {
	*Verifier
	safe       Service
	db         Verifiable
	options    VerifyOptions
	before     Verified
	copyFolder string
	unread     []string
	// wanted are the damaged items, and come is what others have of them, in the order in
	// which it is merged.
	wanted, here map[subject]bool
	come         map[subject][]came
	// from has the source that each item was fetched from, and removed the items of which
	// nothing readable was found.
	from    map[subject]string
	removed map[subject]bool
	// files has the feed that each damaged attachment was downloaded from, or "".
	files map[string]string
}

// came is an item with its source: a feed or a backup of this device, or the feed of another
// one.
type came struct {
	*item.Item
	from string
	own  bool
}

func (r *repair) run(ctx context.Context, found store.Verified) (err error) {
	if r.copyFolder = r.options.CopyFolder; r.copyFolder == "" {
		if r.copyFolder, err = r.db.SaveCopy(ctx, r.Backups.Clock.Now()); err != nil {
			return err
		}
	}
	r.Backups.Gate.Enter()
	defer r.Backups.Gate.Leave()
	if err := r.db.Mend(ctx); err != nil {
		return err
	}
	r.wanted, r.here, r.come, r.from = map[subject]bool{}, map[subject]bool{}, map[subject][]came{}, map[subject]string{}
	r.removed, r.files = map[subject]bool{}, map[string]string{}
	if r.options.From != "" {
		maps.Copy(r.wanted, r.before.gone())
	}
	for _, f := range found.Faults {
		if f.File != "" {
			if err := r.replace(ctx, f.File); err != nil {
				return err
			}
		} else if f.Kind == store.Lost && f.Item != "" {
			r.wanted[subject{f.Set, f.Item}] = true
		}
	}
	var sets []store.Set
	err = r.Store.View(ctx, func(now store.Reader) (err error) {
		if sets, err = r.affected(now); err != nil {
			return err
		}
		for _, s := range sets {
			all, err := now.Stamps(s.Key)
			if err != nil {
				return err
			}
			for _, one := range all {
				r.here[subject{s.Key, one.ID}] = true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, s := range sets {
		if err := r.gather(ctx, s); err != nil {
			return err
		}
	}
	if err := r.gatherBackup(ctx, sets); err != nil {
		return err
	}
	if err := r.Store.Update(ctx, func(w store.Writer) error { return r.write(w, sets) }); err != nil {
		return err
	}
	return r.db.Mend(ctx) // including what was fetched
}

// replace downloads a damaged attachment again. If no feed has it, it stays as it is: what can
// be read of it may be all that there is.
func (r *repair) replace(ctx context.Context, file string) error {
	from, err := r.Files.Replace(ctx, file)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.unread = append(r.unread, fetch.Reason(err))
	}
	r.files[file] = from
	return nil
}

// affected returns the lists with damaged items.
func (r *repair) affected(now store.Reader) (sets []store.Set, err error) {
	all, err := now.Sets()
	gone, errGone := now.DeletedSets()
	for _, s := range append(all, gone...) {
		has := r.options.All
		for one := range r.wanted {
			has = has || one.set == s.Key
		}
		if has {
			sets = append(sets, s)
		}
	}
	return sets, errors.Join(err, errGone)
}

// gather reads the damaged items of a list from its own feeds, and from those that it
// subscribes to.
func (r *repair) gather(ctx context.Context, s store.Set) error {
	p := s.Publication
	for _, address := range []string{p.Complete, p.Address} {
		if address != "" {
			r.readOwn(ctx, s, transport.Target{Address: address, Access: p.Access})
		}
	}
	err := r.Documents(ctx, s, func(address string, body io.Reader) { r.take(s, address, body, false) }, r.fail)
	if err != nil {
		return err
	}
	return ctx.Err()
}

func (r *repair) fail(from string, err error) {
	r.unread = append(r.unread, from+": "+fetch.Reason(err))
}

// readOwn reads a feed that this device publishes.
func (r *repair) readOwn(ctx context.Context, s store.Set, t transport.Target) {
	there, err := r.Places.Read(ctx, transport.Request{Target: t, Whole: true, Now: r.Backups.Clock.Now()})
	if transport.IsMissing(err) {
		return
	}
	if err != nil {
		r.fail(t.Address, err)
		return
	}
	r.take(s, t.Address, there.Body, true)
	_ = there.Body.Close() // only read
}

// take extracts the damaged items from a feed.
func (r *repair) take(s store.Set, address string, body io.Reader, own bool) {
	in := feed.NewReader(body, address)
	for {
		entry, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			r.fail(address, err)
			return
		}
		if entry.Item != nil {
			r.offer(subject{s.Key, entry.Item.ID()}, came{entry.Item, address, own})
		}
	}
}

// isWanted reports whether an item is damaged, or may be missing because of damage.
func (r *repair) isWanted(about subject) bool {
	return r.wanted[about] || r.options.All && !r.here[about]
}

func (r *repair) offer(about subject, c came) {
	if r.isWanted(about) {
		r.come[about] = append(r.come[about], c)
	}
}

// gatherBackup reads the damaged items from a backup.
func (r *repair) gatherBackup(ctx context.Context, sets []store.Set) error {
	path := r.options.From
	if path == "" {
		d, err := r.Backups.Device.Stored(ctx)
		if err != nil {
			return err
		}
		if path = r.safe.Newest(d.Backups, r.Backups.Clock.Now()); path == "" {
			return nil
		}
	}
	err := r.safe.ReadBackup(ctx, path, func(then store.Reader) error {
		old, err := then.Sets()
		if err != nil {
			return err
		}
		for _, was := range old {
			i := slices.IndexFunc(sets, func(s store.Set) bool { return s.FeedID == was.FeedID && s.Key == was.Key })
			if i < 0 {
				continue
			}
			_, err := store.Spare(then.EachItem(was.Key, func(it *item.Item) error {
				about := subject{was.Key, it.ID()}
				if !r.isWanted(about) {
					return ctx.Err()
				}
				archived, err := then.Versions(was.Key, it.ID())
				for _, a := range archived {
					r.offer(about, came{&item.Item{Winner: a.Version}, path, true})
				}
				r.offer(about, came{it, path, true})
				return errors.Join(err, ctx.Err())
			}))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && r.options.From == "" && ctx.Err() == nil {
		r.fail(path, err)
		return nil
	}
	return err
}

// write mends the versions that were found again, and rebuilds items that are still damaged
// from everything of them that can be read.
func (r *repair) write(w store.Writer, sets []store.Set) error {
	seen := store.Seen{At: r.Backups.Clock.Now()}
	for about, all := range r.come {
		for _, c := range all {
			for _, v := range c.Versions() {
				if err := r.mend(w, about, v, c.from, seen); err != nil {
					return err
				}
			}
		}
	}
	for _, s := range sets {
		for about := range r.subjects() {
			if about.set != s.Key {
				continue
			}
			if err := r.rebuild(w, s, about, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// subjects returns the items to repair.
func (r *repair) subjects() map[subject]bool {
	all := map[subject]bool{}
	for about := range r.wanted {
		all[about] = true
	}
	if r.options.All {
		for about := range r.come {
			all[about] = true
		}
	}
	return all
}

// mend replaces a damaged version in the archive. A version that the archive never had is
// merged, and archived then.
func (r *repair) mend(w store.Writer, about subject, v *item.Version, from string, seen store.Seen) error {
	if _, err := w.Item(about.set, about.id); err == nil {
		return nil
	}
	seen.From = from
	if err := w.PutArchive(about.set, v, seen); err != nil {
		return err
	}
	if _, err := w.Item(about.set, about.id); err == nil {
		r.from[about] = from
	}
	return nil
}

// rebuild merges everything that can be read of a damaged or missing item.
func (r *repair) rebuild(w store.Writer, s store.Set, about subject, seen store.Seen) error {
	q, can := w.(Quarantining)
	if can {
		if _, err := q.Quarantine(about.set, about.id); err != nil {
			return err
		}
	}
	_, err := w.Item(about.set, about.id)
	damaged := errors.Is(err, store.ErrDamagedItem)
	if err == nil || !damaged && !errors.Is(err, store.ErrNoItem) {
		return err
	}
	archived, err := w.Versions(about.set, about.id)
	if err != nil {
		return err
	}
	var own, others []came
	for _, a := range archived {
		if damaged {
			own = append(own, came{&item.Item{Winner: a.Version}, "the versions that can be read", true})
		}
	}
	for _, c := range r.come[about] {
		if c.own {
			own = append(own, c)
		} else {
			others = append(others, c)
		}
	}
	it, from := merged(s, own)
	if it == nil { // the next sync merges what others have, and screens it
		it, from = merged(s, others)
	}
	switch {
	case it != nil:
		r.from[about], seen.From = from, from
		if err := w.PutItem(about.set, it, seen); err != nil {
			return err
		}
	case damaged && len(r.unread) == 0:
		if err := w.RemoveItem(about.set, about.id); err != nil {
			return err
		}
		r.removed[about] = true
	}
	return Reread(w, about.set)
}

// merged merges several copies of an item, and returns the source of its last change.
func merged(s store.Set, all []came) (it *item.Item, from string) {
	merge := feed.RulesOf(s.Dialect).Merge
	for _, c := range all {
		if m := merge(it, c.Item); it == nil || m.Changed {
			it, from = m.Item, c.from
		}
	}
	return it, from
}

// conclude sets what was repaired, and what could not be restored.
func (r *repair) conclude(v *Verified) {
	v.CopyFolder, v.Unread = r.copyFolder, append(v.Unread, r.unread...)
	still := map[[2]string]bool{}
	for _, f := range v.Faults {
		still[[2]string{f.List, f.Item}] = f.Item != ""
	}
	quarantined, known := r.quarantined(v), map[subject]bool{} // an item may have several faults
	for _, f := range r.before.Faults {
		if f.attachment != "" {
			if f.From = r.files[f.attachment]; f.From != "" {
				v.Repaired = append(v.Repaired, f)
			} else {
				v.Unrestored = append(v.Unrestored, f)
			}
			continue
		}
		if still[[2]string{f.List, f.Item}] {
			continue
		}
		about := subject{f.set, f.Item}
		f.From, f.Gone = r.from[about], r.removed[about]
		switch {
		case !f.Gone && !quarantined[about]:
			v.Repaired = append(v.Repaired, f)
		case !known[about]:
			known[about] = true
			v.Unrestored = append(v.Unrestored, f)
		}
	}
	gone, back := v.gone(), map[subject]bool{} // an item may have several versions
	for _, q := range r.before.Quarantine {
		about := subject{q.set, q.Item}
		if q.Gone && !gone[about] && !back[about] {
			back[about] = true
			v.Repaired = append(v.Repaired, Fault{List: q.List, Item: q.Item, Text: "it was missing from the list because it was damaged", From: r.from[about], set: q.set})
		}
	}
}

// quarantined returns the items of which the repair has quarantined versions.
func (r *repair) quarantined(v *Verified) map[subject]bool {
	before, items := map[int64]bool{}, map[subject]bool{}
	for _, q := range r.before.Quarantine {
		before[q.key] = true
	}
	for _, q := range v.Quarantine {
		if !before[q.key] {
			items[subject{q.set, q.Item}] = true
		}
	}
	return items
}
