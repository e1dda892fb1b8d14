package intake

// Change is what became of an item.
type Change int

// Changes.
const (
	// NoChange: the item is only in conflict because of another one.
	NoChange Change = iota
	New
	Updated
	Deleted
)

// Effect is what feeds did to an item.
type Effect struct {
	Change Change
	// Conflict reports that the item is in conflict.
	Conflict bool
}

// Effects are what feeds did to items, by their identifiers.
type Effects map[string]Effect

// Add adds what was done to an item after all the rest: one that is new stays new, and
// the last effect says whether it is in conflict.
func (all *Effects) Add(id string, e Effect) {
	if *all == nil {
		*all = Effects{}
	}
	if before := (*all)[id].Change; before == New || e.Change == NoChange {
		e.Change = before
	}
	(*all)[id] = e
}

// Counts are the numbers of the items that are new, updated, deleted and in conflict.
func (all Effects) Counts() (added, updated, deleted, conflicts int) {
	for _, e := range all {
		switch e.Change {
		case New:
			added++
		case Updated:
			updated++
		case Deleted:
			deleted++
		}
		if e.Conflict {
			conflicts++
		}
	}
	return added, updated, deleted, conflicts
}
