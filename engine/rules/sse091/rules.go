// Package sse091 holds the rules of SSE 0.91 over items: creation, update and
// deletion, merge with the detection of conflicts by the nth update, and the lists
// of conflicts (SSE 0.91 §4 and §5). Order, hierarchy and cycles (§3.2, §4.4.2) are
// in the package place.
//
// An item is told in the types of package item: Version.Updates is sx:sync/@version,
// History[0] is sx:history, the kth entry after it is the kth sx:update, and its
// Sequence is Updates - k, for the entries have no numbers of their own.
//
// The rules are pure, as those of feedsync are. Where the specification lets
// endpoints end with different flags and lists of conflicts, this package follows
// rules of its own (docs/rules.md).
package sse091

import (
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
)

// Rules are the functions of this package behind the interface that both families
// share.
type Rules struct{}

var _ rules.Rules = Rules{}

// ErrNoConflicts refuses noconflicts for a new item: SSE 0.91 does not know it.
var ErrNoConflicts = errors.New("SSE 0.91 has no noconflicts: leave it out")

// Create implements rules.Rules. With noConflicts it is ErrNoConflicts.
func (Rules) Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	if noConflicts {
		return rules.Refused("creating", id, ErrNoConflicts)
	}
	return Create(id, c, s)
}

// Update implements rules.Rules.
func (Rules) Update(it *item.Item, c rules.Change, s rules.Stamp) (*item.Item, error) {
	return Update(it, c, s)
}

// Resolve implements rules.Rules.
func (Rules) Resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp) (*item.Item, error) {
	return Resolve(it, c, taken, s)
}

// Merge implements rules.Rules.
func (Rules) Merge(local, incoming *item.Item) rules.Result { return Merge(local, incoming) }

// Incorporated implements rules.Rules.
func (Rules) Incorporated(local, incoming *item.Item) bool { return Incorporated(local, incoming) }

// Compare implements rules.Rules.
func (Rules) Compare(x, y *item.Version) int { return Compare(x, y) }

// Bound implements rules.Rules: every update resolves all conflicts (§4.2 step 4).
func (Rules) Bound(it *item.Item, _ string) []int {
	all := make([]int, len(it.Conflicts))
	for i := range all {
		all[i] = i
	}
	return all
}

// Create makes a new item of version 1 (SSE 0.91 §4.1). The identifier is the
// item's for ever. The error is an *rules.IdentifierError or rules.ErrUnstamped.
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

// entry is the entry of an update, its time as documents of SSE 0.91 have it (§1.2):
// what comes back in another endpoint's feed is then the same to the letter.
func entry(s rules.Stamp, version int) item.History {
	h := s.Entry(version)
	if h.When.Present() {
		h.When = item.AtRFC822(s.When)
	}
	return h
}

// longest is the number of sx:update elements that an item may have before a local
// update truncates them. A truncated history hides conflicts (§4.4.1 step 4), so it
// is as long as is practical.
const longest = 256

// Update changes, deletes or un-deletes an item (SSE 0.91 §4.2). It resolves every
// conflict that is open (step 4): the new version names them in Resolved, so that
// a merge with an endpoint that still lists them does not bring them back, and the flag
// goes, with the mark of a cycle. The error is a *rules.IdentifierError,
// rules.ErrUnstamped or rules.ErrExhausted.
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
	v.Place = order.Kept(v.Place)
	v.Resolved = resolving(it)
	return &item.Item{Winner: rules.Digested(&v)}, nil
}

// nested is the history with a new update on top; what was the history is the first
// sx:update in it (§4.2 step 2). What is too long is cut from the bottom.
func nested(history []item.History, top item.History) []item.History {
	history = history[:min(len(history), longest)]
	return append([]item.History{top}, history...)
}

// Incorporated tells whether an incoming item brings nothing: every version of it,
// conflicts included, is held here or is in the past of one that is, with its places and resolved
// names, and so is its flag. It is a question about the present state, the archive does not
// count, and it says nothing of clashes: those Merge tells.
func Incorporated(local, incoming *item.Item) bool {
	r := Merge(local, incoming)
	return !r.Changed && len(r.Dropped) == 0
}
