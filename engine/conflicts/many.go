package conflicts

import (
	"context"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Rule is a way to resolve many conflicts at once.
type Rule int

// The rules.
const (
	// MergeRule saves what merges without questions, and leaves the rest.
	MergeRule Rule = iota
	// MergeThenNewest merges and resolves whatever is left open with the newest of the
	// versions that changed it.
	MergeThenNewest
	// KeepCurrent keeps the winner.
	KeepCurrent
	// TakeNewest takes the version with the latest plausible time.
	TakeNewest
	// PreferDevice takes the version of one endpoint, if it has one.
	PreferDevice
)

// Planned is a rule's plan for an item.
type Planned struct {
	edit.Ref
	// Title is the title of the winner.
	Title string
	// Versions are the versions that the plan is about, the winner first.
	Versions []*item.Version
	// Session has the rule's choices and those that a person made before. It is nil if the
	// rule has no answer.
	Session *Session
	// Why is the reason if Session is nil. If something is left to choose, Open lists it,
	// named as by Session.Open, along with fields for which a person typed an invalid value.
	Why  NoAnswer
	Open []string
}

// NoAnswer is the reason why a rule leaves an item to a person.
type NoAnswer int

// Reasons to leave an item to a person.
const (
	// Answered: the rule has an answer.
	Answered NoAnswer = iota
	// FieldsOpen: something is left to choose.
	FieldsOpen
	// NoVersionBy: the endpoint has no version of the item.
	NoVersionBy
	// NoTime: no version has a plausible time.
	NoTime
)

// Plan returns what a rule would do with the given items, or with all items in conflict if
// none are given. Given items without a conflict are left out. by is the endpoint for
// PreferDevice. begun has what a person has already decided: no rule changes that, and the
// rule decides only what is still open. Nothing is saved.
func (c Service) Plan(ctx context.Context, rule Rule, by string, begun map[edit.Ref]SavedDraft, items ...edit.Ref) (plans []Planned, err error) {
	p := planner{endpoint: c.Device.ID(), rule: rule, by: by, begun: begun, now: c.Clock.Now(), sets: map[string]store.Set{}}
	err = c.Store.View(ctx, func(r store.Reader) error {
		p.Reader = r
		if len(items) == 0 {
			rows, err := list(r, nil)
			if err != nil {
				return err
			}
			for _, row := range rows {
				items = append(items, edit.Ref{Set: row.Set, ID: row.ID})
			}
		}
		plans, err = p.all(ctx, items)
		return err
	})
	return plans, err
}

// ResolveMany saves plans as one edit, and skips those without an answer. It refuses an item
// that has changed since with edit.ErrChanged, and one where a person reopened a choice with
// ErrOpen; the others are saved. progress may be nil. If ctx ends, nothing is saved.
func (c Service) ResolveMany(ctx context.Context, plans []Planned, progress func(done, all int)) (edit.Outcome, error) {
	ready, refused, err := c.decideAll(ctx, plans)
	if err != nil {
		return edit.Outcome{}, err
	}
	o := edit.Outcome{Refused: refused}
	var within *edit.Transaction
	err = c.Edit.Do(ctx, edit.Resolving, func(t *edit.Transaction) error {
		within = t
		for i, d := range ready {
			err := ctx.Err()
			if err == nil {
				_, err = save(t, d)
			}
			if err := o.Add(d.Ref, err); err != nil {
				return err
			}
			if progress != nil {
				progress(i+1, len(ready))
			}
		}
		return nil
	})
	if err != nil {
		return edit.Outcome{}, err
	}
	o.Edit = within.Edit()
	return o, nil
}

// decideAll gets the decisions from the sessions of plans.
func (c Service) decideAll(ctx context.Context, plans []Planned) (ready []decided, refused []edit.Refused, err error) {
	for _, p := range plans {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if p.Session == nil {
			continue
		}
		d, err := c.decided(p.Ref, p.Session)
		if err != nil {
			refused = append(refused, edit.Refused{Ref: p.Ref, Err: err})
			continue
		}
		ready = append(ready, d)
	}
	return ready, refused, nil
}
