package session

// Situation is what kind of case a settling is, so that it can be said in one
// plain sentence.
type Situation int

// Situations, the most telling one first where several are true.
const (
	// Ordinary: versions that live and differ.
	Ordinary Situation = iota
	// DeletedByAll: every version is deleted: one confirmation.
	DeletedByAll
	// EditAgainstDeletion: some versions are deleted, others live.
	EditAgainstDeletion
	// SameEverywhere: no version differs in anything that a person can see.
	SameEverywhere
	// OnlyVolatile: they differ only in what programs write on their own or in
	// mirrors for plain readers.
	OnlyVolatile
	// OnlyOther: they differ only in data that no field shows.
	OnlyOther
)

// Situation says what kind of case this is.
func (s *Session) Situation() Situation { return Ordinary }

// Alike groups candidates that differ in nothing a person can see, by their
// numbers: each candidate stands in one group, the winner's first.
func (s *Session) Alike() [][]int { return nil }

// Open lists what a person has still to choose before saving: names of fields,
// and "" first where it is whether the item is deleted at all.
func (s *Session) Open() []string { return nil }

// Reset gives a field back to the proposal; "" all of them, and the whole.
func (s *Session) Reset(field string) error { return nil }
