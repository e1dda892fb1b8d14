package conflicts

import (
	"maps"
	"slices"
)

// state is the state that choices change: the draft, and which versions are included.
type state struct {
	draft draft
	ticks []tick
}

// steps holds the choices that can be undone and redone, the most recent last.
type steps struct {
	past, future []state
	// typing is the field that the last step typed into, or "" for any other step.
	typing string
}

// Do makes a choice as one undo step. A choice that fails changes nothing, and a choice
// without an effect is not a step.
func (s *Session) Do(choice func() error) error {
	before := s.state()
	if err := choice(); err != nil {
		s.back(before)
		return err
	}
	s.steps.typing = ""
	s.step(before)
	return nil
}

// Try makes a choice, calls look on the result, and takes the choice back, without a step. A
// choice that fails is not looked at.
func (s *Session) Try(choice func() error, look func()) error {
	defer s.back(s.state())
	if err := choice(); err != nil {
		return err
	}
	look()
	return nil
}

// DoTyping sets a field to its new value from an editor, as an undo step. In a long text it
// decides only the hunks in which lines were changed, and the other positions of paragraphs
// that were moved from there or to there; typing a hunk's earlier text again takes that back.
// For any other field it is Type. What is typed into one field without another step or
// EndTyping in between is one step; typing the earlier value removes the step.
func (s *Session) DoTyping(field, value string) error {
	before := s.state()
	if err := s.edit(field, value); err != nil {
		return err
	}
	last := len(s.steps.past) - 1
	switch {
	case s.steps.typing != field:
		if s.step(before) {
			s.steps.typing = field
		}
	case s.steps.past[last].same(s.state()):
		s.steps.past, s.steps.typing = s.steps.past[:last], ""
	}
	return nil
}

// EndTyping ends the current typing step.
func (s *Session) EndTyping() { s.steps.typing = "" }

// step records the state before a choice, if the choice changed anything.
func (s *Session) step(before state) bool {
	if before.same(s.state()) {
		return false
	}
	s.steps.past, s.steps.future = append(s.steps.past, before), nil
	return true
}

// Undo undoes the last choice, and reports whether there was one. It goes back to the last
// ClearSteps at most.
func (s *Session) Undo() bool { return s.turn(&s.steps.past, &s.steps.future) }

// Redo repeats the choice that was undone last, and reports whether there was one.
func (s *Session) Redo() bool { return s.turn(&s.steps.future, &s.steps.past) }

func (s *Session) turn(from, to *[]state) bool {
	last := len(*from) - 1
	if last < 0 {
		return false
	}
	*to = append(*to, s.state())
	s.back((*from)[last])
	*from, s.steps.typing = (*from)[:last], ""
	return true
}

// ClearSteps clears the undo history, when the page opens.
func (s *Session) ClearSteps() { s.steps = steps{} }

func (s *Session) state() state { return state{s.draft.clone(), slices.Clone(s.ticks)} }

// back makes a state the current one. The session owns it afterwards.
func (s *Session) back(to state) { s.draft, s.ticks = to.draft, to.ticks }

func (a state) same(b state) bool { return slices.Equal(a.ticks, b.ticks) && a.draft.same(b.draft) }

func (d *draft) clone() draft {
	c := draft{whole: d.whole, stays: d.stays, back: maps.Clone(d.back), fields: maps.Clone(d.fields)}
	if d.hunks != nil {
		c.hunks = map[string]map[int]piece{}
	}
	for field, taken := range d.hunks {
		c.hunks[field] = maps.Clone(taken)
	}
	return c
}

func (d *draft) same(o draft) bool {
	return d.whole == o.whole && d.stays == o.stays && maps.Equal(d.back, o.back) &&
		maps.EqualFunc(d.fields, o.fields, choice.same) &&
		maps.EqualFunc(d.hunks, o.hunks, func(a, b map[int]piece) bool { return maps.EqualFunc(a, b, piece.same) })
}

func (c choice) same(o choice) bool {
	return c.value == o.value && c.from == o.from && c.kind == o.kind && c.unfinished == o.unfinished && slices.Equal(c.parts, o.parts)
}

func (p piece) same(o piece) bool {
	return p.kind == o.kind && p.value == o.value && p.elsewhere == o.elsewhere && p.typed.same(o.typed) && slices.Equal(p.versions, o.versions)
}
