package incorporate

import (
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// harm is what an arrival would do to an item that is here.
type harm int

const (
	none harm = iota
	// deletes: it would delete the item.
	deletes
	// disputes: it would newly conflict with it.
	disputes
)

// harmTo tells what a merge does to an item. That a todo is deleted when it was done is
// tidying up, and that two say the same apart leaves nothing to look through.
func harmTo(local, merged *item.Item) harm {
	switch {
	case local == nil:
	case merged.Winner.Deleted && !local.Winner.Deleted:
		if store.RowOf(local, equal.Sorted{}).Open() {
			return deletes
		}
	case len(merged.Conflicts) > len(local.Conflicts) && slices.ContainsFunc(merged.Conflicts, differsFrom(merged.Winner)):
		return disputes
	}
	return none
}

// differsFrom tells whether a version says something else than another.
func differsFrom(v *item.Version) func(*item.Version) bool {
	return func(other *item.Version) bool { return !equal.Versions(other, v) }
}

// flood adds an alarm to every item that a flood harms.
func (r *reading) flood(now store.Reader) error {
	var harmed [disputes + 1]int
	for _, o := range r.screening.odd {
		harmed[o.harm]++
	}
	if harmed[deletes]+harmed[disputes] == 0 {
		return nil
	}
	counts, err := now.Count(r.source.Set.Key)
	if err != nil {
		return err
	}
	if alarm, is := trust.InFlood(harmed[deletes], harmed[disputes], counts.Items); is {
		for _, o := range r.screening.odd {
			if o.harm != none {
				o.alarms = append(o.alarms, alarm)
			}
		}
	}
	return nil
}

// ofFlood are the alarms about a flood, unless there is one now.
func ofFlood(before, now []trust.Alarm) []trust.Alarm {
	flood := func(a trust.Alarm) bool { return a.Kind == trust.Flood }
	if slices.ContainsFunc(now, flood) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(before), func(a trust.Alarm) bool { return !flood(a) })
}

// unlessMost is nothing where most of the list would be taken out of it: that a server
// gives an empty document, or somebody wants the list to be gone, is as likely.
func (a absent) unlessMost(r *reading, now store.Reader) (absent, error) {
	if len(a.discard) == 0 {
		return a, nil
	}
	counts, err := now.Count(r.source.Set.Key)
	if _, most := trust.InFlood(len(a.discard), 0, counts.Items); err != nil || !most {
		return a, err
	}
	r.result.Problems.add("%s: it says nothing any more of %d items, which are most of the list: they stay here; delete them if they are to go", r.at, len(a.discard))
	return absent{}, nil
}
