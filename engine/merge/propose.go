// Package merge finds and shows differences between versions, and merges them. It is pure and
// returns the same result on every machine: limits apply to size, not to time, and nothing
// depends on the iteration order of a map.
//
// Propose merges one field of any number of versions of an item, with or without the base,
// their common ancestor. For every kind of value, it merges a change that only one side made,
// and changes that several sides made in the same way. Otherwise, single values and units
// collide, and a person chooses; sets are merged element by element, and texts line by line,
// as in git. Two changes of the same line are open: their word-by-word merge is only a
// suggestion. Data that no field shows is one unit. Without a base, only identical values are
// merged.
//
// Chunks divides a text into the sections in which versions differ, each with its proposal, so
// that a person can choose for each of them. Fit joins the results.
//
// The comparison of lines is our own implementation, because it has to find the same changes
// as git: diff.go has the steps.
//
// docs/protocol.md describes the rules with an example for each.
package merge

import (
	"slices"
	"strings"
)

// Join determines how conflicting values may be merged.
type Join int

// Ways to merge values.
const (
	// JoinOne: a single value, such as a date; if several versions changed it differently, a
	// person has to choose.
	JoinOne Join = iota
	// JoinText: a text of lines; changes of different lines are merged.
	JoinText
	// JoinSet: a set, one element per line in any order; additions and removals are merged
	// element by element.
	JoinSet
	// JoinUnit: values that only make sense together and are treated as one.
	JoinUnit
	// JoinNever: never a conflict by itself.
	JoinNever
)

// Field holds the values of one field in the versions of an item.
type Field struct {
	Join Join
	// Base is the value in the common ancestor, or nil if it is not known.
	Base *string
	// Values are the values of the versions, the winner's first.
	Values []string
	// Equal reports whether two values mean the same; nil means ==.
	Equal func(a, b string) bool
	// Prose means that a single value is text written by a person: if it is open, its
	// word-by-word merge is suggested.
	Prose bool
}

// Reason is the reason for a proposal, or for the lack of one.
type Reason int

// Reasons.
const (
	// Alike: all versions have the same value.
	Alike Reason = iota
	// OneSided: one version changed it.
	OneSided
	// SameChange: several versions changed it to the same value.
	SameChange
	// United: several versions changed a set, and their additions and removals are compatible.
	United
	// Merged: several versions changed different lines of a text.
	Merged
	// Collision: several versions changed it differently. There is no proposal.
	Collision
	// NoBase: the versions differ, and the base is not known: a value that only some of them
	// have may have been added or deleted. There is no proposal.
	NoBase
	// Follows: a value that never conflicts by itself is taken from the winner.
	Follows
)

// Proposal is a suggested value that nobody has accepted yet.
type Proposal struct {
	// Open means that a person has to choose; there is no Value.
	Open  bool
	Value string
	// From is the first of the versions with this Value, or -1 if none exists.
	From int
	// Changed lists the versions that changed the value of the base; it is nil if the base is
	// not known.
	Changed []int
	Reason  Reason
	// Words is the word-by-word merge of changes in one line. It is nil if there is none, or
	// if the proposal is not open.
	Words *string
}

// Propose merges the values of a field; docs/protocol.md describes the rules. If several versions
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

// follow proposes the winner's value.
func (f Field) follow() Proposal {
	p := Proposal{From: -1, Changed: f.changed(), Reason: Follows}
	if len(f.Values) > 0 {
		p.Value, p.From = f.Values[0], 0
	}
	return p
}

// agree proposes the value that all versions that changed it have. If they disagree, the
// proposal is open.
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

// agreement returns the reason if this number of versions changed a value to the same.
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

// changed returns the indices of the versions whose value differs from the base; nil if the
// base is not known.
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

// from returns the first version with this value, or -1.
func (f Field) from(value string) int {
	return slices.IndexFunc(f.Values, func(v string) bool { return f.same(v, value) })
}

// same reports whether two values mean the same.
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

// Whole proposes a text based on its chunks: a diff3 by lines for any number of versions. If a
// chunk is open, so is the whole text. If all open chunks can be merged word by word, so can
// the whole text.
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
