package intake

// Change is what happened to an item.
type Change int

// The changes that a feed can make to an item.
const (
	// NoChange means that the item is only in conflict because of another one.
	NoChange Change = iota
	New
	Updated
	Deleted
)

// Effect is what the feeds changed about an item.
type Effect struct {
	Change Change
	// Conflict reports whether the item is in conflict.
	Conflict bool
}

// Effects are the effects of feeds on items, by identifier.
type Effects map[string]Effect

// Add adds a later effect on an item: a new item remains new, and the last effect determines
// whether it is in conflict.
func (all *Effects) Add(id string, e Effect) {
	if *all == nil {
		*all = Effects{}
	}
	if before := (*all)[id].Change; before == New || e.Change == NoChange {
		e.Change = before
	}
	(*all)[id] = e
}

// Counts returns the numbers of items that are new, updated, deleted and in conflict.
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
