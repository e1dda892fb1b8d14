// Package ancestry tells how the versions of an item came about: what they
// started from, where they parted and came together, and whose clock cannot be
// right. It also decides which versions are a conflict for a person (SortVersions).
// It reads histories and the archive; it knows no store and no clock.
package ancestry

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
// Of are all that may be newest common ancestors, without a base of their own: the
// original is then known where all of these agree. A resolution by the letter of SSE 0.93 §3.4
// names no version of its own that it resolved; then the base is an older ancestor.
//
// It cannot be detected that a foreign program cut the history of a version that
// was never received, where a resolution then filled up the number of entries.
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
	case sure.Unknown == Apart: // compacting may have dropped what they have in common
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

// either is the base where one of two is true, and which is not known.
func either(x, y Base) Base {
	switch {
	case !x.Found() || x.Same(y, func(x, y *item.Version) bool { return x == y }):
		return x
	case !y.Found():
		return y
	}
	return Base{Of: once(append(y.ancestors(), x.ancestors()...))}
}

// ancestors are the versions that a base is or is merged from.
func (b Base) ancestors() []Base {
	if b.Known() {
		return []Base{b}
	}
	return b.Of
}

// once has each version once.
func once(all []Base) (of []Base) {
	for _, b := range all {
		if !slices.ContainsFunc(of, func(o Base) bool { return o.Version == b.Version }) {
			of = append(of, b)
		}
	}
	return of
}

// FindStraight is Find for versions of SSE 0.91. Their histories are straight: an
// update names all that came before it, and a resolution names none of the versions
// that it resolved, which are in Resolved instead. What is cut is cut from the
// bottom, so the newest common update is certain all the same. Only what a program
// resolved that writes no Resolved is not known.
func FindStraight(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	p := knownFrom(shown, archive).pasts(straight)
	return p.base(p.putBack(shown))
}

// base finds the base of updates, of which some may be missing.
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

// baseOf is the base of updates. seen are those whose base is being looked for: only
// histories that are false lead back to one.
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

// common is what several updates were all made from.
func (p *pasts) common(of []int) set {
	common := slices.Clone(p.of(of[0]))
	for _, n := range of[1:] {
		common.keep(p.of(n))
	}
	return common
}

// unsure is the base where any of these may be newest common ancestors: the original
// is what all of them say.
func (p *pasts) unsure(of []int) Base {
	all, missing := p.written(of)
	if len(missing) > 0 {
		return p.unknown(NeverSeen, missing)
	}
	return Base{Of: all}
}

// merged is the base where these are the newest common ancestors.
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
		return Base{Of: all} // one may be older than another
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

// written are the versions of updates. missing are those without one.
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

// withoutFirst drops the item's first update from those that are missing, where
// there are other common ancestors: all of them were made from it.
func (p *pasts) withoutFirst(missing, newest []int) []int {
	return slices.DeleteFunc(missing, func(n int) bool { return len(newest) > 1 && p.entries[n].Sequence == 1 })
}

// cutSince lists the updates in the pasts of versions whose history was cut, and
// that are not among the newest common ancestors or older: what they lack may be
// newer.
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

// putBack puts each version that was made from others of those shown back to what
// it was before: a resolution that is reopened, together with the versions that it
// resolved, has the original that these have. missing are updates that it would
// have to be put back to and whose versions are not in the archive.
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

// withoutShown is what an update was made from apart from others of those shown;
// empty where it was made from none of these.
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
