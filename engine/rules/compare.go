package rules

import (
	"cmp"
	"strings"

	"crossfeed/engine/item"
)

// CompareEntries orders the entries of two histories by all that they say. Both
// families end with it where copies of one version tell of it differently.
func CompareEntries(x, y item.History) int {
	return cmp.Or(
		cmp.Compare(x.Sequence, y.Sequence),
		x.When.Compare(y.When),
		strings.Compare(x.By, y.By),
		strings.Compare(x.Extra, y.Extra),
	)
}

// CompareFlags says that a set flag is greater.
func CompareFlags(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	}
	return -1
}
