package conflicts

import (
	"maps"
	"slices"
)

// state is what choices change: the draft, and which versions are included.
type state struct {
	draft draft
	ticks []tick
}

// steps are the choices that can be undone and redone, the last one last.
type steps struct {
	past, future []state
	// typing is the field that the last step typed into; "" for any other.
	typing string
}

// Do makes a choice, as one step for Undo. A choice that fails changes nothing, and a
// choice without an effect is not a step.
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

// DoTyping makes a field what a person made of its result, as a step for Undo. Of a long
// text it decides the stretches alone in which lines were changed, and with them the other
// positions of paragraphs that were moved from there or to there; typing a stretch back
// decides nothing there. Of anything else it is Type. What is typed into one field without another
// step or EndTyping in between is one step; typing it back removes the step.
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

// EndTyping ends the step that is being typed.
func (s *Session) EndTyping() { s.steps.typing = "" }

// step notes what there was before a choice, if that changed anything.
func (s *Session) step(before state) bool {
	if before.same(s.state()) {
		return false
	}
	s.steps.past, s.steps.future = append(s.steps.past, before), nil
	return true
}

// Undo takes back the last choice, and reports whether there was one: it goes no
// further back than the last ClearSteps.
func (s *Session) Undo() bool { return s.turn(&s.steps.past, &s.steps.future) }

// Redo makes the choice again that was undone last, and reports whether there was
// one.
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

// ClearSteps forgets what could be undone: the page opens.
func (s *Session) ClearSteps() { s.steps = steps{} }

// state is a copy of what choices change.
func (s *Session) state() state { return state{s.draft.clone(), slices.Clone(s.ticks)} }

// back makes a state the current one, and takes it over.
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
