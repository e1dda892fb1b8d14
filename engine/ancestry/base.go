// Package ancestry determines how the versions of an item are related: their common ancestors,
// where they diverged and were merged, and which clocks are wrong. It also decides which
// versions are a conflict for a person (SortVersions). It works on histories and the archive,
// without access to the store or the clock.
package ancestry

import (
	"slices"

	"crossfeed/engine/item"
)

// Base is the common ancestor of several versions: their original.
type Base struct {
	// Version is the newest version that all of them were made from, or nil if it is not known
	// or there are several.
	Version *item.Version
	// Of holds the newest common ancestors if there are several, because the versions resolved
	// the same conflict (criss-cross). The original is the merge of these. Nobody wrote it, so
	// it has no author and no date.
	Of []Base
	// From is the base for merging Of, or nil if it is not known. Fields and lines in which Of
	// collide have no original.
	From *Base
	// Unknown is the reason why there is no base.
	Unknown Unknown
	// Missing names the updates whose versions are needed but not in the archive or, if a
	// history was cut, the updates that lack entries. A merged base may also have some: then
	// more fields have no original.
	Missing []item.History
}

// Known reports whether the base is a version that somebody wrote.
func (b Base) Known() bool { return b.Version != nil }

// Merged reports whether the base is merged from several originals.
func (b Base) Merged() bool { return len(b.Of) > 0 }

// Found reports whether there is a base, merged or not.
func (b Base) Found() bool { return b.Known() || b.Merged() }

// CrissCross reports whether the base is merged because the versions resolved the same
// conflict.
func (b Base) CrissCross() bool { return b.Merged() && (b.From != nil || len(b.Missing) > 0) }

// Same reports whether two bases are the same original, or unknown for the same reason. same
// compares versions.
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

// Unknown is the reason why the original of several versions is not known.
type Unknown int

// Reasons why there is no base.
const (
	// NotSearched: no search was made, as for a document without an archive.
	NotSearched Unknown = iota
	// Apart: the versions have no update in common.
	Apart
	// Cut: another program cut a history, so that the newest common update may be missing from
	// it. Missing names the versions.
	Cut
	// NeverSeen: the newest common update is known, but its version was never received.
	// Missing names it.
	NeverSeen
)

// Find returns the base of the shown versions, which it searches in the archive. Versions that
// resolved the same conflict have several newest common ancestors: their base is the merge of
// these. A resolution that is shown together with versions that it resolved is treated as its
// own predecessor. Fewer than two versions have no base.
//
// If versions are missing that would show whether another was made from them, Of holds all
// possible newest common ancestors, without a base of their own: then the original is known
// where all of these agree. A resolution by the letter of SSE 0.93 §3.4 does not name the
// versions of its own endpoint that it resolved; then the base is an older ancestor.
//
// One case cannot be detected: a foreign program cut the history of a version that was never
// received, and a resolution then made up for the number of entries.
func Find(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	k := knownFrom(shown, archive)
	p := k.pasts(certain)
	p.doubts = !k.complete()
	of, missing := p.putBack(shown)
	sure := p.base(of, missing)
	switch {
	case !p.doubts:
		return sure
	case sure.Unknown == Apart: // compacting may have dropped common updates
		may := k.pasts(possible)
		if b := may.base(may.putBack(shown)); b.Found() {
			return b
		}
		return sure
	}
	ofMay, missing := p.possibly(p.common(of)).putBack(shown)
	if slices.Equal(of, ofMay) {
		return sure
	}
	return either(sure, p.base(ofMay, missing))
}

// either returns the base if one of the two is right, but it is not known which.
func either(x, y Base) Base {
	switch {
	case !x.Found() || x.Same(y, func(x, y *item.Version) bool { return x == y }):
		return x
	case !y.Found():
		return y
	}
	return Base{Of: once(append(y.ancestors(), x.ancestors()...))}
}

// ancestors returns the versions that a base is or is merged from.
func (b Base) ancestors() []Base {
	if b.Known() {
		return []Base{b}
	}
	return b.Of
}

// once removes duplicate versions.
func once(all []Base) (of []Base) {
	for _, b := range all {
		if !slices.ContainsFunc(of, func(o Base) bool { return o.Version == b.Version }) {
			of = append(of, b)
		}
	}
	return of
}

// FindStraight is Find for versions of SSE 0.91. Their histories are linear: an update names
// all preceding updates, and a resolution lists the versions that it resolved in Resolved
// instead of its history. Histories are cut from the bottom, so the newest common update is
// still certain. Only the resolutions of programs that do not write Resolved remain unknown.
func FindStraight(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	p := knownFrom(shown, archive).pasts(straight)
	return p.base(p.putBack(shown))
}

// base returns the base of updates, of which some may be missing.
func (p *pasts) base(of, missing []int) Base {
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

// baseOf returns the base of updates. seen holds the updates whose base is being searched:
// only false histories have such cycles.
func (p *pasts) baseOf(of []int, seen set) Base {
	common := p.common(of)
	newest := p.newest(common.without(seen))
	if cut := p.cutSince(of, newest); len(cut) > 0 && (p.reading != straight || len(newest) == 0) {
		return p.unknown(Cut, cut)
	}
	if len(newest) == 0 {
		return Base{Unknown: Apart}
	}
	if p.doubts {
		may := p.possibly(common).common(of).without(seen)
		for _, n := range newest {
			may = may.without(p.of(n))
		}
		if all := may.all(); !slices.Equal(all, newest) {
			return p.unsure(all)
		}
	}
	return p.merged(newest, seen)
}

// common returns the common ancestors of several updates.
func (p *pasts) common(of []int) set {
	common := slices.Clone(p.of(of[0]))
	for _, n := range of[1:] {
		common.intersect(p.of(n))
	}
	return common
}

// unsure returns the base if any of these may be newest common ancestors: the original is what
// all of them agree on.
func (p *pasts) unsure(of []int) Base {
	all, missing := p.written(of)
	if len(missing) > 0 {
		return p.unknown(NeverSeen, missing)
	}
	return Base{Of: all}
}

// merged returns the base if these are the newest common ancestors.
func (p *pasts) merged(newest []int, seen set) Base {
	all, missing := p.written(newest)
	switch {
	case len(missing) > 0:
		return p.unknown(NeverSeen, p.withoutFirst(missing, newest))
	case len(all) == 1:
		return all[0]
	case len(newest) == 1: // one update with several contents
		return Base{Of: all}
	case p.doubts && p.possibly(p.common(newest)).dependent(newest):
		return Base{Of: all} // one may be an ancestor of another
	}
	for _, n := range newest {
		seen.add(n)
	}
	from := p.baseOf(newest, seen)
	if !from.Found() {
		return Base{Of: all, Missing: from.Missing}
	}
	return Base{Of: all, From: &from}
}

// written returns the versions of updates. missing lists the updates without one.
func (p *pasts) written(of []int) (all []Base, missing []int) {
	for _, n := range of {
		contents := p.contents(n)
		for _, v := range contents {
			all = append(all, Base{Version: v})
		}
		if len(contents) == 0 {
			missing = append(missing, n)
		}
	}
	return all, missing
}

// dependent reports whether one of several updates was made from another of them.
func (p *pasts) dependent(of []int) bool {
	return slices.ContainsFunc(of, func(n int) bool {
		return slices.ContainsFunc(of, func(m int) bool { return p.of(n).has(m) })
	})
}

// withoutFirst removes the item's first update from the missing ones if there are other common
// ancestors, because all of them were made from it.
func (p *pasts) withoutFirst(missing, newest []int) []int {
	return slices.DeleteFunc(missing, func(n int) bool { return len(newest) > 1 && p.entries[n].Sequence == 1 })
}

// cutSince returns the updates with a cut history that are neither newest common ancestors nor
// older than these: the missing entries may be newer.
func (p *pasts) cutSince(of, newest []int) []int {
	old := newSet(len(p.entries))
	for _, n := range newest {
		old.unite(p.whole(n))
	}
	since := newSet(len(p.entries))
	for _, n := range of {
		since.unite(p.whole(n))
	}
	return slices.DeleteFunc(since.without(old).all(), func(n int) bool { return !p.cut(n) })
}

// update identifies an update (SSE 0.93 §2.5): two entries with the same identity are the same
// update, even if their times were parsed from different texts.
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

// canBeSame reports whether two versions with the same topmost entry can be the same update,
// possibly written in different ways.
func canBeSame(x, y *item.Version) bool {
	return x.Updates == y.Updates && x.Deleted == y.Deleted &&
		(x.Deleted || x.Content.Hash() == y.Content.Hash())
}

// putBack replaces each version that was made from other shown versions with what it was
// before: a resolution that is reopened together with the versions that it resolved has the
// same original as these. missing lists updates that would be needed for that, but whose
// versions are not in the archive.
func (p *pasts) putBack(shown []*item.Version) (all, missing []int) {
	for _, v := range shown {
		top := p.top(v)
		newest := p.newest(p.withoutShown(top, shown))
		if len(newest) == 0 {
			newest = []int{top}
		}
		for _, n := range newest {
			if !p.received(n) {
				missing = append(missing, n)
			}
		}
		all = append(all, newest...)
	}
	return all, missing
}

// withoutShown returns the ancestors of an update apart from the other shown versions; it is
// empty if the update was made from none of these.
func (p *pasts) withoutShown(n int, shown []*item.Version) set {
	left := newSet(len(p.entries))
	included := slices.DeleteFunc(slices.Clone(shown), func(v *item.Version) bool { return !p.of(n).has(p.top(v)) })
	if len(included) == 0 {
		return left
	}
	left.unite(p.of(n))
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
