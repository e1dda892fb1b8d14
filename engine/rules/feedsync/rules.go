// Package feedsync implements the rules of SSE 0.93 and FeedSync 1.0 for items: creation,
// update and deletion, merge, and conflict resolution (SSE 0.93 §3).
//
// The rules are pure: no clock, no randomness, no input or output. Arguments are never
// changed; results share with them whatever stayed the same. All versions of an incoming item
// have the same identifier and at least one history entry, as readers of feeds ensure.
//
// Where the specification is silent or loses edits, this package follows four rules of its
// own:
//
//   - The keys by which a winner is picked go on until only equal versions tie,
//     so that every endpoint picks the same one (Compare).
//   - Subsumed versions are dropped from one pool of all versions, except where one
//     side publishes them together: what an item lists is open (Merge).
//   - An update never uses a sequence twice, even if an earlier update that
//     used it is in a conflict or was undone (Stamp.Used).
//   - A resolution always takes an endpoint's own conflicting versions into
//     account, because its update subsumes them (Resolve).
package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Rules implements rules.Rules with the functions of this package.
type Rules struct{}

var _ rules.Rules = Rules{}

// Create implements rules.Rules.
func (Rules) Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	return Create(id, c, noConflicts, s)
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

// Bound implements rules.Rules. It returns the endpoint's own conflicts.
func (Rules) Bound(it *item.Item, by string) []int { return Own(it, by) }

// Create creates an item (SSE 0.93 §3.1). The identifier and noConflicts are permanent;
// noConflicts asks every endpoint to keep only the winner (§2.4). A sequence that the endpoint
// used before for this identifier is not used again. The error is an *IdentifierError,
// ErrUnstamped or ErrExhausted.
func Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	if !item.ValidNSS(id) {
		return rules.Refused("creating", id, &rules.IdentifierError{What: "item", Value: id})
	}
	if err := s.Check(); err != nil {
		return rules.Refused("creating", id, err)
	}
	sequence, err := sequence(s, 1, 0)
	if err != nil {
		return rules.Refused("creating", id, err)
	}
	v := &item.Version{
		ID:          id,
		Updates:     1,
		Deleted:     c.Deleted,
		NoConflicts: noConflicts,
		History:     []item.History{s.Entry(sequence)},
		Content:     c.Content,
	}
	if v.Content == nil {
		v.Content = item.Plain("", "")
	}
	return &item.Item{Winner: rules.Digested(v)}, nil
}

// updated returns the successor of the item's winner. Its history shares no memory with the
// winner's.
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

// IsMerged reports whether merging an incoming item would change neither versions nor
// contents nor conflicts. This is about the current state; the archive does not count.
func IsMerged(local, incoming *item.Item) bool { return !Merge(local, incoming).Changed }

// nextSequence returns the sequence of an update of an item (SSE 0.93 §3.2 step 13). Conflicts
// count: the next merge would drop a resolution with a lower sequence than its own loser.
func nextSequence(it *item.Item, updates int, s rules.Stamp) (int, error) {
	used := greatest(it.Winner.History, s.By)
	for _, c := range it.Conflicts {
		used = max(used, greatest(c.History, s.By))
	}
	return sequence(s, updates, used)
}

// sequence returns the new value of updates, or one more than the greatest sequence that the
// endpoint has used, whichever is greater. Updates without by do not have such a sequence.
func sequence(s rules.Stamp, updates, used int) (int, error) {
	n := updates
	if s.By != "" {
		n = max(updates, used+1, s.Used+1)
	}
	if n > item.MaxCount {
		return 0, rules.ErrExhausted
	}
	return n, nil
}

// greatest returns the greatest sequence of an endpoint in a history, or 0.
func greatest(history []item.History, by string) int {
	most := 0
	for i := range history {
		if history[i].By == by {
			most = max(most, history[i].Sequence)
		}
	}
	return most
}

// longest is the number of entries above which a local update compacts a history.
const longest = 256

// compact drops entries that subsumption does not need from a history that is too long, oldest
// first, until the history is short enough or has only needed entries (SSE 0.93 §3.2,
// "Truncate"). The topmost entry, the highest sequence of each endpoint, and every entry
// without by are needed: without them, old versions would reappear as conflicts.
func compact(history []item.History) []item.History {
	excess := len(history) - longest
	if excess <= 0 {
		return history
	}
	high := highest(history)
	needless := make([]bool, len(history))
	for i := len(history) - 1; i > 0 && excess > 0; i-- {
		if h := &history[i]; h.By != "" && h.Sequence < high[h.By] {
			needless[i] = true
			excess--
		}
	}
	kept := make([]item.History, 0, longest)
	for i := range history {
		if !needless[i] {
			kept = append(kept, history[i])
		}
	}
	return kept
}

// highest returns the highest sequence of each endpoint in a history.
func highest(history []item.History) map[string]int {
	high := make(map[string]int)
	for i := range history {
		h := &history[i]
		high[h.By] = max(high[h.By], h.Sequence)
	}
	return high
}
