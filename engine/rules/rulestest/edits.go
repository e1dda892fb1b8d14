package rulestest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
)

// Edits are the numbers of all edits that a mesh made. The text of a version lists the
// numbers of the edits that it was made from, its title is its own: its true past
// travels in the data, apart from the history that the rules keep.
type Edits []string

// Text is the content of a new edit that was made from those versions.
func (e *Edits) Text(from []*item.Version) *item.Content {
	past := known(from)
	number := fmt.Sprint(len(*e))
	*e = append(*e, number)
	return item.Plain(number, strings.Join(slices.Sorted(maps.Keys(past)), " "))
}

// ExpectKnown fails where an edit is in the past of none of the versions.
func (e *Edits) ExpectKnown(t *rapid.T, versions []*item.Version) {
	t.Helper()
	edits := known(versions)
	for _, edit := range *e {
		if !edits[edit] {
			t.Fatalf("edit %s of %d is lost", edit, len(*e))
		}
	}
}

// Knows reports whether one of the versions is an edit, or was made from it.
func (e *Edits) Knows(versions []*item.Version, edit string) bool { return known(versions)[edit] }

// PastOf lists the edits that a version was made from, and its own.
func PastOf(v *item.Version) []string {
	return append(strings.Fields(v.Content.Text()), v.Title())
}

// known is what all of those versions were made from.
func known(versions []*item.Version) map[string]bool {
	edits := make(map[string]bool)
	for _, v := range versions {
		for _, edit := range PastOf(v) {
			edits[edit] = true
		}
	}
	return edits
}
