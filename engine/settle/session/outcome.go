package session

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Outcome says what saving will do.
type Outcome struct {
	// Update is the number of the update that it makes: the item's updates as
	// they will then be (SSE 0.93 §3.2).
	Update int
	// Settled is the number of conflicts that go into the history, Open of
	// those that stay.
	Settled, Open int
	// Deletes tells that the result is a tombstone.
	Deletes bool
}

// Outcome says what saving will do now (SSE 0.93 §3.4).
func (s *Session) Outcome() Outcome {
	settled := len(s.taken())
	return Outcome{
		Update:  s.it.Winner.Updates + 1,
		Settled: settled,
		Open:    len(s.it.Conflicts) - settled,
		Deletes: s.deletes(),
	}
}

// Decision is the session's result in the terms of the rules: what the new
// version says, whether it is a tombstone, and the indexes of the conflicts that
// are taken into account. The content is that of the version last taken whole,
// at first the winner's, with the single fields set in it, so that data without
// a field stays with the version that it came with.
func (s *Session) Decision() (c *item.Content, deleted bool, taken []int) {
	values := record.Values{}
	for name, put := range s.draft.fields {
		values[name] = put.value
	}
	c, err := record.Apply(s.base().Content, values)
	if err != nil {
		panic("settling: a field that was found is gone: " + err.Error())
	}
	return c, s.deletes(), s.taken()
}

// taken lists the indexes of the conflicts that are ticked.
func (s *Session) taken() []int {
	var all []int
	for i, t := range s.ticks {
		if t.taken {
			all = append(all, i)
		}
	}
	return all
}
