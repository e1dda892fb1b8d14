// Package lineage tells how the versions of an item came about: what they
// started from, where they parted and came together, and whose clock cannot be
// right. It also decides which versions are a conflict for a person (SortVersions).
// It reads histories and the archive; it knows no store and no clock.
package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// Base is the common ancestor of several versions: their original.
type Base struct {
	// Version is the newest version that all of them were made from, or nil
	// where none is known, or there are several.
	Version *item.Version
	// Of are the newest common ancestors where there are several, because the
	// versions resolved the same conflict (criss-cross). The original is the
	// merge of these. Nobody wrote it: it has no author and no date.
	Of []Base
	// From is the original from which Of are merged, or nil where it is not
	// known. Where Of collide, the field or line has no original.
	From *Base
	// Unknown says why there is no base.
	Unknown Unknown
	// Missing names the updates whose versions would be needed and are not in
	// the archive, or, where a history was cut, the updates that lack entries.
	// A merged base can have some, too: more fields then have no original.
	Missing []item.History
}

// Known reports whether the base is a version that somebody wrote.
func (b Base) Known() bool { return b.Version != nil }

// Merged reports whether the base is merged from several originals.
func (b Base) Merged() bool { return len(b.Of) > 0 }

// Found reports whether there is a base, merged or not.
func (b Base) Found() bool { return b.Known() || b.Merged() }

// CrissCross reports whether the base is merged because the versions resolved the
// same conflict.
func (b Base) CrissCross() bool { return b.Merged() && (b.From != nil || len(b.Missing) > 0) }

// Same reports whether two bases are the same original, or unknown for the
// same reason. same compares versions.
func (b Base) Same(o Base, same func(x, y *item.Version) bool) bool {
	switch {
	case b.Unknown != o.Unknown || b.Known() != o.Known() || (b.From == nil) != (o.From == nil):
		return false
	case b.Known() && !same(b.Version, o.Version):
		return false
	case b.From != nil && !b.From.Same(*o.From, same):
		return false
	}
	return slices.EqualFunc(b.Of, o.Of, func(x, y Base) bool { return x.Same(y, same) })
}

// Unknown is why the original of several versions is not known.
type Unknown int

// Reasons why there is no base.
const (
	// NotLooked: nobody looked for one, as in a document without an archive.
	NotLooked Unknown = iota
	// Apart: the versions have no update in common.
	Apart
	// Cut: another program cut a history, so that the newest common update may
	// be missing from it. Missing names the versions.
	Cut
	// NeverSeen: the newest common update is known, but its version was never
	// received. Missing names it.
	NeverSeen
)

// Find finds the base of the versions shown among those of the archive. Versions
// that resolved the same conflict have several newest common ancestors: their base
// is the merge of these. A resolution that is shown together with versions that
// it resolved counts as what it was before. Less than two versions have no base.
//
// Where versions are missing that would show whether another was made from them,
// Of are the ancestors in either case, without a base of their own: the original is
// then known where all of these agree. A resolution by the letter of SSE 0.93 §3.4
// names no version of its own that it resolved; then the base is an older ancestor.
//
// It cannot be detected that a foreign program cut the history of a version that
// was never received, where a resolution then filled up the number of entries.
func Find(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	k := knownFrom(shown, archive)
	sure := k.pasts(certain).base(shown)
	if k.complete() {
		return sure
	}
	may := k.pasts(possible).base(shown)
	switch {
	case sure.Unknown == Apart && may.Found(): // compacting dropped what they have in common
		return may
	case !sure.Found() || sure.Same(may, func(x, y *item.Version) bool { return x == y }):
		return sure
	case !may.Found():
		return may
	}
	return Base{Of: unsure(append(may.ancestors(), sure.ancestors()...))}
}

// ancestors are the versions that a base is or is merged from.
func (b Base) ancestors() []Base {
	if b.Known() {
		return []Base{b}
	}
	return b.Of
}

// unsure has each version once.
func unsure(all []Base) (once []Base) {
	for _, b := range all {
		if !slices.ContainsFunc(once, func(o Base) bool { return o.Version == b.Version }) {
			once = append(once, b)
		}
	}
	return once
}

// FindStraight is Find for versions of SSE 0.91. Their histories are straight: an
// update names all that came before it, and a resolution names none of the versions
// that it resolved, which are in Settled instead. What is cut is cut from the
// bottom, so the newest common update is certain all the same. Only what a program
// resolved that writes no Settled is not known.
func FindStraight(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	return knownFrom(shown, archive).pasts(straight).base(shown)
}

// base finds the base of versions.
func (p *pasts) base(shown []*item.Version) Base {
	of, missing := p.putBack(shown)
	if len(missing) > 0 {
		return p.unknown(NeverSeen, missing)
	}
	return p.baseOf(of, newSet(len(p.entries)))
}

func (p *pasts) unknown(why Unknown, updates []int) Base {
	b := Base{Unknown: why}
	for _, n := range updates {
		b.Missing = append(b.Missing, *p.entries[n])
	}
	return b
}

// baseOf is the base of versions. seen are the updates whose base is being
// looked for: only histories that are false lead back to one.
func (p *pasts) baseOf(of []made, seen set) Base {
	common := of[0].past
	for _, m := range of[1:] {
		common = common.and(m.past)
	}
	newest := p.newest(common.without(seen))
	if cut := p.cutSince(of, newest); len(cut) > 0 && (p.reading != straight || len(newest) == 0) {
		return p.unknown(Cut, cut)
	}
	if len(newest) == 0 {
		return Base{Unknown: Apart}
	}
	return p.merged(newest, seen)
}

// merged is the base where these are the newest common ancestors.
func (p *pasts) merged(newest []int, seen set) Base {
	var all []Base
	var missing []int
	for _, n := range newest {
		contents := p.contents(n)
		for _, v := range contents {
			all = append(all, Base{Version: v})
		}
		if len(contents) == 0 {
			missing = append(missing, n)
		}
	}
	switch {
	case len(missing) > 0:
		return p.unknown(NeverSeen, p.withoutFirst(missing, newest))
	case len(all) == 1:
		return all[0]
	case len(newest) == 1: // one update with several contents
		return Base{Of: all}
	}
	of := make([]made, len(newest))
	for i, n := range newest {
		seen.add(n)
		of[i] = made{update: n, past: p.of(n)}
	}
	from := p.baseOf(of, seen)
	if !from.Found() {
		return Base{Of: all, Missing: from.Missing}
	}
	return Base{Of: all, From: &from}
}

// withoutFirst drops the item's first update from those that are missing, where
// there are other common ancestors: all of them were made from it.
func (p *pasts) withoutFirst(missing, newest []int) []int {
	return slices.DeleteFunc(missing, func(n int) bool { return len(newest) > 1 && p.entries[n].Sequence == 1 })
}

// cutSince lists the updates in the pasts of versions whose history was cut, and
// that are not among the newest common ancestors or older: what they lack may be
// newer.
func (p *pasts) cutSince(of []made, newest []int) []int {
	old := newSet(len(p.entries))
	for _, n := range newest {
		old.unite(p.whole(n))
	}
	since := newSet(len(p.entries))
	for _, m := range of {
		since.add(m.update)
		since.unite(m.past)
	}
	return slices.DeleteFunc(since.without(old).all(), func(n int) bool { return !p.cut(n) })
}

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

// made is a version, or an update, with what it was made from.
type made struct {
	update int
	past   set
}

// putBack puts each version that was made from others of those shown back to what
// it was before: a resolution that is reopened, together with the versions that it
// resolved, has the original that these have. missing are updates that it would
// have to be put back to and whose versions are not in the archive.
func (p *pasts) putBack(shown []*item.Version) (all []made, missing []int) {
	for _, v := range shown {
		m := made{update: p.top(v), past: p.of(p.top(v))}
		newest := p.newest(p.withoutShown(m, shown))
		if len(newest) == 0 {
			all = append(all, m)
		}
		for _, n := range newest {
			if !p.received(n) {
				missing = append(missing, n)
			}
			all = append(all, made{update: n, past: p.of(n)})
		}
	}
	return all, missing
}

// withoutShown is what a version was made from apart from others of those shown;
// empty where it was made from none of these.
func (p *pasts) withoutShown(m made, shown []*item.Version) set {
	left := newSet(len(p.entries))
	included := slices.DeleteFunc(slices.Clone(shown), func(v *item.Version) bool { return !m.past.has(p.top(v)) })
	if len(included) == 0 {
		return left
	}
	left.unite(m.past)
	for _, v := range included {
		top := p.top(v)
		left = left.without(p.whole(top))
		for _, n := range left.all() {
			if p.of(n).has(top) {
				left.remove(n)
			}
		}
	}
	return left
}
