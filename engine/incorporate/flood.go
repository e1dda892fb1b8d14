package incorporate

import (
	"slices"

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
		if store.RowOf(local).Open() {
			return deletes
		}
	case len(merged.Conflicts) > len(local.Conflicts) && slices.ContainsFunc(merged.Conflicts, differsFrom(merged.Winner)):
		return disputes
	}
	return none
}

// differsFrom tells whether a version says something else than another.
func differsFrom(v *item.Version) func(*item.Version) bool {
	return func(other *item.Version) bool {
		return other.Deleted != v.Deleted || !v.Deleted && other.Content.Hash() != v.Content.Hash()
	}
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
