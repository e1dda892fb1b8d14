// Package feedsync holds the rules of SSE 0.93 and FeedSync 1.0 over items:
// creation, update and deletion, merge, conflict resolution (SSE 0.93 §3).
//
// The rules are pure: no clock, no randomness, no input or output. Nothing that
// is passed in is ever changed; what comes out shares with it whatever stayed
// the same. All versions of an item that come in carry one identifier and at
// least one history entry, as readers of feeds make sure.
//
// Where the specification is silent or loses edits, this package follows four
// rules of its own:
//
//   - The keys by which a winner is picked go on until only equal versions tie,
//     so that every endpoint picks the same one (Compare).
//   - Subsumed versions are dropped from one pool of all versions, except where one
//     side publishes them together: what an item lists is open (Merge).
//   - An update never uses a sequence twice, also when an earlier update that
//     used it lies in a conflict or was undone (Stamp.Used).
//   - A resolution always takes an endpoint's own conflicting versions into
//     account, because its update subsumes them (Resolve).
package feedsync

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Rules are the functions of this package behind the interface that both families
// share.
type Rules struct{}

var _ rules.Rules = Rules{}

// Create implements rules.Rules.
func (Rules) Create(id string, c rules.Change, noConflicts bool, s rules.Stamp) (*item.Item, error) {
	return Create(id, c, noConflicts, s)
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

// Bound implements rules.Rules: the endpoint's own.
func (Rules) Bound(it *item.Item, by string) []int { return Own(it, by) }

// Create makes a new item (SSE 0.93 §3.1). The identifier is the item's for
// ever, and so is noConflicts, which asks every endpoint to keep only the
// winner (§2.4). A sequence that the endpoint used before for this identifier
// is not used again. The error is an *IdentifierError, ErrUnstamped or
// ErrExhausted.
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

// Incorporated reports whether an incoming item brings nothing: merging it changes neither
// versions nor contents nor conflicts. It is a question about the present state; the
// archive does not count.
func Incorporated(local, incoming *item.Item) bool { return !Merge(local, incoming).Changed }

// nextSequence is the sequence of an update of it (SSE 0.93 §3.2 step 13).
// Conflicts count: a resolution that is older than its own loser would be
// dropped by the next merge.
func nextSequence(it *item.Item, updates int, s rules.Stamp) (int, error) {
	used := greatest(it.Winner.History, s.By)
	for _, c := range it.Conflicts {
		used = max(used, greatest(c.History, s.By))
	}
	return sequence(s, updates, used)
}

// sequence is the new value of updates, or one more than the greatest sequence
// that the endpoint used so far, whichever is greater. An update without by
// has no sequence of its own to go on from.
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

// greatest is the greatest sequence of an endpoint in a history, or 0.
func greatest(history []item.History, by string) int {
	most := 0
	for i := range history {
		if history[i].By == by {
			most = max(most, history[i].Sequence)
		}
	}
	return most
}

// longest is the number of entries that a history may have before a local
// update compacts it.
const longest = 256

// compact drops entries that subsumption does not need from a history that is
// too long, the oldest first, until it has its greatest length or only needed
// entries (SSE 0.93 §3.2, "Truncate"). Needed are the topmost entry, the
// highest sequence of each endpoint, and every entry without by: without them
// old versions would come back as conflicts.
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

// highest is the highest sequence of each endpoint in a history.
func highest(history []item.History) map[string]int {
	high := make(map[string]int)
	for i := range history {
		h := &history[i]
		high[h.By] = max(high[h.By], h.Sequence)
	}
	return high
}
