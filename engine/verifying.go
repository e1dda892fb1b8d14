package engine

import (
	"context"
	"errors"
	"io"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// ErrStructure means that the file of the store is damaged in itself: what can be read has to be
// copied into a new one, while nobody has it open.
var ErrStructure = errors.New("the database itself is damaged: close every Crossfeed and start it again, which rebuilds it")

// Verified says what verifying the data found, and what repairing it did.
type Verified struct {
	// Versions and Items is how many were read. Quarantined versions are damaged and in no item.
	Versions    int `json:"versions"`
	Items       int `json:"items"`
	Quarantined int `json:"quarantined"`
	// Faults are those that are there now.
	Faults []Fault `json:"faults"`
	// Repaired are those that were repaired.
	Repaired []Fault `json:"repaired"`
	// Unread are feeds and backups that could not be read, with the reason.
	Unread []string `json:"unread"`
	// Kept is the folder with the data as it was before it was repaired, or "".
	Kept string `json:"kept"`
	// Structure reports that the file itself is damaged.
	Structure bool `json:"structure"`
}

// Fault is something damaged.
type Fault struct {
	List string `json:"list"`
	Item string `json:"item"`
	// Text says what is wrong, From where it was fetched from, or "".
	Text string `json:"text"`
	From string `json:"from"`
}

// VerifyOptions say how to verify.
type VerifyOptions struct {
	// Repair fetches what is damaged from the feeds and from a backup.
	Repair bool
	// From is the backup; "" is the newest that was written automatically.
	From string
	// All has every version that belongs to no item looked at as well: items may be missing.
	All bool
	// Kept is the folder that the data as it was is in already, or "".
	Kept string
	// Note has it said in the window how much is damaged until it is repaired: that is all that
	// is written without Repair.
	Note bool
	// Progress is told how many versions and items of all were read; it may be nil.
	Progress func(done, all int)
}

// Verify reads everything that is stored. With Repair, what is damaged is taken out of use and
// fetched again; the data as it was is kept. Where ErrStructure is returned, nothing was changed.
func (e *Engine) Verify(ctx context.Context, o VerifyOptions) (Verified, error) {
	s, err := e.Backups.Service()
	if err != nil {
		return Verified{}, err
	}
	db, is := e.parts.Store.(safekeeping.Verifiable)
	if !is {
		return Verified{}, safekeeping.ErrNoDatabase
	}
	found, err := s.Verify(ctx, db, o.Progress)
	if err != nil {
		return Verified{}, err
	}
	done, err := e.verified(ctx, found)
	if err == nil && o.Note {
		err = e.noteDamage(ctx, done)
	}
	if err != nil || !o.Repair || len(found.Faults) == 0 && !o.All {
		return done, err
	}
	if done.Structure {
		return done, ErrStructure
	}
	r := &repair{Engine: e, safe: s, db: db, options: o, before: done}
	if err := r.run(ctx, found); err != nil {
		return done, err
	}
	found, err = s.Verify(ctx, db, o.Progress)
	if err != nil {
		return done, err
	}
	after, err := e.verified(ctx, found)
	r.conclude(&after)
	e.watchers.wake()
	if err == nil {
		err = e.noteDamage(ctx, after)
	}
	return after, err
}

// StoreDamaged reports whether the store met that it is damaged in itself: the next start
// rebuilds it.
func (e *Engine) StoreDamaged() bool {
	return damaged(e.parts.Store)
}

func damaged(st store.Store) bool {
	known, is := st.(interface{ Damaged() bool })
	return is && known.Damaged()
}

// DamagedItems counts the items of which something is damaged: one may have several faults.
func DamagedItems(faults []Fault) int {
	items := map[[2]string]bool{}
	for _, f := range faults {
		items[[2]string{f.List, f.Item}] = true
	}
	return len(items)
}

// noteDamage stores how many items are damaged, so that it is said until they are repaired. A
// file that is damaged in itself is not written to.
func (e *Engine) noteDamage(ctx context.Context, found Verified) error {
	n := DamagedItems(found.Faults)
	d, err := e.Device.Stored(ctx)
	if err != nil || found.Structure || d.Damaged == n {
		return err
	}
	return e.Device.Change(ctx, func(d *store.Device) { d.Damaged = n })
}

// verified names the lists of faults.
func (e *Engine) verified(ctx context.Context, found store.Verified) (Verified, error) {
	v := Verified{
		Versions: found.Versions, Items: found.Items, Quarantined: found.Quarantined,
		Faults: []Fault{}, Repaired: []Fault{}, Unread: []string{},
	}
	names := map[int64]string{}
	err := e.store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		for _, s := range sets {
			names[s.Key] = s.Name
		}
		return err
	})
	if errors.Is(err, store.ErrDamaged) {
		err = nil // the faults say so
	}
	for _, f := range found.Faults {
		one := Fault{List: names[f.Set], Item: f.Item, Text: f.Text}
		if f.File != "" {
			one.Item = f.File
		}
		if !slices.Contains(v.Faults, one) {
			v.Faults = append(v.Faults, one)
		}
		v.Structure = v.Structure || f.Kind == store.Structure
	}
	return v, err
}

// subject is an item of a list.
type subject struct {
	set int64
	id  string
}

// repair repairs.
type repair struct {
	*Engine
	safe    safekeeping.Service
	db      safekeeping.Verifiable
	options VerifyOptions
	before  Verified
	kept    string
	unread  []string
	// wanted are the items that are damaged, and come what others have of them, in the order
	// in which it is merged.
	wanted, here map[subject]bool
	come         map[subject][]came
	// from says where an item was fetched from.
	from map[subject]string
}

// came is an item, and where it comes from: a feed or a backup of this device, or the feed of
// another one.
type came struct {
	*item.Item
	from string
	own  bool
}

func (r *repair) run(ctx context.Context, found store.Verified) (err error) {
	if r.kept = r.options.Kept; r.kept == "" {
		if r.kept, err = r.db.Keep(ctx, r.parts.Clock.Now()); err != nil {
			return err
		}
	}
	r.gate.Enter()
	defer r.gate.Leave()
	if err := r.db.Mend(ctx); err != nil {
		return err
	}
	r.wanted, r.here, r.come, r.from = map[subject]bool{}, map[subject]bool{}, map[subject][]came{}, map[subject]string{}
	for _, f := range found.Faults {
		if f.File != "" {
			if err := r.safe.Attachments.Remove(f.File); err != nil { // the next sync fetches it
				return err
			}
		} else if f.Kind == store.Lost && f.Item != "" {
			r.wanted[subject{f.Set, f.Item}] = true
		}
	}
	var sets []store.Set
	err = r.store.View(ctx, func(now store.Reader) (err error) {
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
	if err := r.store.Update(ctx, func(w store.Writer) error { return r.write(w, sets) }); err != nil {
		return err
	}
	return r.db.Mend(ctx) // of what was fetched, too
}

// affected are the lists with damaged items.
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

// gather reads the damaged items of a list from its own feeds, and from those that it reads.
func (r *repair) gather(ctx context.Context, s store.Set) error {
	p := s.Publication
	for _, address := range []string{p.Complete, p.Address} {
		if address != "" {
			r.readOwn(ctx, s, location.Target{Address: address, Access: p.Access})
		}
	}
	err := r.Subscriptions.Documents(ctx, s, func(address string, body io.Reader) { r.take(s, address, body, false) }, r.fail)
	if err != nil {
		return err
	}
	return ctx.Err()
}

func (r *repair) fail(from string, err error) {
	r.unread = append(r.unread, from+": "+fetch.Reason(err))
}

// readOwn reads a feed that this device publishes.
func (r *repair) readOwn(ctx context.Context, s store.Set, t location.Target) {
	there, err := r.parts.Places.Read(ctx, location.Request{Target: t, Whole: true, Now: r.parts.Clock.Now()})
	if location.IsMissing(err) {
		return
	}
	if err != nil {
		r.fail(t.Address, err)
		return
	}
	r.take(s, t.Address, there.Body, true)
	_ = there.Body.Close() // only read
}

// take takes the damaged items out of a feed.
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

// isWanted tells whether an item is damaged, or may be missing because of that.
func (r *repair) isWanted(about subject) bool {
	return r.wanted[about] || r.options.All && !r.here[about]
}

func (r *repair) offer(about subject, c came) {
	if r.isWanted(about) {
		r.come[about] = append(r.come[about], c)
	}
}

// gatherBackup reads them from a backup.
func (r *repair) gatherBackup(ctx context.Context, sets []store.Set) error {
	path := r.options.From
	if path == "" {
		d, err := r.Device.Stored(ctx)
		if err != nil {
			return err
		}
		if path = r.safe.Newest(d.Backups, r.parts.Clock.Now()); path == "" {
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

// write mends the versions that came again, and makes the items that are damaged all the same
// of everything that can be read of them.
func (r *repair) write(w store.Writer, sets []store.Set) error {
	seen := store.Seen{At: r.parts.Clock.Now()}
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

// subjects are the items to be looked at.
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

// mend puts a version into the archive where it is there and damaged. What the archive never had
// is merged, and put there then.
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

// rebuild merges everything that can be read of an item that is damaged or missing.
func (r *repair) rebuild(w store.Writer, s store.Set, about subject, seen store.Seen) error {
	q, can := w.(safekeeping.Quarantining)
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
	}
	return safekeeping.Reread(w, about.set)
}

// merged is one item of several, and where the last change of it comes from.
func merged(s store.Set, all []came) (it *item.Item, from string) {
	merge := feed.RulesOf(s.Dialect).Merge
	for _, c := range all {
		if m := merge(it, c.Item); it == nil || m.Changed {
			it, from = m.Item, c.from
		}
	}
	return it, from
}

// conclude says what was repaired.
func (r *repair) conclude(v *Verified) {
	v.Kept, v.Unread = r.kept, append(v.Unread, r.unread...)
	for _, f := range r.before.Faults {
		if slices.ContainsFunc(v.Faults, func(now Fault) bool { return now.List == f.List && now.Item == f.Item && f.Item != "" }) {
			continue
		}
		for about, from := range r.from {
			if about.id == f.Item {
				f.From = from
			}
		}
		v.Repaired = append(v.Repaired, f)
	}
}
