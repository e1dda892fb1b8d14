package engine

import (
	"fmt"
)

// mostReasons is for how many files a report says why they could not be had: where a
// server is away, the reason is the same for all.
const mostReasons = 5

// countFile counts a file in the report of the subscription that it came from.
func (s *syncing) countFile(t toRead, f lackingFile, g gotFile) {
	for i := range s.todo {
		r := s.reports[i]
		if s.todo[i].Key != t.Key || r == nil {
			continue
		}
		if g.err == nil {
			r.Files++
			continue
		}
		if r.FilesMissing++; r.FilesMissing <= mostReasons {
			r.Unfetched = append(r.Unfetched, Unfetched{Name: f.Called(), Error: plain(g.err)})
		}
	}
}

// sayUnfetched says in words which files could not be had.
func (s *syncing) sayUnfetched() {
	for _, r := range s.reports {
		if r == nil {
			continue
		}
		for _, f := range r.Unfetched {
			r.Problems = append(r.Problems, fmt.Sprintf("file %s: %s", f.Name, f.Error))
		}
		if more := r.FilesMissing - len(r.Unfetched); more > 0 {
			r.Problems = append(r.Problems, fmt.Sprintf("%d more files could not be fetched", more))
		}
	}
}
