package conflicts

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/edit"
	"crossfeed/engine/store"
)

// planner applies a rule to conflicts, within one read transaction.
type planner struct {
	store.Reader
	endpoint string
	rule     Rule
	by       string
	begun    map[edit.Ref]SavedDraft
	now      time.Time
	// sets caches the lists by name.
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

// plan returns what the rule would do with an item.
func (p *planner) plan(ref edit.Ref) (Planned, error) {
	s, err := p.session(ref)
	if err != nil {
		return Planned{}, err
	}
	if kept, begun := p.begun[ref]; begun {
		s.Restore(kept)
	}
	plan, open := Planned{Ref: ref, Title: s.Item().Winner.Title()}, s.unanswered()
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

// unanswered returns what a person still has to choose: open fields, and fields with an
// invalid typed value.
func (s *Session) unanswered() []string {
	open := s.Open()
	for _, c := range s.Cells() {
		if c.Problem != nil && !slices.Contains(open, c.Field) {
			open = append(open, c.Field)
		}
	}
	return open
}

// session starts a session for an item. Every rule needs the original, because the page shows
// what a choice drops.
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

// answer makes the rule's choices, or returns why there are none. It keeps what a person
// decided: if anything was, a rule that takes a whole version takes it only for what is open.
func (p *planner) answer(s *Session) (NoAnswer, error) {
	if slices.ContainsFunc(s.Cells(), func(c Cell) bool { return c.Problem != nil }) {
		return FieldsOpen, nil
	}
	switch {
	case p.rule == MergeThenNewest, p.rule != MergeRule && s.Changed():
		return p.takeAllOpen(s)
	case p.rule == MergeRule && len(s.Open()) > 0:
		return FieldsOpen, nil
	case p.rule == MergeRule:
		return Answered, nil
	}
	number, why := p.version(s.Candidates())
	if why != Answered {
		return why, nil
	}
	return Answered, s.Take(number)
}

// version returns the number of the version that the rule selects, or the reason why there is
// none. Versions that a person left out are not considered.
func (p *planner) version(all []Candidate) (number int, why NoAnswer) {
	all = slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return !c.Taken || c.Missing })
	switch p.rule {
	case KeepCurrent:
		number, why = slices.IndexFunc(all, func(c Candidate) bool { return c.Number == 0 }), FieldsOpen
	case PreferDevice:
		number, why = slices.IndexFunc(all, func(c Candidate) bool { return c.Version.Top().By == p.by }), NoVersionBy
	default:
		number, why = newest(all, p.now), NoTime
	}
	if number < 0 {
		return number, why
	}
	return all[number].Number, Answered
}

// takeAllOpen takes the rule's version for everything that is open. The question whether the
// item is deleted comes first: the newest of all versions decides it, and the newest of the
// versions that changed a field decides the field.
func (p *planner) takeAllOpen(s *Session) (NoAnswer, error) {
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		all := s.Candidates()
		switch number, why := p.version(all); {
		case why != Answered:
			return why, nil
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

// takeOpen takes the rule's version for a field, or only for the open hunks of a long text.
// What is taken for a moved paragraph can also resolve the hunk that it was moved to. If that
// would lose the paragraph, the field stays open.
func (p *planner) takeOpen(s *Session, field string) NoAnswer {
	if s.Hunks(field) == nil {
		changed := s.proposalFor(s.grid.find(field)).Changed
		return p.takeVersion(s, changed, func(number int) error { return s.TakeField(field, number) })
	}
	for _, moved := range []bool{true, false} {
		hunks := s.Hunks(field)
		for i, h := range hunks {
			if !h.Open || moved && h.Move == nil {
				continue
			}
			changed := slices.Clone(h.Changed)
			for _, o := range hunks { // paragraphs that were moved to one hunk are decided together
				if h.Move != nil && o.Move != nil && o.Move.To == h.Move.To {
					changed = append(changed, o.Changed...)
				}
			}
			if why := p.takeVersion(s, changed, func(number int) error { return s.TakeHunk(field, i, number) }); why != Answered {
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

// takeVersion takes the rule's version. The newest is selected from the versions that changed
// something, or from all that are not deleted if it is not known which ones did.
func (p *planner) takeVersion(s *Session, changed []int, take func(number int) error) NoAnswer {
	all := s.Candidates()
	if p.rule == MergeThenNewest {
		all = slices.DeleteFunc(all, func(c Candidate) bool {
			return c.Version.Deleted || len(changed) > 0 && !slices.Contains(changed, c.Number)
		})
	}
	number, why := p.version(all)
	if why == Answered && take(number) != nil {
		return FieldsOpen
	}
	return why
}

// newest returns the index of the candidate with the latest plausible time, or -1. If several
// have the same time, it returns the first.
func newest(candidates []Candidate, now time.Time) int {
	found := -1
	var latest time.Time
	for i, c := range candidates {
		if ancestry.Clock(c.Version, now) != ancestry.Plausible {
			continue
		}
		if at := c.Version.Top().When.Time(); found < 0 || at.After(latest) {
			found, latest = i, at
		}
	}
	return found
}
