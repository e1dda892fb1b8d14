package merge

// Join says how values that were changed in several places may be joined.
type Join int

// Ways to join values.
const (
	// JoinOne: a single value; where several changed it differently, one has to
	// be chosen. Dates are such values.
	JoinOne Join = iota
	// JoinText: a text of lines; changes of different lines are merged.
	JoinText
	// JoinSet: elements, one a line, whose order means nothing; what was added
	// and removed is joined element by element.
	JoinSet
	// JoinUnit: values that only make sense together, taken as one.
	JoinUnit
	// JoinNever: never a conflict by itself.
	JoinNever
)

// Field is what the versions of an item say about one of its fields.
type Field struct {
	Join Join
	// Base is the value that they started from, or nil where it is not known.
	Base *string
	// Values are those of the versions, the winner's first.
	Values []string
	// Equal tells whether two values mean the same; nil is ==.
	Equal func(a, b string) bool
	// Prose tells that a single value is text that a person wrote: where it is
	// open, what can be merged word by word is offered.
	Prose bool
}

// Reason says why a value is proposed, or why none is.
type Reason int

// Reasons.
const (
	// Alike: all versions say the same.
	Alike Reason = iota
	// OneSided: one version changed it.
	OneSided
	// SameChange: several changed it, and all to the same.
	SameChange
	// United: several changed a set, and what each added and removed fits
	// together.
	United
	// Merged: several changed different lines of a text.
	Merged
	// Collision: several changed it differently. Nothing is proposed.
	Collision
	// NoBase: they differ, and what they started from is not known: what one
	// has and another has not may have been added or deleted. Nothing is
	// proposed.
	NoBase
	// Follows: a value that never conflicts by itself stays with the winner.
	Follows
)

// Proposal is a value that nobody accepted yet.
type Proposal struct {
	// Open tells that a person has to choose; there is no Value.
	Open  bool
	Value string
	// From is the first of the versions that says Value, or -1 where none does.
	From int
	// Changed are the versions that changed the value that they started from;
	// nil where that is not known.
	Changed []int
	Reason  Reason
	// Words is what the changes of one line come to word by word; nil where they
	// cannot be merged so, and where the proposal is not open.
	Words *string
}

// Propose proposes a value for a field; docs/merge.md has the rules. Where several
// changed the same line or the same value differently, the proposal is Open.
func Propose(f Field) Proposal {
	if f.Join == JoinNever {
		return f.follow()
	}
	p := f.agree()
	switch {
	case !p.Open || f.Base == nil:
		return p
	case f.Join == JoinText:
		return f.Whole(Chunks(f.Base, f.Values))
	case f.Join == JoinSet:
		return f.unite(p)
	case f.Prose:
		return collision(p, f)
	}
	return p
}

// follow stays with the winner.
func (f Field) follow() Proposal {
	p := Proposal{From: -1, Changed: f.changed(), Reason: Follows}
	if len(f.Values) > 0 {
		p.Value, p.From = f.Values[0], 0
	}
	return p
}
