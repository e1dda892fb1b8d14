package intake

import (
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
