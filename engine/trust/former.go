package trust

import (
	"maps"
	"slices"
	"sync"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Separate separates the changes that two devices made under one identifier, which this device
// no longer has. formers are its former identifiers; used returns the greatest sequence that
// the current one ever had for the item. It is for histories whose entries have numbers of
// their own (FeedSync): otherwise, change 3 of one device would count as made after change 2
// of the other, and would silently override it.
//
// If the incoming item has changes under a former identifier that were never made here, the
// local versions based on changes that the incoming item lacks are rewritten under the current
// identifier, without those changes. Then neither is an ancestor of the other, and both remain
// as an ordinary conflict. The result is local itself if there is nothing to separate.
func (o Own) Separate(formers []string, local, incoming *item.Item, used func() int) *item.Item {
	if local == nil || o.By == "" || o.Counted {
		return local
	}
	for _, former := range formers {
		local = o.separateFrom(former, local, incoming, used)
	}
	return local
}

func (o Own) separateFrom(former string, local, incoming *item.Item, used func() int) *item.Item {
	then := Own{By: former, Made: o.Made}
	if _, never := then.forged(local, incoming); !never && !then.hasDivergentCopy(local, incoming) {
		return local
	}
	told := then.changesIn(incoming.Versions())
	before, last := sync.OnceValue(used), 0
	again := func(v *item.Version) *item.Version {
		own := v.Top().By == former || v.Top().By == o.By
		alone := slices.ContainsFunc(v.History, func(h item.History) bool { return h.By == former && !told[claim{h, false}.key()] })
		if !own || !alone && !hasOtherContent(v, incoming) {
			return v
		}
		last = max(last, before())
		n := o.again(v, former, told, last)
		last = n.Top().Sequence
		return n
	}
	return rewritten(local, again)
}

// rewritten returns an item with its versions replaced by the results of again, or the item
// itself if none of them changes.
func rewritten(local *item.Item, again func(*item.Version) *item.Version) *item.Item {
	out := *local
	out.Winner, out.Conflicts = again(local.Winner), slices.Clone(local.Conflicts)
	changed := out.Winner != local.Winner
	for i, v := range local.Conflicts {
		out.Conflicts[i] = again(v)
		changed = changed || out.Conflicts[i] != v
	}
	if !changed {
		return local
	}
	return &out
}

// FeedChanges is what a feed contains of the changes of an endpoint, by item.
type FeedChanges map[string]itemChanges

// itemChanges has the changes of one item, and the versions that they made.
type itemChanges struct {
	changes  map[key]bool
	versions []*item.Version
}

// Add adds an item's changes by the endpoint.
func (t FeedChanges) Add(by string, it *item.Item) {
	one := t[it.ID()]
	if one.changes == nil {
		one.changes = map[key]bool{}
	}
	maps.Copy(one.changes, Own{By: by}.changesIn(it.Versions()))
	for _, v := range it.Versions() {
		if v.Top().By == by {
			one.versions = append(one.versions, v)
		}
	}
	t[it.ID()] = one
}

// otherwise reports whether the feed has a version with different contents: two devices made
// the same change at the same time.
func (t itemChanges) otherwise(v *item.Version) bool {
	return slices.ContainsFunc(t.versions, func(o *item.Version) bool { return o.Top().Same(v.Top()) && !rules.Agree(o, v) })
}

// Unpublished rewrites, under the current identifier, the changes of an item that this
// endpoint made under a former one and never published: nobody else has them, and the device
// that still uses that identifier would mistake them for its own. told is what the feed under
// the former identifier contains. The result is local itself if there are no such changes.
func (o Own) Unpublished(former string, told FeedChanges, local *item.Item, used func() int) *item.Item {
	before, last := sync.OnceValue(used), 0
	again := func(v *item.Version) *item.Version {
		own := v.Top().By == former || v.Top().By == o.By
		alone := v.Top().By == former && told[v.ID].otherwise(v)
		first := alone // nobody has that change, though somebody has another one with the same time
		known := func(h item.History, i int) bool {
			return (i > 0 || !first) && told[v.ID].changes[claim{h, o.Counted && i > 0}.key()]
		}
		for i, h := range v.History {
			alone = alone || h.By == former && !known(h, i)
		}
		if !own || !alone {
			return v
		}
		last = max(last, before())
		if o.Counted {
			return o.renamed(v, former, known)
		}
		n := o.again(v, former, told[v.ID].changes, last)
		last = n.Top().Sequence
		return n
	}
	return rewritten(local, again)
}

// renamed returns a version in which the unknown entries under a former identifier are under
// the current one. Where entries are numbered by their index, none may be removed.
func (o Own) renamed(v *item.Version, former string, known func(item.History, int) bool) *item.Version {
	n := *v
	n.History = slices.Clone(v.History)
	for i, h := range n.History {
		if h.By == former && !known(h, i) {
			n.History[i].By = o.By
		}
	}
	return &n
}

// again returns a version under the current identifier, without changes under a former one
// that nobody else has. It keeps its time, and also its number of updates if it was made under
// the former one.
func (o Own) again(v *item.Version, former string, told map[key]bool, used int) *item.Version {
	n := *v
	top := v.Top()
	if top.By == o.By {
		n.Updates++
	}
	top.By, top.Sequence = o.By, max(n.Updates, used+1)
	n.History = []item.History{top}
	for i, h := range v.History {
		if i == 0 && h.By == former || h.By == former && !told[claim{h, false}.key()] {
			continue
		}
		n.History = append(n.History, h)
	}
	return &n
}

// hasDivergentCopy reports whether two devices made the same change under this identifier, with
// different contents: both match their digests, so no program altered one of them.
func (o Own) hasDivergentCopy(local, incoming *item.Item) bool {
	return slices.ContainsFunc(local.Versions(), func(v *item.Version) bool { return v.Top().By == o.By && hasOtherContent(v, incoming) })
}

func hasOtherContent(v *item.Version, incoming *item.Item) bool {
	if v.Deleted || v.Missing || !v.Intact() {
		return false
	}
	return slices.ContainsFunc(incoming.Versions(), func(c *item.Version) bool {
		return c.SameSync(v) && !c.Missing && c.Intact() && c.Content.Hash() != v.Content.Hash()
	})
}

// Unmade reports whether an item has changes by this endpoint that it never made.
func (o Own) Unmade(local, incoming *item.Item) bool {
	_, never := o.forged(local, incoming)
	return never
}

// ForgedContent returns the alarm about a version that this endpoint made, if merging with the
// local item results in other contents with its number and time: somebody who writes in our
// name may change only the contents.
func ForgedContent(own Own, local, merged *item.Item) (Alarm, bool) {
	for _, v := range merged.Versions() {
		if top := v.Top(); top.By == own.By && own.By != "" && own.differsFromCopies(local, v) {
			return Alarm{Kind: Forged, Sequence: top.Sequence, When: top.When.String(), Number: 1}, true
		}
	}
	return Alarm{}, false
}

// differsFromCopies reports whether a version was made by this endpoint, but differs from all
// of its known copies.
func (o Own) differsFromCopies(local *item.Item, v *item.Version) bool {
	made := named(versionsOf(local), v)
	if len(made) == 0 && o.Made != nil {
		made = named(o.Made(), v)
	}
	agrees := func(said *item.Version) bool { return rules.Agree(said, v) }
	return len(made) > 0 && !slices.ContainsFunc(made, agrees)
}

// named returns the versions with the same topmost entry as v.
func named(all []*item.Version, v *item.Version) (same []*item.Version) {
	key := claim{v.Top(), false}.key()
	for _, other := range all {
		if top := other.Top(); top.By == v.Top().By && (claim{top, false}).key() == key {
			same = append(same, other)
		}
	}
	return same
}
