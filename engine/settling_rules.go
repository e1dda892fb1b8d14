package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/lineage"
	"crossfeed/engine/store"
)

// planner answers by a rule what is to settle in one state of a store.
type planner struct {
	store.Reader
	endpoint string
	rule     Rule
	by       string
	now      time.Time
	// sets are those asked for so far, by name.
	sets map[string]store.Set
}

// all plans the items that have something to settle.
func (p *planner) all(ctx context.Context, items []Ref) (plans []Planned, err error) {
	for _, ref := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one, err := p.plan(ref)
		if errors.Is(err, session.ErrNoConflict) || errors.Is(err, store.ErrNoItem) {
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
func (p *planner) plan(ref Ref) (Planned, error) {
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

// session begins one. Only proposals need a starting point, and the archive.
func (p *planner) session(ref Ref) (*session.Session, error) {
	set, err := p.set(ref.Set)
	if err != nil {
		return nil, err
	}
	if p.rule == CleanProposals {
		it, about, _, err := aboutItem(p, set, ref.ID)
		if err != nil {
			return nil, err
		}
		return session.New(it, p.endpoint, about)
	}
	it, offered, err := toSettle(p, set.Key, ref.ID)
	if err != nil {
		return nil, err
	}
	return session.New(it, p.endpoint, session.About{Offered: offered, Rules: family.Of(feed.Dialect(set.Dialect))})
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

// answer decides as the rule says, or gives the reason why it does not.
func (p *planner) answer(s *session.Session) (NoAnswer, error) {
	all := s.Candidates()
	switch p.rule {
	case KeepWinners:
		return taking(s, slices.IndexFunc(all[:1], kept), FieldsOpen)
	case TakeNewest:
		return taking(s, newest(all, p.now), NoTime)
	case PreferBy:
		return taking(s, madeBy(all, p.by), NoVersionBy)
	case SameEverywhere:
		return unless(!looksSame(s) || len(s.Open()) > 0, Differs), nil
	}
	return unless(len(s.Open()) > 0, FieldsOpen), nil
}

// taking takes the version at an index; without one, that is why.
func taking(s *session.Session, number int, why NoAnswer) (NoAnswer, error) {
	if number < 0 {
		return why, nil
	}
	return Answered, s.Take(number)
}

func unless(not bool, why NoAnswer) NoAnswer {
	if not {
		return why
	}
	return Answered
}

// newest is the number of the version with the latest time that can be right, or
// -1. Of several of one time it is the first.
func newest(candidates []session.Candidate, now time.Time) int {
	found := -1
	for i, c := range candidates {
		if !kept(c) || lineage.Clock(c.Version, now) != lineage.Plausible {
			continue
		}
		if found < 0 || c.Version.Top().When.Time().After(candidates[found].Version.Top().When.Time()) {
			found = i
		}
	}
	return found
}

// madeBy is the number of an endpoint's first version, or -1.
func madeBy(candidates []session.Candidate, by string) int {
	return slices.IndexFunc(candidates, func(c session.Candidate) bool {
		return kept(c) && c.Version.Top().By == by
	})
}

// kept tells whether there is something to take.
func kept(c session.Candidate) bool { return !c.Missing }

// looksSame tells whether a person can see no difference.
func looksSame(s *session.Session) bool {
	switch s.Situation() {
	case session.SameEverywhere, session.OnlyVolatile, session.DeletedByAll:
		return true
	}
	return false
}
