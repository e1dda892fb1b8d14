package feedsync

import "crossfeed/engine/item"

// own is the version as this endpoint keeps it: what arrived leaves its
// publisher-specific data behind.
func (p pooled) own() *item.Version {
	if p.side == arrived {
		return withPublisher(p.version, "")
	}
	return p.version
}

// handedTo is the version as winner of the local item: with the
// publisher-specific data that the local winner had, so that a guid or an edit
// link stays with the item whichever version wins.
func (p pooled) handedTo(local *item.Item) *item.Version {
	if local == nil {
		return p.own()
	}
	return withPublisher(p.version, local.Winner.Publisher)
}

// withPublisher is v, or a copy of it where its publisher-specific data differs.
func withPublisher(v *item.Version, publisher string) *item.Version {
	if v.Publisher == publisher {
		return v
	}
	c := *v
	c.Publisher = publisher
	return &c
}
