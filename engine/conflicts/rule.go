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
	plan := Planned{Ref: ref, Title: s.Item().Winner.Title()}
	if plan.Why, err = p.answer(s); err != nil {
		return Planned{}, err
	}
	switch plan.Why {
	case Answered:
		plan.Session = s
	case FieldsOpen:
		plan.Open = s.Open()
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
// that, and the newest live version decides the fields.
func (p *planner) newestWhereOpen(s *Session) (NoAnswer, error) {
	if len(s.Open()) == 0 {
		return Answered, nil
	}
	all := s.Candidates()
	number := newest(all, p.now)
	if number >= 0 && s.Open()[0] == "" {
		if all[number].Version.Deleted {
			return Answered, s.Take(number)
		}
		s.Stay()
	}
	number = newest(slices.DeleteFunc(all, func(c Candidate) bool { return c.Version.Deleted }), p.now)
	if number < 0 {
		return NoTime, nil
	}
	for _, field := range s.Open() {
		if err := takeOpen(s, field, number); err != nil {
			return FieldsOpen, nil
		}
	}
	return Answered, nil
}

// takeOpen takes a version for a field, in a long text for the open stretches alone.
func takeOpen(s *Session, field string, number int) error {
	hunks := s.Hunks(field)
	if hunks == nil {
		return s.TakeField(field, number)
	}
	for i, h := range hunks {
		if !h.Open {
			continue
		}
		if err := s.TakeHunk(field, i, number); err != nil {
			return err
		}
	}
	return nil
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
