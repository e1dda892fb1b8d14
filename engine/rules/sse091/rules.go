// Package sse091 implements the rules of SSE 0.91 for items: creation, update and deletion,
// merge with detection of conflicts by the nth update, and lists of conflicts (SSE 0.91 §4 and
// §5). Order, hierarchy and cycles (§3.2, §4.4.2) are in package order.
//
// Items use the types of package item: Version.Updates is sx:sync/@version, History[0] is
// sx:history, and the kth entry after it is the kth sx:update. Its Sequence is Updates - k,
// because sx:update elements have no numbers.
//
// The rules are pure, like those of feedsync. Where the specification lets endpoints end up
// with different flags and lists of conflicts, this package follows rules of its own
// (docs/protocol.md).
package sse091

import (
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
)

// Rules implements rules.Rules with the functions of this package.
type Rules struct{}

var _ rules.Rules = Rules{}

// ErrNoConflicts means that a new item cannot have noconflicts, because SSE 0.91 lacks it.
var ErrNoConflicts = errors.New("SSE 0.91 has no noconflicts: leave it out")

// Create implements rules.Rules. It returns ErrNoConflicts if noConflicts is set.
func (Rules) Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	if noConflicts {
		return rules.Refused("creating", id, ErrNoConflicts)
	}
	return Create(id, c, s)
}

// Resolve implements rules.Rules.
func (Rules) Resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp) (*item.Item, error) {
	return Resolve(it, c, taken, s)
}

// Merge implements rules.Rules.
func (Rules) Merge(local, incoming *item.Item) rules.Result { return Merge(local, incoming) }

// IsMerged implements rules.Rules.
func (Rules) IsMerged(local, incoming *item.Item) bool { return IsMerged(local, incoming) }

// Compare implements rules.Rules.
func (Rules) Compare(x, y *item.Version) int { return Compare(x, y) }

// Bound implements rules.Rules. It returns all conflicts, because every update resolves all of
// them (§4.2 step 4).
func (Rules) Bound(it *item.Item, _ string) []int {
	all := make([]int, len(it.Conflicts))
	for i := range all {
		all[i] = i
	}
	return all
}

// Create creates an item with version 1 (SSE 0.91 §4.1). The identifier is permanent. The
// error is a *rules.IdentifierError or rules.ErrUnstamped.
func Create(id string, c rules.Change, s rules.Stamp) (*item.Item, error) {
	if !item.ValidNSS(id) {
		return rules.Refused("creating", id, &rules.IdentifierError{What: "item", Value: id})
	}
	if err := s.Check(); err != nil {
		return rules.Refused("creating", id, err)
	}
	v := &item.Version{
		ID:      id,
		Updates: 1,
		Deleted: c.Deleted,
		History: []item.History{entry(s, 1)},
		Content: c.Content,
	}
	if v.Content == nil {
		v.Content = item.Plain("", "")
	}
	if c.Place != nil {
		v.Place = *c.Place
	}
	return &item.Item{Winner: rules.Digested(v)}, nil
}

// entry returns the entry of an update, with its time in the format of SSE 0.91 (§1.2), so
// that an entry that returns in another endpoint's feed is literally the same.
func entry(s rules.Stamp, version int) item.History {
	h := s.Entry(version)
	if h.When.Present() {
		h.When = item.AtRFC822(s.When)
	}
	return h
}

// longest is the number of sx:update elements above which a local update truncates the
// history. A truncated history hides conflicts (§4.4.1 step 4), so the limit is as high as is
// practical.
const longest = 256

// Update changes, deletes or un-deletes an item (SSE 0.91 §4.2). It resolves every open
// conflict (step 4): the new version names them in Resolved, so that a merge with an endpoint
// that still lists them does not bring them back. It also clears the flag and the mark of a
// cycle. The error is a *rules.IdentifierError, rules.ErrUnstamped or rules.ErrExhausted.
func Update(it *item.Item, c rules.Change, s rules.Stamp) (*item.Item, error) {
	if err := s.Check(); err != nil {
		return rules.Refused("updating", it.ID(), err)
	}
	if it.Winner.Updates >= item.MaxCount {
		return rules.Refused("updating", it.ID(), rules.ErrExhausted)
	}
	v := *it.Winner
	v.Updates++
	v.History = nested(it.Winner.History, entry(s, v.Updates))
	v.Undeleted = !c.Deleted && (v.Deleted || v.Undeleted)
	v.Deleted = c.Deleted
	if c.Content != nil {
		v.Content = c.Content
	}
	if c.Place != nil {
		v.Place = *c.Place
	}
	v.Place = order.Confirm(v.Place)
	v.Resolved = resolving(it)
	return &item.Item{Winner: rules.Digested(&v)}, nil
}

// nested returns the history with a new update on top; the previous sx:history becomes the
// first sx:update in it (§4.2 step 2). A history that is too long loses its oldest entries.
func nested(history []item.History, top item.History) []item.History {
	history = history[:min(len(history), longest)]
	return append([]item.History{top}, history...)
}

// IsMerged reports whether merging an incoming item would change nothing: each of its
// versions, including conflicts, is here or is an ancestor of one that is, with its positions
// and resolved names, and so is its flag. This is about the current state; neither the archive
// nor clashes count, which Merge reports.
func IsMerged(local, incoming *item.Item) bool {
	r := Merge(local, incoming)
	return !r.Changed && len(r.Dropped) == 0
}
