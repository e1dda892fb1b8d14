package rules

import (
	"cmp"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// CompareEntries orders history entries by all of their fields. Both models use it as the last
// key for copies of one version whose histories differ.
func CompareEntries(x, y item.History) int {
	return cmp.Or(
		cmp.Compare(x.Sequence, y.Sequence),
		x.When.Compare(y.When),
		strings.Compare(x.By, y.By),
		strings.Compare(x.Extra, y.Extra),
	)
}

// CompareFlags orders flags: a set flag is greater.
func CompareFlags(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	}
	return -1
}

// CompareCopies orders copies of one version that differ in content: it is positive if x is
// more likely what its author wrote. A content that matches its digest is preferred, then one
// with a record, then more markup, more words, and the greater canonical form.
func CompareCopies(x, y *item.Version) int {
	if c := CompareFlags(x.Intact(), y.Intact()); c != 0 {
		return c
	}
	if c := CompareFlags(record.Holds(x.Content), record.Holds(y.Content)); c != 0 {
		return c
	}
	xMarkup, xWords := x.Content.Measure()
	yMarkup, yWords := y.Content.Measure()
	return cmp.Or(cmp.Compare(xMarkup, yMarkup), cmp.Compare(xWords, yWords), x.Content.Compare(y.Content))
}

// Digested adds the digest of its content to a new version. A tombstone has none, because its
// data may be dropped.
func Digested(v *item.Version) *item.Version {
	v.Digest = ""
	if !v.Deleted {
		v.Digest = v.Content.Digest()
	}
	return v
}

// DigestOf returns the digest of a version that was received twice with the same content: the
// one that matches the content, or else the greater one.
func DigestOf(x, y *item.Version) string {
	switch {
	case x.Intact():
		return x.Digest
	case y.Intact():
		return y.Digest
	}
	return max(x.Digest, y.Digest)
}
