package engine

import (
	"context"

	"crossfeed/engine/settle/session"
)

// Rule is a way to settle many items at once.
type Rule int

// Rules.
const (
	// CleanProposals settles what leaves nothing to choose, by what is
	// proposed.
	CleanProposals Rule = iota
	// KeepWinners keeps the winner of each.
	KeepWinners
	// TakeNewest takes of each the version with the latest time that can be
	// right.
	TakeNewest
	// PreferBy takes of each the version of one endpoint, where it has one.
	PreferBy
	// SameEverywhere confirms what differs in nothing a person can see.
	SameEverywhere
)

// Planned is what a rule would make of an item.
type Planned struct {
	Ref
	// Title is that of the winner.
	Title string
	// Session has decided as the rule says; nil where the rule has no answer.
	Session *session.Session
	// Why is the reason where Session is nil.
	Why NoAnswer
}

// NoAnswer is why a rule leaves an item to a person.
type NoAnswer int

// Reasons to leave an item to a person.
const (
	// Answered: the rule has an answer.
	Answered NoAnswer = iota
	// FieldsOpen: something is left to choose.
	FieldsOpen
	// NoVersionBy: the endpoint has no version there.
	NoVersionBy
	// NoTime: no version has a time that can be right.
	NoTime
	// Differs: a person can see a difference.
	Differs
)

// PlanSettling says what a rule would make of the items to settle: of those
// given, or of all. by is the endpoint of PreferBy. Nothing is saved.
func (e *Engine) PlanSettling(ctx context.Context, rule Rule, by string, items ...Ref) ([]Planned, error) {
	return nil, nil
}

// SettleAll saves what was planned, as one edit; plans without an answer are
// passed over. What changed meanwhile is refused with ErrChanged, and the others
// are saved. progress may be nil.
func (e *Engine) SettleAll(ctx context.Context, plans []Planned, progress func(done, all int)) (Outcome, error) {
	return Outcome{}, nil
}
