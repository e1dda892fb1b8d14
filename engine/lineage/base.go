package lineage

import (
	"slices"

	"crossfeed/engine/item"
)

// Base is the common ancestor of several versions: their original.
type Base struct {
	// Version is the newest version that all of them were made from, or nil
	// where there is none, or more than one.
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
	// Missing names the updates whose versions are not in the archive and
	// would be needed.
	Missing []item.History
}

// Known reports whether the base is a version that somebody wrote.
func (b Base) Known() bool { return b.Version != nil }

// Merged reports whether the base is merged from several originals.
func (b Base) Merged() bool { return len(b.Of) > 0 }

// Unknown is why the starting point of several versions is not known.
type Unknown int

// Reasons why a base is not known.
const (
	// NotLooked: nobody looked for one, as in a document without an archive.
	NotLooked Unknown = iota
	// Apart: the versions have no update in common.
	Apart
	// Cut: a history was cut, so that the newest common update may be missing
	// from it.
	Cut
	// NeverSeen: the newest common update is named in the histories, but its
	// version never came here.
	NeverSeen
	// Twice: two different versions are named alike, because one endpoint
	// identifier is in use twice.
	Twice
)

// Find finds the base of the versions shown among those of the archive. It
// never guesses: where the newest common update cannot be told for certain, or
// its version is not in the archive, the base is not known. Versions that met
// before and parted again have several newest common updates; their base is that
// of these. A settling that is shown beside versions that it took into account
// counts as what it was before. Less than two versions have no base.
//
// One thing cannot be told: that a foreign program cut the history of a version
// that never came here, where settling then filled up the number of entries.
func Find(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	if slices.ContainsFunc(shown, cut) {
		return unknown(Cut)
	}
	return knownFrom(shown, archive).find(shown)
}

// FindStraight is Find for versions of SSE 0.91. Their histories are straight: an
// update names all that came before it, one below the other, and settling adds none of
// the versions that were settled, which stand in Settled instead. What is cut is cut from the
// bottom, and the newest common update is certain all the same. Only a settling by a
// program that names nothing as settled is not known.
func FindStraight(shown, archive []*item.Version) Base {
	if len(shown) < 2 {
		return Base{}
	}
	k := knownFrom(shown, archive)
	k.straight = true
	return k.find(shown)
}

func (k *known) find(shown []*item.Version) Base {
	before, why := k.putBack(shown)
	if why != NotLooked {
		return unknown(why)
	}
	return k.base(before)
}

func unknown(why Unknown) Base { return Base{Unknown: why} }

func (k *known) base(of []*item.Version) Base {
	someCut := slices.ContainsFunc(of, cut)
	if someCut && !k.straight {
		return unknown(Cut)
	}
	newest := k.newest(k.common(of))
	if why := k.doubt(of, newest); why != NotLooked {
		return unknown(why)
	}
	switch {
	case len(newest) == 0 && someCut:
		return unknown(Cut)
	case len(newest) == 0:
		return unknown(Apart)
	}
	base := k.stepBack(newest)
	if base.Known() && !k.straight && !madeFrom(of, base.Version) {
		return unknown(Cut)
	}
	return base
}

// common is the true past of all of the versions.
func (k *known) common(of []*item.Version) set {
	common := k.pastOf(of[0])
	for _, v := range of[1:] {
		common.keep(k.pastOf(v))
	}
	return common
}

// stepBack is the base where there is one newest common update, and otherwise
// the base of these.
func (k *known) stepBack(newest []int) Base {
	versions := make([]*item.Version, len(newest))
	for i, n := range newest {
		v, why := k.version(n)
		if v == nil {
			return unknown(why)
		}
		versions[i] = v
	}
	if len(versions) == 1 {
		return Base{Version: versions[0]}
	}
	return k.base(versions)
}

// madeFrom tells whether histories are as they must be where all of the versions
// were made from the base and not cut since: each has all entries of the base,
// and one for every update that came after it.
func madeFrom(of []*item.Version, base *item.Version) bool {
	before := updatesOf(base)
	return !slices.ContainsFunc(of, func(v *item.Version) bool {
		known, since := 0, 0
		for u := range updatesOf(v) {
			if before[u] {
				known++
			} else {
				since++
			}
		}
		return known < len(before) || since < v.Updates-base.Updates
	})
}
