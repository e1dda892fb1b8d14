package rules_test

import (
	"testing"

	"crossfeed/engine/rules"
)

// Conflicts are numbered from 1 in messages, and a single version is not called several.
func TestSentencesOfErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&rules.OwnOpenError{By: "A", Left: []int{3}}, "a version of A among the conflicts must be included: resolve the conflict"},
		{&rules.OwnOpenError{By: "A", Left: []int{0, 3}}, "2 versions of A among the conflicts must be included: resolve the conflict"},
		{&rules.ConflictIndexError{Index: 0, Open: 0}, "there is no conflict 1: the item has 0"},
		{&rules.ConflictIndexError{Index: 2, Open: 2}, "there is no conflict 3: the item has 2"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
