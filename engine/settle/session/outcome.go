package session

import (
	"fmt"
	"maps"
	"time"

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

// Result is what a session decided, in the terms of the rules.
type Result struct {
	// Content is what the new version says, Deleted tells that it is a
	// tombstone.
	Content *item.Content
	Deleted bool
	// Taken are the indexes of the conflicts that are taken into account.
	Taken []int
}

// Decision is the session's result. The content is that of the version last
// taken whole, at first the winner's, with the single fields set in it, so that
// data without a field stays with the version that it came with. What a person
// marked as done is done at that time, and what was taken says when by itself. The error is a *record.ValueError for
// something typed that cannot be.
func (s *Session) Decision(at time.Time) (Result, error) {
	typed, taken := record.Values{}, record.Values{}
	for name, put := range s.draft.fields {
		if put.from == nil {
			typed[name] = put.value
		} else {
			taken[name] = put.value
		}
	}
	maps.Copy(taken, record.Stamped(typed, at))
	c, err := record.Apply(s.room(), taken)
	if err != nil {
		return Result{}, fmt.Errorf("settling %s: %w", s.it.ID(), err)
	}
	return Result{Content: c, Deleted: s.deletes(), Taken: s.taken()}, nil
}

// room is the content of the base, with a record of the kind that the fields put
// there one by one need: the base may be a version that lost it. Where no kind
// has them all it is the base as it is, which then has no such field.
func (s *Session) room() *item.Content {
	base := s.base()
	for _, k := range append([]record.Kind{s.read(base).Kind}, s.kinds()...) {
		if !s.fits(k) {
			continue
		}
		if c, err := record.As(base.Content, k); err == nil {
			return c
		}
	}
	return base.Content
}

// fits tells whether a kind has all fields that were put there one by one.
func (s *Session) fits(k record.Kind) bool {
	for name := range s.draft.fields {
		if _, err := record.Find(k, name); err != nil {
			return false
		}
	}
	return true
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
