package record

import (
	"cmp"
	"slices"

	"crossfeed/engine/item"
)

// Complete finds the records of versions of an item whose own programs dropped them: each
// such version says what it was made from (item.Content.MadeFrom), where the archive tells
// (Origin). Nothing is said of tombstones, whose data anybody may drop.
func Complete(versions, archive []*item.Version) []*item.Version {
	var t tracing
	all := slices.Clone(versions)
	for i, v := range versions {
		var from *item.Content
		if Lacks(v) {
			if t.found == nil { // most versions lack nothing, and records are dear to find
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

// Lacks reports whether a version may lack the record of one that it was made from.
func Lacks(v *item.Version) bool {
	return v.Updates > 1 && !v.Deleted && !v.Missing && !Holds(v.Content)
}

// Origin is what is known of the record of which a version lacks its own.
type Origin struct {
	// Record is the latest version with a record that it was made from and the archive
	// has, or nil.
	Record *item.Version
	// Missing tells that later ones may have had another record, and are not in the
	// archive.
	Missing bool
	// Note tells that a person put the item back to what it was before, a note.
	Note bool
}

// Known reports whether the version is shown with the record.
func (o Origin) Known() bool { return o.Record != nil && !o.Missing && !o.Note }

// Lost reports whether the item may have been more than the note that is shown.
func (o Origin) Lost() bool { return !o.Known() && !o.Note && (o.Record != nil || o.Missing) }

// OriginOf finds the origin of a version that holds no record.
func OriginOf(v *item.Version, archive []*item.Version) Origin { return newTracing(archive).origin(v) }

// tracing finds what versions were made from.
type tracing struct {
	archive, records []*item.Version
	// found are the origins that were found already.
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
	t.found[v] = Origin{} // only histories that are false lead back here
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

// lost reports whether the record that a version was made from may be another one than the
// last that is known: somebody who may know records changed the item since, and what that
// said was never received. A digest that does not match says so of the version itself.
func (t tracing) lost(v, last *item.Version) bool {
	if v.Digest != "" && !v.Intact() {
		return true
	}
	return slices.ContainsFunc(v.History[1:], func(h item.History) bool {
		return !(last != nil && knows(last, h)) && !t.received(h) && !t.knowsNone(h.By, v)
	})
}

// received reports whether the archive has what an update said. The data of a tombstone is
// dropped on the way: it is what was deleted, unless somebody edited the tombstone.
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

// knowsNone reports whether an endpoint that made a version, or one of the archive, left
// records out and never wrote one.
func (t tracing) knowsNone(by string, v *item.Version) bool {
	leaves := func(o *item.Version) bool { return o.Top().By == by && o.Digest == "" && Lacks(o) }
	return by != "" && (leaves(v) || slices.ContainsFunc(t.archive, leaves)) && !t.wrote(by)
}

// wrote reports whether an endpoint wrote a record of the item, or a digest, which only programs
// write that know records: what is without both may be a copy that was damaged on the way.
func (t tracing) wrote(by string) bool {
	return by != "" && slices.ContainsFunc(t.archive, func(o *item.Version) bool {
		return o.Top().By == by && (o.Digest != "" || !o.Missing && Holds(o.Content))
	})
}

// putBack reports whether a version, or one between it and the record, says again what the
// item said before as a note, by a program that knows records: a person put that back.
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

// later orders versions that one was made from, as a winner is picked.
func later(x, y *item.Version) int {
	a, b := x.Top(), y.Top()
	return cmp.Or(
		cmp.Compare(x.Updates, y.Updates), a.When.Compare(b.When), cmp.Compare(a.By, b.By), x.Content.Compare(y.Content),
	)
}

// madeFrom reports whether a version names the update of another one, or a later one of
// the same endpoint, as one before its own.
func madeFrom(v, o *item.Version) bool { return v.Updates > o.Updates && knows(v, o.Top()) }

// knows reports whether a history names an update, or a later one of the same endpoint.
func knows(v *item.Version, update item.History) bool {
	return slices.ContainsFunc(v.History, func(h item.History) bool {
		return same(h, update) || h.By != "" && h.By == update.By && update.Sequence > 0 && h.Sequence > update.Sequence
	})
}

// same reports whether two entries are one update. SSE 0.91 numbers none.
func same(a, b item.History) bool {
	return a.By == b.By && a.When.Equal(b.When) && (a.Sequence == b.Sequence || a.Sequence == 0 || b.Sequence == 0)
}
