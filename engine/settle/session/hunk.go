package session

// Hunk is a stretch of a long text in which candidates differ, or that they
// share.
type Hunk struct {
	// Base is the stretch as they started from it, Texts as each candidate has
	// it, in their order: "" for a tombstone.
	Base  string
	Texts []string
	// Alike tells that all candidates that live have the same here.
	Alike bool
	// Open tells that nothing is proposed, and nothing was chosen yet.
	Open bool
	// Taken numbers the candidates whose text stands in the result, in that
	// order: more than one where a person took several, one after the other.
	// It is nil where the result holds the proposal, or is open.
	Taken []int
	// Result is the stretch in the result.
	Result string
}

// Hunks cuts a long text into stretches; nil where the field is no long text, or
// its result was typed or taken whole from a candidate.
func (s *Session) Hunks(field string) []Hunk { return nil }

// TakeHunk makes one stretch of a long text what candidates say there, one after
// the other in the order given; no number takes the stretch out. The other
// stretches stay as they are. Where the result was typed, the text is cut anew
// and the other stretches are proposals again.
func (s *Session) TakeHunk(field string, hunk int, numbers ...int) error { return nil }
