package edit

import (
	"crypto/sha256"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Log is what one edit changed: each item once, from what it said before the
// edit to what it says after, however often the edit changed it.
type Log struct {
	Steps []store.Step
	// at is the place of an item's step.
	at map[key]int
}

type key struct {
	set int64
	id  string
}

// add takes down a change; the nil Log takes nothing down. Of a flag that was there
// because of conflicts that the change included nothing has to be set again.
func (l *Log) add(set int64, before, now *item.Item) {
	if l != nil {
		l.step(set, before, now, before != nil && equal.Marked(before))
	}
}

// addSettled takes down what settled conflicts, or opened them again.
func (l *Log) addSettled(set int64, s Settled) {
	if l == nil {
		return
	}
	step := l.step(set, s.Before, s.Now, s.Before.Flagged)
	if step.Opens == nil {
		step.Opens, step.Offers = identities(s.Before.Conflicts), identities(s.Offered)
	}
	step.Leaves = identities(s.Now.Conflicts)
}

// step is the step of an item, up to what it says now. flagged is the mark to set again
// when the step is undone.
func (l *Log) step(set int64, before, now *item.Item, flagged bool) *store.Step {
	i, there := l.at[key{set, now.ID()}]
	if !there {
		i = l.begin(set, before, now.ID())
		l.Steps[i].Flagged = flagged
	}
	l.Steps[i].After = store.Identity(now.Winner)
	return &l.Steps[i]
}

// begin begins the step of an item, and gives its place.
func (l *Log) begin(set int64, before *item.Item, id string) int {
	step := store.Step{Set: set, Item: id}
	if before != nil {
		step.Before = store.Identity(before.Winner)
	}
	if l.at == nil {
		l.at = map[key]int{}
	}
	l.at[key{set, id}] = len(l.Steps)
	l.Steps = append(l.Steps, step)
	return len(l.Steps) - 1
}

// identities are those of versions, in their order; none is not nil.
func identities(versions []*item.Version) [][sha256.Size]byte {
	all := make([][sha256.Size]byte, 0, len(versions))
	for _, v := range versions {
		all = append(all, store.Identity(v))
	}
	return all
}
