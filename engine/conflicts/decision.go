package conflicts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
)

// Result is what a session decided, in the terms of the rules.
type Result struct {
	// Content is what the new version says, Deleted tells that it is a
	// tombstone.
	Content *item.Content
	Deleted bool
	// Place is where the new version stands, or nil where it stays where the winner
	// is.
	Place *item.Place
	// Restores is the deleted item that the new version is in, or "".
	Restores string
	// Taken are the indexes of the conflicts that are taken into account, in ascending
	// order: those of the columns that are, and those that nobody is asked about.
	Taken []int
	// StillOffered are the versions offered again that were left for later.
	StillOffered []*item.Version
}

// Decision is the session's result. The content is that of the version which the
// other data come from, with every field that stands otherwise set in it. What a
// person marked as done is done at that time, and what was taken says when by
// itself. The error is ErrOpen, with the names of the fields, or a
// *record.ValueError for something typed that cannot be.
func (s *Session) Decision(at time.Time) (Result, error) {
	if open := s.Open(); len(open) > 0 {
		return Result{}, fmt.Errorf("settling %s: %w: %s", s.it.ID(), ErrOpen, openNames(open))
	}
	result := Result{Content: s.start().Content, Deleted: s.deletes(), Place: s.place()}
	if !result.Deleted {
		content, err := s.content(at)
		if err != nil {
			return Result{}, fmt.Errorf("settling %s: %w", s.it.ID(), err)
		}
		result.Content = content
	}
	result.Restores = s.restores(result.Place)
	result.Taken, result.StillOffered = s.included()
	return result, nil
}

// included are the conflicts that the result includes, and the versions offered again
// that it does not.
func (s *Session) included() (taken []int, left []*item.Version) {
	taken = s.grid.Included(s.it, s.about.bound(s.it, s.endpoint))
	for i, group := range s.grid.Open {
		for _, n := range group {
			switch conflict := n <= s.grid.conflicts; {
			case conflict && s.counts(i+1):
				taken = append(taken, n-1)
			case !conflict && !s.counts(i+1):
				left = append(left, s.grid.pool[n])
			}
		}
	}
	slices.Sort(taken)
	return slices.Compact(taken), left
}

// openNames lists what is open for a reader.
func openNames(open []string) string {
	names := make([]string, len(open))
	for i, name := range open {
		names[i] = name
		if name == "" {
			names[i] = "whether it is deleted"
		}
	}
	return strings.Join(names, ", ")
}
