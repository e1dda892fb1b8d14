package edit

import (
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Log is what one edit changed, item by item.
type Log struct{ Steps []store.Step }

// add takes down a change; the nil Log takes nothing down.
func (l *Log) add(set int64, before, now *item.Item) {
	if l == nil {
		return
	}
	step := store.Step{Set: set, Item: now.ID(), After: store.Identity(now.Winner)}
	if before != nil {
		step.Before = store.Identity(before.Winner)
	}
	l.Steps = append(l.Steps, step)
}
