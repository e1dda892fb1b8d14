package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Update changes, deletes or un-deletes an item (SSE 0.93 §3.2) and takes no
// conflict into account: all stay open. It is Resolve with none taken, so an
// item with an own version open is refused.
func Update(it *item.Item, c rules.Change, s rules.Stamp) (*item.Item, error) {
	return Resolve(it, c, nil, s)
}

// updated is the version that follows the item's winner. Its history shares
// nothing with the winner's.
func updated(it *item.Item, c rules.Change, s rules.Stamp) (*item.Version, error) {
	v := *it.Winner
	v.Updates++
	sequence, err := nextSequence(it, v.Updates, s)
	if err != nil {
		return nil, err
	}
	v.History = append([]item.History{s.Entry(sequence)}, it.Winner.History...)
	v.Undeleted = !c.Deleted && (v.Deleted || v.Undeleted)
	v.Deleted = c.Deleted
	if c.Content != nil {
		v.Content = c.Content
	}
	return rules.Digested(&v), nil
}
