package intake

import (
	"errors"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// screening has the alarming items of a feed (package trust). They are held for review; the
// rest is merged.
type screening struct {
	// odd are the arrivals with alarms, and those to be checked again.
	odd map[*arrival]*oddity
	// put are items to be quarantined. drop are the keys of quarantined items to be released,
	// because the feed now has a harmless version of them.
	put  []store.HeldItem
	drop []int64
	// agreed reports whether the user agreed to a flood beforehand.
	agreed bool
	// missing are the items held for review because the feed no longer has them, with the
	// alarm.
	missing map[string]trust.Alarm
}

// oddity is what may be alarming in an arrival.
type oddity struct {
	alarms []trust.Alarm
	// recheck reports whether it has several entries, and has to be checked as a whole.
	recheck bool
}

// checkAlarms checks an item with news for alarms, given the result of merging it.
func (r *reading) checkAlarms(now store.Reader, a *arrival, local, merged *item.Item) error {
	if r.options.Trusted {
		return nil
	}
	own := ownIn{now: now, source: r.source, id: a.Item.ID()}
	if a.harm = harmTo(local, merged); r.source.made(merged.Winner) {
		a.harm = none
	}
	o := oddity{alarms: trust.Item(own.own(), local, a.incoming(local))}
	if a, is := trust.ForgedContent(own.own(), local, merged); is {
		o.alarms = append(o.alarms, a)
	}
	o.alarms = append(o.alarms, a.altered...)
	if len(o.alarms) > 0 {
		r.screening.record(a, o)
	}
	return own.err
}

// recheckLater schedules another check of an arrival for when all of its entries are merged.
func (s *screening) recheckLater(a *arrival) { s.record(a, oddity{recheck: true}) }

func (s *screening) record(a *arrival, o oddity) {
	if s.odd == nil {
		s.odd = map[*arrival]*oddity{}
	}
	s.odd[a] = &o
}

// alarm adds the flood alarms among alarms to an arrival, unless it already has one.
func (s *screening) alarm(a *arrival, alarms ...trust.Alarm) {
	flood := func(a trust.Alarm) bool { return a.Kind == trust.Flood }
	var o oddity
	if known := s.odd[a]; known != nil {
		o = *known
	}
	if !slices.ContainsFunc(o.alarms, flood) {
		o.alarms = append(o.alarms, slices.DeleteFunc(slices.Clone(alarms), func(a trust.Alarm) bool { return !flood(a) })...)
	}
	s.record(a, o)
}

// ownIn finds all versions of an item that this endpoint ever had.
type ownIn struct {
	now    store.Reader
	source Source
	id     string
	err    error
}

func (o *ownIn) own() trust.Own {
	return trust.Own{By: o.source.By, Counted: o.source.Set.Dialect == item.SSE091, Made: o.made}
}

// made returns all versions of the item in the archives of all lists.
func (o *ownIn) made() (all []*item.Version) {
	for _, a := range o.archived() {
		all = append(all, a.Version)
	}
	return all
}

// written returns the versions that were created on this computer.
func (o *ownIn) written() (all []*item.Version) {
	for _, a := range o.archived() {
		if a.Seen.From == "" {
			all = append(all, a.Version)
		}
	}
	return all
}

// archived returns the archived versions of the item in all lists, including deleted ones: an
// item of a deleted list that is shared again was nevertheless created here.
func (o *ownIn) archived() (all []store.Archived) {
	sets, err := o.now.Sets()
	gone, errGone := o.now.DeletedSets()
	if o.err = errors.Join(err, errGone); o.err != nil {
		return nil
	}
	for _, s := range append(sets, gone...) {
		archived, err := o.now.Versions(s.Key, o.id)
		if err != nil {
			o.err = err
			return nil
		}
		all = append(all, archived...)
	}
	return all
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

// recheckMerged checks the items again that had several entries.
func (r *reading) recheckMerged(now store.Reader) error {
	for _, a := range r.news.order {
		if o := r.screening.odd[a]; o == nil || !o.recheck {
			continue
		}
		delete(r.screening.odd, a)
		local, err := findItem(now, r.source.Set.Key, a.Item.ID())
		if err != nil {
			return err
		}
		m, _, err := r.merge(now, local, a.incoming(local))
		if err != nil {
			return err
		}
		if err := r.checkAlarms(now, a, local, m.Item); err != nil {
			return err
		}
	}
	return nil
}

// harm is what an arrival would do to the list: a part of a flood, or none.
type harm = trust.Part

const none harm = ""

// harmTo returns what a merge does to an item. Some changes are harmless: deleting a completed
// todo tidies up, unless the deletion itself completed it; completing one overwrites nothing;
// resolving a conflict is what conflicts are for; and concurrent versions with the same contents
// need no review.
func harmTo(local, merged *item.Item) harm {
	kept := func(v *item.Version) bool { return slices.ContainsFunc(merged.Conflicts, v.Same) }
	switch {
	case local == nil && !merged.Winner.Deleted:
		return trust.Added
	case local == nil || local.Winner.Deleted:
	case merged.Winner.Deleted:
		if isOpen(local.Winner) && (isOpen(merged.Winner) || follows(merged.Winner, local.Winner)) {
			return trust.Deleted
		}
	case len(local.Conflicts) == 0 && !kept(local.Winner) && replaces(merged.Winner, local.Winner):
		return trust.Overwritten
	case len(merged.Conflicts) > len(local.Conflicts) && slices.ContainsFunc(merged.Conflicts, differsFrom(merged.Winner)):
		return trust.Disputed
	}
	return none
}

// isOpen reports whether a version is anything but a completed or canceled todo.
func isOpen(v *item.Version) bool {
	f := record.FactsOf(v.Content)
	return !f.Done && !f.Cancelled
}

// follows reports whether a version was made from another in a single update.
func follows(v, other *item.Version) bool {
	last := other.Top()
	return v.Updates == other.Updates+1 && slices.ContainsFunc(v.History, func(h item.History) bool {
		return h.Same(last) || h.By != "" && h.By == last.By && h.Sequence >= last.Sequence
	})
}

// differsFrom returns a function that reports whether a version differs from v.
func differsFrom(v *item.Version) func(*item.Version) bool {
	return func(other *item.Version) bool { return !ancestry.Equal(other, v) }
}

// replaces reports whether two versions have different contents, ignoring whether and when a
// todo was completed, and its position. Two copies of one version may differ in markup.
func replaces(v, other *item.Version) bool {
	if v.Content.Hash() == other.Content.Hash() {
		return false
	}
	if v.SameSync(other) {
		return v.Content.Title() != other.Content.Title() || v.Content.Text() != other.Content.Text()
	}
	return !record.Equal(ticked(v.Content), ticked(other.Content))
}

// ticked returns the content of a todo as if it had been completed.
func ticked(c *item.Content) *item.Content {
	if record.KindOf(c) != record.Todo {
		return c
	}
	if done, err := record.Apply(c, record.Values{"done": "true"}); err == nil {
		return done
	}
	return c
}
