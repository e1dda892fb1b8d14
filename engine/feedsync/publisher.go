package feedsync

import "crossfeed/engine/item"

// own is the version as this endpoint keeps it: what arrived leaves its
// publisher-specific data behind.
func (p pooled) own() *item.Version {
	if p.side == arrived {
		return p.version.WithPublisher("")
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
	return p.version.WithPublisher(local.Winner.Publisher)
}
