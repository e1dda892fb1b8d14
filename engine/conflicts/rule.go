package conflicts

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/lineage"
	"crossfeed/engine/store"
)

// planner applies a rule to conflicts, in one state of a store.
type planner struct {
	store.Reader
	endpoint string
	rule     Rule
	by       string
	now      time.Time
	// sets are those asked for so far, by name.
	sets map[string]store.Set
}

// all plans the items that are in conflict.
func (p *planner) all(ctx context.Context, items []edit.Ref) (plans []Planned, err error) {
	for _, ref := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one, err := p.plan(ref)
		if errors.Is(err, ErrNoConflict) || errors.Is(err, store.ErrNoItem) {
			continue
		}
		if err != nil {
			return nil, err
		}
		plans = append(plans, one)
	}
	return plans, nil
}

// plan says what the rule makes of an item.
func (p *planner) plan(ref edit.Ref) (Planned, error) {
	s, err := p.session(ref)
	if err != nil {
		return Planned{}, err
	}
	plan, open := Planned{Ref: ref, Title: s.Item().Winner.Title()}, s.Open()
	for _, c := range s.Candidates() {
		plan.Versions = append(plan.Versions, c.Version)
	}
	if plan.Why, err = p.answer(s); err != nil {
		return Planned{}, err
	}
	switch plan.Why {
	case Answered:
		plan.Session = s
	case FieldsOpen:
		plan.Open = open
	}
	return plan, nil
}

// session begins one. Every rule needs the original, because the page shows what a
// choice drops.
func (p *planner) session(ref edit.Ref) (*Session, error) {
	set, err := p.set(ref.Set)
	if err != nil {
		return nil, err
	}
	it, about, err := aboutItem(p, set, ref.ID)
	if err != nil {
		return nil, err
	}
	return NewSession(it, p.endpoint, about)
}

// set finds a set.
func (p *planner) set(name string) (store.Set, error) {
	if s, known := p.sets[name]; known {
		return s, nil
	}
	s, err := p.SetNamed(name)
	if err == nil {
		p.sets[name] = s
	}
	return s, err
}

// answer makes the rule's choices, or returns why it has none.
func (p *planner) answer(s *Session) (NoAnswer, error) {
	all := s.Candidates()
	switch p.rule {
	case KeepCurrent:
		return taking(s, slices.IndexFunc(all[:1], kept), FieldsOpen)
	case TakeNewest:
		return taking(s, newest(all, p.now), NoTime)
	case PreferDevice:
		return taking(s, madeBy(all, p.by), NoVersionBy)
	case MergeThenNewest:
		return p.newestWhereOpen(s)
	}
	if len(s.Open()) > 0 {
		return FieldsOpen, nil
	}
	return Answered, nil
}

// newestWhereOpen takes the newest version for everything that the merge leaves
// open. Whether the item is deleted comes first: the newest version of all decides
// that, and the newest of those that changed a field decides the field.
func (p *planner) newestWhereOpen(s *Session) (NoAnswer, error) {
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		all := s.Candidates()
		switch number := newest(all, p.now); {
		case number < 0:
			return NoTime, nil
		case all[number].Version.Deleted:
			return Answered, s.Take(number)
		}
		s.Stay()
	}
	for _, field := range s.Open() {
		if why := p.takeOpen(s, field); why != Answered {
			return why, nil
		}
	}
	return Answered, nil
}

// takeOpen takes the newest version for a field, in a long text for the open stretches
// alone. What is taken for a paragraph that was moved can resolve the stretch that it was
// moved to. Where that would lose the paragraph, the field is left open.
func (p *planner) takeOpen(s *Session, field string) NoAnswer {
	if s.Hunks(field) == nil {
		changed := s.proposalFor(s.grid.find(field)).Changed
		return p.takeNewest(s, changed, func(number int) error { return s.TakeField(field, number) })
	}
	for _, moved := range []bool{true, false} {
		hunks := s.Hunks(field)
		for i, h := range hunks {
			if !h.Open || moved && h.Move == nil {
				continue
			}
			changed := slices.Clone(h.Changed)
			for _, o := range hunks { // paragraphs that were moved to one stretch are decided together
				if h.Move != nil && o.Move != nil && o.Move.To == h.Move.To {
					changed = append(changed, o.Changed...)
				}
			}
			if why := p.takeNewest(s, changed, func(number int) error { return s.TakeHunk(field, i, number) }); why != Answered {
				return why
			}
		}
	}
	r := s.grid.find(field)
	for i, c := range s.draft.hunks[field] {
		if p := s.pieces(r)[i]; p.move != nil && s.moved(p, c) != unmoved && s.lacks(r, *p.move) {
			return FieldsOpen // nobody deleted the paragraph
		}
	}
	return Answered
}

// takeNewest takes the newest version of those that changed something, or of all that
// live where it is not known which did.
func (p *planner) takeNewest(s *Session, changed []int, take func(number int) error) NoAnswer {
	number := newest(slices.DeleteFunc(s.Candidates(), func(c Candidate) bool {
		return c.Version.Deleted || len(changed) > 0 && !slices.Contains(changed, c.Number)
	}), p.now)
	switch {
	case number < 0:
		return NoTime
	case take(number) != nil:
		return FieldsOpen
	}
	return Answered
}

// taking takes the version at an index; without one, that is why.
func taking(s *Session, number int, why NoAnswer) (NoAnswer, error) {
	if number < 0 {
		return why, nil
	}
	return Answered, s.Take(number)
}

// newest returns the number of the candidate with the latest plausible time, or -1.
// Of several with one time it is the first.
func newest(candidates []Candidate, now time.Time) int {
	found := -1
	var latest time.Time
	for _, c := range candidates {
		if !kept(c) || lineage.Clock(c.Version, now) != lineage.Plausible {
			continue
		}
		if at := c.Version.Top().When.Time(); found < 0 || at.After(latest) {
			found, latest = c.Number, at
		}
	}
	return found
}

// madeBy is the number of an endpoint's first version, or -1.
func madeBy(candidates []Candidate, by string) int {
	return slices.IndexFunc(candidates, func(c Candidate) bool {
		return kept(c) && c.Version.Top().By == by
	})
}

// kept reports whether the content of a candidate is known, so that it can be taken.
func kept(c Candidate) bool { return !c.Missing }
