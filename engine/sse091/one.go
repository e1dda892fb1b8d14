package sse091

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091/place"
)

// one tells whether two are one version: equal by the keys of the specification, and
// saying the same. A version of which only the keys are known is one with any.
func one(x, y *item.Version) bool {
	return x == y || compareKeys(x, y) == 0 && (x.Missing || y.Missing || compareSayings(x, y) == 0)
}

// joined is what is known of one version that came twice: the longer history, the
// fuller content, the settled names of both, and the place that the rule picks of two. It is
// x itself where y adds nothing, and keeps x's publisher-specific data.
func joined(x, y *item.Version) *item.Version {
	better, content, digest, place := Compare(y, x) > 0, x.Content, x.Digest, x.Place
	names, more := united(x.Settled, y.Settled)
	if !x.Missing && !y.Missing {
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
	v.Settled = names
	return &v
}

// fuller is the content that holds more, of two that say the same. Tombstones may hold
// anything, so that of two that are as full the greater counts.
func fuller(x, y *item.Version) *item.Content {
	switch {
	case y.Content.Fuller(x.Content):
		return y.Content
	case x.Content.Fuller(y.Content) || !x.Deleted || x.Content.Compare(y.Content) >= 0:
		return x.Content
	}
	return y.Content
}

// placed is the place of a version that came with two. None is less than any.
func placed(x, y *item.Version) item.Place {
	switch none := (item.Place{}); {
	case x.Place == y.Place || y.Place == none:
		return x.Place
	case x.Place == none:
		return y.Place
	}
	return place.Lesser(x.ID, x.Place, y.Place)
}
