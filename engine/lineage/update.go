package lineage

import "crossfeed/engine/item"

// update identifies an update (SSE 0.93 §2.5): two entries with one of it are
// one update, whatever text its time was read from.
type update struct {
	sequence int
	by       string
	dated    bool
	seconds  int64
	nanos    int
}

func updateOf(h item.History) update {
	t := h.When.Time()
	return update{
		sequence: h.Sequence, by: h.By,
		dated: h.When.Present(), seconds: t.Unix(), nanos: t.Nanosecond(),
	}
}

// saysSame tells whether two versions with one topmost entry can be one update,
// which they are when they differ just in how they were written.
func saysSame(x, y *item.Version) bool {
	return x.Updates == y.Updates && x.Deleted == y.Deleted &&
		(x.Deleted || x.Content.Hash() == y.Content.Hash())
}

// entries lists the entries of a history that can have come before its topmost:
// all others.
func entries(v *item.Version) []item.History { return v.History[1:] }

// cut tells whether a history lacks entries. Every update adds one to the count
// of updates and an entry, and settling adds nothing but entries.
func cut(v *item.Version) bool { return len(v.History) < v.Updates }

// updatesOf are the updates that a version's history names.
func updatesOf(v *item.Version) map[update]bool {
	named := make(map[update]bool, len(v.History))
	for _, h := range v.History {
		named[updateOf(h)] = true
	}
	return named
}
