package sse091

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
)

// Merge incorporates an incoming item into the local one with the same identifier (SSE 0.91
// §4.4, §4.4.1, §5.2); local is nil for a new item. Once all endpoints have read one another,
// winner, flag and conflicts are the same everywhere, regardless of the order.
//
// Publisher-specific data is never adopted from others: incoming versions lose theirs, and a
// new winner takes over the local winner's.
func Merge(local, incoming *item.Item) rules.Result {
	var few [8]held
	winner, own, entries := pickWinner(local, incoming, few[:0])
	entries = reduce(entries, winner.Version)
	flagged := own || len(entries) > 0
	r := rules.Result{
		Item:    local,
		Dropped: dropped(local, incoming, winner.Version, entries),
		Twice:   clashes(local, incoming),
	}
	if !matches(local, winner.Version, entries, flagged) {
		r.Item, r.Changed = merged(local, winner, entries), true
		r.Item.Flagged = flagged
	}
	return r
}

// matches reports whether the result is the unchanged local item.
func matches(local *item.Item, winner *item.Version, entries []held, flagged bool) bool {
	if local == nil || local.Winner != winner || local.Flagged != flagged || len(local.Conflicts) != len(entries) {
		return false
	}
	for _, e := range entries {
		if !slices.Contains(local.Conflicts, e.Version) {
			return false
		}
	}
	return true
}

// merged creates the item of the result.
func merged(local *item.Item, winner held, entries []held) *item.Item {
	it := &item.Item{Winner: winner.own()}
	if local != nil {
		it.Winner = it.Winner.WithPublisher(local.Winner.Publisher)
	}
	for _, e := range entries {
		it.Conflicts = append(it.Conflicts, e.own())
	}
	return it
}

// own returns the version as this endpoint stores it: without publisher-specific data if it is
// incoming.
func (h held) own() *item.Version {
	if h.arrived {
		return h.WithPublisher("")
	}
	return h.Version
}

// held is a version with the side that it comes from.
type held struct {
	*item.Version
	arrived bool
}

// pickWinner picks the winner (SSE 0.91 §4.4), with what both sides know of it, and reports
// whether the flag is its own. It appends the conflicts of both sides to room, and the loser if
// it lost in a conflict (§4.4.1). Two winners that are the same version are not in conflict;
// they have the flag if either of them has it.
func pickWinner(local, incoming *item.Item, room []held) (winner held, flagged bool, entries []held) {
	in := held{incoming.Winner, true}
	if local == nil {
		return in, ownFlag(incoming), listed(room, incoming, true)
	}
	here := held{local.Winner, false}
	room = listed(listed(room, local, false), incoming, true)
	switch {
	case one(here.Version, in.Version):
		return here.join(in), ownFlag(local) || ownFlag(incoming), room
	case Compare(in.Version, here.Version) > 0:
		return in, ownFlag(incoming), lost(room, in, here)
	default:
		return here, ownFlag(local), lost(room, here, in)
	}
}

func lost(entries []held, winner, loser held) []held {
	if relate(winner.Version, loser.Version) == apart {
		return append(entries, loser)
	}
	return entries
}

// ownFlag reports whether an item's flag belongs to its winner: the flag of an item with
// conflicts belongs to those, unless a cycle set it as well (§4.4.2).
func ownFlag(it *item.Item) bool {
	return it.Flagged && (len(it.Conflicts) == 0 || it.Winner.Place.Cycle != "")
}

// listed appends an item's conflicts.
func listed(room []held, it *item.Item, arrived bool) []held {
	for _, v := range it.Conflicts {
		room = append(room, held{v, arrived})
	}
	return room
}

// join combines what both sides know of one version, with the publisher-specific data of the
// local side.
func (h held) join(o held) held {
	if h.arrived && !o.arrived {
		h, o = o, h
	}
	return held{joined(h.Version, o.Version), h.arrived}
}

// one reports whether x includes everything that is known of y: they are equal by the keys of
// the specification and have the same contents, or only the keys of y are known.
func one(x, y *item.Version) bool {
	return compareKeys(x, y) == 0 && (y.Missing || compareContents(x, y) == 0)
}

// joined combines two copies of one version: the longer history, the fuller content, the
// resolved names of both, and one of the two positions (order.Lesser). It returns x itself if
// y adds nothing, and keeps x's publisher-specific data.
func joined(x, y *item.Version) *item.Version {
	better, content, digest, place := Compare(y, x) > 0, x.Content, x.Digest, x.Place
	names, more := union(x.Resolved, y.Resolved)
	if !y.Missing {
		content, digest, place = fuller(x, y), rules.DigestOf(x, y), placed(x, y)
	}
	if !better && content == x.Content && digest == x.Digest && place == x.Place && !more {
		return x
	}
	v := *x
	if better {
		v = *y
		v.Publisher, v.Undeleted = x.Publisher, x.Undeleted
	}
	if !x.Missing {
		v.Content, v.Digest, v.Place = content, digest, place
	}
	v.Resolved = names
	return &v
}

// fuller returns the content that has more, of two copies. Tombstones may contain anything, so
// the greater of two equally full ones counts.
func fuller(x, y *item.Version) *item.Content {
	switch {
	case y.Content.Fuller(x.Content):
		return y.Content
	case x.Content.Fuller(y.Content) || x.Content.Compare(y.Content) >= 0:
		return x.Content
	}
	return y.Content
}

// placed returns the position of a version with two. Any position takes precedence over none.
func placed(x, y *item.Version) item.Place {
	switch none := (item.Place{}); {
	case y.Place == none:
		return x.Place
	case x.Place == none:
		return y.Place
	}
	return order.Lesser(x.ID, x.Place, y.Place)
}

// dropped returns the versions of both sides that are neither kept nor real ancestors of a
// kept version, each once: versions that another conflict of the same endpoint replaced, and
// versions that lost without a conflict because the winner's history was truncated.
func dropped(local, incoming *item.Item, winner *item.Version, entries []held) []*item.Version {
	var versions []*item.Version
	if local != nil {
		versions = appendDropped(versions, local, winner, entries)
	}
	return appendDropped(versions, incoming, winner, entries)
}

func appendDropped(versions []*item.Version, it *item.Item, winner *item.Version, entries []held) []*item.Version {
	if !covered(it.Winner, winner, entries) {
		versions = appendOnce(versions, it.Winner)
	}
	for _, c := range it.Conflicts {
		if !covered(c, winner, entries) {
			versions = appendOnce(versions, c)
		}
	}
	return versions
}

func appendOnce(versions []*item.Version, v *item.Version) []*item.Version {
	if slices.ContainsFunc(versions, func(d *item.Version) bool { return one(d, v) }) {
		return versions
	}
	return append(versions, v)
}

// covered reports whether any kept version covers v.
func covered(v, winner *item.Version, entries []held) bool {
	return covers(winner, v) || slices.ContainsFunc(entries, func(e held) bool { return covers(e.Version, v) })
}

func covers(y, v *item.Version) bool { return one(y, v) || includes(y, v) }

// includes reports whether y was made from v, or with knowledge of it.
func includes(y, v *item.Version) bool {
	return y.Updates > v.Updates && relate(y, v) == known || resolves(y, v)
}

// reduce returns the entries that are in conflict with the winner, greatest first, one for
// each endpoint (SSE 0.91 §5.2). It drops entries that the winner's history names at their
// version, that the winner resolved, or that another entry includes.
func reduce(entries []held, winner *item.Version) []held {
	entries = slices.DeleteFunc(entries, func(e held) bool {
		return relate(winner, e.Version) == known || resolves(winner, e.Version)
	})
	slices.SortStableFunc(entries, func(x, y held) int { return Compare(y.Version, x.Version) })
	kept := entries[:0]
	for _, e := range entries {
		kept = addMaximal(kept, e)
	}
	return kept
}

// addMaximal adds an entry to the greater ones, unless one of them includes or replaces it. An
// entry that is not kept replaces nothing: whatever it replaced would reappear when the same
// list is read again.
func addMaximal(kept []held, e held) []held {
	if slices.ContainsFunc(kept, func(k held) bool { return includes(k.Version, e.Version) }) {
		return kept
	}
	i := slices.IndexFunc(kept, func(k held) bool { return replaces(k, e) })
	switch {
	case i < 0:
		return append(kept, e)
	case one(kept[i].Version, e.Version):
		kept[i] = kept[i].join(e)
	}
	return kept
}

// replaces reports whether only k, the greater of two entries, is kept: they have the same
// endpoint, or neither has by and both have the same version and time. If k has no by, e has
// none: of the same version and time, an entry with by would be greater.
func replaces(k, e held) bool {
	x, y := k.Top(), e.Top()
	if x.By != "" {
		return x.By == y.By
	}
	return k.Updates == e.Updates && x.When.Equal(y.When)
}

// clashes returns the contradictions that prove that one endpoint identifier is used twice: an
// endpoint never makes two updates with the same version of an item.
func clashes(local, incoming *item.Item) []rules.Clash {
	var few [8]held
	all := few[:0]
	if local != nil {
		all = listed(append(all, held{local.Winner, false}), local, false)
	}
	all = listed(append(all, held{incoming.Winner, true}), incoming, true)
	slices.SortStableFunc(all, func(x, y held) int { return Compare(y.Version, x.Version) })
	return rules.Clashes(all)
}

// Input implements rules.MergeInput.
func (h held) Input() (*item.Version, bool) { return h.Version, h.arrived }
