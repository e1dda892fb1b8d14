// Package merge finds and shows differences between versions, and merges them. It
// is pure, and gives the same result on every machine: no time limit decides, only
// limits of size, and nothing depends on the order of a map.
//
// Propose works on one field of an item, of any number of versions, with or
// without the base, their common ancestor. What only one side changed, and what all
// that changed it made alike, is merged for every kind of value. Beyond that, single
// values and units collide, and a person chooses; sets are merged member by member,
// texts line by line, as git does it. Two changes of the same line are open: their
// word-by-word merge is only offered. Data that no field shows is one unit. Without a
// base nothing is merged but what all say.
//
// Chunks cuts a text into the stretches in which versions differ, each with its
// proposal, so that they can be chosen one by one. Fit puts them together.
//
// The comparison of lines is written by hand, because it has to find the changes
// that git finds: diff.go has the steps.
//
// docs/merge.md has the rules with an example each.
package merge

import (
	"slices"
	"strings"
)

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
		p = collision(p)
		p.Words = byWord(p, f)
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

// agree proposes what all versions that changed a value say. Where they disagree
// it is open.
func (f Field) agree() Proposal {
	p := Proposal{From: -1, Changed: f.changed(), Reason: Alike}
	if len(f.Values) == 0 {
		return p
	}
	saying := f.Values
	if len(p.Changed) > 0 {
		saying = pick(f.Values, p.Changed)
	}
	for _, v := range saying {
		if !f.same(v, saying[0]) {
			p.Open, p.Reason = true, f.disagreement()
			return p
		}
	}
	p.Value, p.From, p.Reason = saying[0], f.from(saying[0]), agreement(len(p.Changed))
	return p
}

// agreement is the reason where so many versions changed a value to the same.
func agreement(changed int) Reason {
	switch changed {
	case 0:
		return Alike
	case 1:
		return OneSided
	}
	return SameChange
}

func (f Field) disagreement() Reason {
	if f.Base == nil {
		return NoBase
	}
	return Collision
}

// changed numbers the versions that say something else than what they started
// from; nil where that is not known.
func (f Field) changed() []int {
	if f.Base == nil {
		return nil
	}
	all := []int{}
	for i, v := range f.Values {
		if !f.same(v, *f.Base) {
			all = append(all, i)
		}
	}
	return all
}

// from is the first version that says a value, or -1.
func (f Field) from(value string) int {
	return slices.IndexFunc(f.Values, func(v string) bool { return f.same(v, value) })
}

// same tells whether two values mean the same.
func (f Field) same(a, b string) bool {
	switch {
	case a == b:
		return true
	case f.Equal != nil && f.Equal(a, b):
		return true
	}
	return f.Join == JoinSet && sameSet(elements(a), elements(b))
}

func pick(values []string, numbers []int) []string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = values[n]
	}
	return all
}

// Whole proposes a text of which the chunks are known: a diff3 over lines for any
// number of versions. Where a chunk is open the whole is. Where all that is open
// can be merged word by word, the whole can.
func (f Field) Whole(chunks []Chunk) Proposal {
	p := f.agree()
	if !p.Open || f.Base == nil {
		return p
	}
	var parts []string
	open, byWord := false, true
	for _, c := range chunks {
		switch {
		case !c.Open:
			parts = append(parts, c.Value)
		case c.Words != nil:
			open, parts = true, append(parts, *c.Words)
		default:
			open, byWord = true, false
		}
	}
	value := strings.Join(Fit(parts, End(f.Base, f.Values)), "")
	switch {
	case open && byWord:
		p.Words = &value
	case !open:
		p.Open, p.Value, p.From, p.Reason = false, value, f.from(value), Merged
	}
	return p
}

// compareAll compares the versions of a text with their base.
func compareAll(base *string, values []string) (*diff3, []hunk) {
	common := base
	if common == nil {
		common = &values[0]
	}
	versions := make([][]line, len(values))
	for i, v := range values {
		versions[i] = body(v)
	}
	d := newDiff3(body(*common), versions, maxLines)
	return d, d.hunks()
}
