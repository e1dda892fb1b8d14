package record

import (
	"cmp"
	"slices"

	"crossfeed/engine/item"
)

// Complete finds the records of versions of an item whose programs dropped them. Each such
// version gets the content that it was made from (item.Content.MadeFrom) if the archive
// determines it (Origin). Tombstones are left out, because any program may drop their data.
func Complete(versions, archive []*item.Version) []*item.Version {
	var t tracing
	all := slices.Clone(versions)
	for i, v := range versions {
		var from *item.Content
		if Lacks(v) {
			if t.found == nil { // most versions lack nothing, and finding records is expensive
				t = newTracing(archive)
			}
			if o := t.origin(v); o.Known() {
				from = o.Record.Content
			}
		}
		if c := v.Content.MadeFrom(from); c != v.Content {
			completed := *v
			completed.Content = c
			all[i] = &completed
		}
	}
	return all
}

// Lacks reports whether a version may lack the record of a version that it was made from.
func Lacks(v *item.Version) bool {
	return v.Updates > 1 && !v.Deleted && !v.Missing && !Holds(v.Content)
}

// Origin is what is known about the record that a version lacks.
type Origin struct {
	// Record is the latest version in the archive that has a record and that the version was
	// made from, or nil.
	Record *item.Version
	// Missing reports whether later versions, which are not in the archive, may have had
	// another record.
	Missing bool
	// Note reports whether a person restored an earlier state of the item in which it was a
	// note.
	Note bool
}

// Known reports whether the version is shown with the record.
func (o Origin) Known() bool { return o.Record != nil && !o.Missing && !o.Note }

// Lost reports whether the item may have been more than the note that is shown.
func (o Origin) Lost() bool { return !o.Known() && !o.Note && (o.Record != nil || o.Missing) }

// OriginOf returns the origin of a version that has no record.
func OriginOf(v *item.Version, archive []*item.Version) Origin { return newTracing(archive).origin(v) }

// tracing finds the origins of versions.
type tracing struct {
	archive, records []*item.Version
	// found caches origins.
	found map[*item.Version]Origin
}

func newTracing(archive []*item.Version) tracing {
	t := tracing{archive: archive, found: map[*item.Version]Origin{}}
	for _, v := range archive {
		if !v.Missing && Holds(v.Content) {
			t.records = append(t.records, v)
		}
	}
	return t
}

func (t tracing) origin(v *item.Version) Origin {
	if o, known := t.found[v]; known {
		return o
	}
	t.found[v] = Origin{} // only false histories have cycles
	var o Origin
	for _, r := range t.records {
		if madeFrom(v, r) && (o.Record == nil || later(r, o.Record) > 0) {
			o.Record = r
		}
	}
	o.Note = t.putBack(v, o.Record)
	o.Missing = t.lost(v, o.Record)
	t.found[v] = o
	return o
}

// lost reports whether a version may have been made from a record other than the last known
// one: an endpoint that may support records has since changed the item, and that version was
// never received. If the version's digest does not match, the version itself is damaged.
func (t tracing) lost(v, last *item.Version) bool {
	if v.Digest != "" && !v.Intact() {
		return true
	}
	return slices.ContainsFunc(v.History[1:], func(h item.History) bool {
		return !(last != nil && knows(last, h)) && !t.received(h) && !t.knowsNone(h.By, v)
	})
}

// received reports whether the archive has the content of an update. The data of a tombstone
// is dropped in transit; it equals the deleted version's data, unless somebody edited the
// tombstone.
func (t tracing) received(h item.History) bool {
	return slices.ContainsFunc(t.archive, func(o *item.Version) bool {
		return !o.Missing && same(o.Top(), h) && (!o.Deleted || Holds(o.Content) || t.onlyDeletes(o))
	})
}

// onlyDeletes reports whether a tombstone was made from a version that was not one.
func (t tracing) onlyDeletes(o *item.Version) bool {
	return len(o.History) > 1 && slices.ContainsFunc(t.archive, func(p *item.Version) bool {
		return !p.Deleted && !p.Missing && same(p.Top(), o.History[1])
	})
}

// knowsNone reports whether an endpoint does not support records: it made v, or a version in
// the archive, without the record, and never wrote one.
func (t tracing) knowsNone(by string, v *item.Version) bool {
	leaves := func(o *item.Version) bool { return o.Top().By == by && o.Digest == "" && Lacks(o) }
	return by != "" && (leaves(v) || slices.ContainsFunc(t.archive, leaves)) && !t.wrote(by)
}

// wrote reports whether an endpoint wrote a record of the item or a digest, which only
// programs with support for records write. A version with neither may be a copy that was
// damaged in transit.
func (t tracing) wrote(by string) bool {
	return by != "" && slices.ContainsFunc(t.archive, func(o *item.Version) bool {
		return o.Top().By == by && (o.Digest != "" || !o.Missing && Holds(o.Content))
	})
}

// putBack reports whether a version, or one between it and the record, repeats the content
// that the item had earlier as a note, and comes from a program that supports records: a
// person restored it.
func (t tracing) putBack(v, last *item.Version) bool {
	if last == nil {
		return false
	}
	if t.repeatsNote(v) {
		return true
	}
	return slices.ContainsFunc(t.archive, func(o *item.Version) bool {
		return Lacks(o) && madeFrom(v, o) && madeFrom(o, last) && t.origin(o).Note
	})
}

func (t tracing) repeatsNote(v *item.Version) bool {
	if !v.Intact() && !t.wrote(v.Top().By) {
		return false
	}
	return slices.ContainsFunc(t.archive, func(o *item.Version) bool {
		return o.Content.Hash() == v.Content.Hash() && !o.Deleted && madeFrom(v, o) && !t.origin(o).Known()
	})
}

// later compares two versions that a version was made from, by the rules for picking a winner.
func later(x, y *item.Version) int {
	a, b := x.Top(), y.Top()
	return cmp.Or(
		cmp.Compare(x.Updates, y.Updates), a.When.Compare(b.When), cmp.Compare(a.By, b.By), x.Content.Compare(y.Content),
	)
}

// madeFrom reports whether the history of v includes the update of o, or a later one by the
// same endpoint, and v has more updates.
func madeFrom(v, o *item.Version) bool { return v.Updates > o.Updates && knows(v, o.Top()) }

// knows reports whether a history includes an update or a later one by the same endpoint.
func knows(v *item.Version, update item.History) bool {
	return slices.ContainsFunc(v.History, func(h item.History) bool {
		return same(h, update) || h.By != "" && h.By == update.By && update.Sequence > 0 && h.Sequence > update.Sequence
	})
}

// same reports whether two entries are the same update. SSE 0.91 has no sequence numbers.
func same(a, b item.History) bool {
	return a.By == b.By && a.When.Equal(b.When) && (a.Sequence == b.Sequence || a.Sequence == 0 || b.Sequence == 0)
}
