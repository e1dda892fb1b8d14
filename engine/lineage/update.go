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

func updateOf(h *item.History) update {
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
