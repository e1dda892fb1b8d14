package edit

import (
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

// add takes down a change; the nil Log takes nothing down.
func (l *Log) add(set int64, before, now *item.Item) {
	if l == nil {
		return
	}
	after := store.Identity(now.Winner)
	if i, there := l.at[key{set, now.ID()}]; there {
		l.Steps[i].After = after
		return
	}
	step := store.Step{Set: set, Item: now.ID(), After: after}
	if before != nil {
		step.Before = store.Identity(before.Winner)
	}
	if l.at == nil {
		l.at = map[key]int{}
	}
	l.at[key{set, now.ID()}] = len(l.Steps)
	l.Steps = append(l.Steps, step)
}
