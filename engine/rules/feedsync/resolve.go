package feedsync

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Resolve updates an item and resolves the conflicts that the update takes into account (SSE
// 0.93 §3.4). taken has their indexes in it.Conflicts, in any order; the others stay open
// unchanged. Keeping the winner is an update, too. The error is an *OwnOpenError, a
// *ConflictIndexError, an *IdentifierError, ErrUnstamped or ErrExhausted.
func Resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp) (*item.Item, error) {
	if err := s.Check(); err != nil {
		return rules.Refused("updating", it.ID(), err)
	}
	if err := checkTaken(it, taken, s.By); err != nil {
		return rules.Refused("updating", it.ID(), err)
	}
	v, err := updated(it, c, s)
	if err != nil {
		return rules.Refused("updating", it.ID(), err)
	}
	next := &item.Item{Winner: v}
	for i, x := range it.Conflicts {
		if slices.Contains(taken, i) {
			v.History = mergeHistory(v.History, x.History, s.By)
		} else {
			next.Conflicts = append(next.Conflicts, x)
		}
	}
	v.History = compact(v.History)
	return next, nil
}

// mergeHistory adds the history of a resolved conflict to the resolution's history (SSE 0.93
// §3.4, "Merging Conflict Items"). Subsumed entries are not added; each other one is inserted
// immediately after the topmost entry.
//
// A version of the endpoint's own is added although the new entry subsumes it. The
// specification leaves it out; but then a resolution could not be told from an edit that left
// the version open, nor could the common ancestor be found of versions that others made of
// both.
func mergeHistory(history, resolved []item.History, by string) []item.History {
	if own := resolved[0]; own.By == by && by != "" && !slices.ContainsFunc(history, own.Same) {
		history = slices.Insert(history, 1, own)
	}
	for _, hx := range resolved {
		if !subsumedByAny(hx, history) {
			history = slices.Insert(history, 1, hx)
		}
	}
	return history
}

// Own returns the conflicts whose newest update was made by an endpoint, as ascending indexes
// into it.Conflicts. A resolution by that endpoint has to take them into account. A version
// without by has no owner.
func Own(it *item.Item, by string) []int {
	var own []int
	for i, c := range it.Conflicts {
		if by != "" && c.Top().By == by {
			own = append(own, i)
		}
	}
	return own
}

// checkTaken returns why an endpoint cannot resolve exactly these conflicts.
func checkTaken(it *item.Item, taken []int, by string) error {
	for _, i := range taken {
		if i < 0 || i >= len(it.Conflicts) {
			return &rules.ConflictIndexError{Index: i, Open: len(it.Conflicts)}
		}
	}
	left := slices.DeleteFunc(Own(it, by), func(i int) bool { return slices.Contains(taken, i) })
	if len(left) > 0 {
		return &rules.OwnOpenError{By: by, Left: left}
	}
	return nil
}
