// Package document reads, checks, merges and converts documents without a store. A document
// is streamed from one place to another; what does not change stays byte for byte, and
// nothing is written where something fails.
package document

import (
	"io"

	"crossfeed/engine/feed"
)

// Source is a document to read. It may be read more than once.
type Source struct {
	// Name stands in messages: a file's path.
	Name string
	// Open reads the document from its start.
	Open func() (io.ReadCloser, error)
}

// Target is where a document goes: it is written by write whole, or not at all
// where write returns an error. It may be the place where the source lies.
type Target func(write func(io.Writer) error) error

// Report is what a change to a document came to.
type Report struct {
	// Conflicts is the number of items with open conflicts, or with the flag, in the
	// result.
	Conflicts int
	// Problems were found in the documents that were read. A set-aside item is
	// one of them, an error.
	Problems []Problem
}

// Problem is a problem and the document that has it.
type Problem struct {
	Document string
	feed.Problem
}

func (r *Report) add(document string, found ...feed.Problem) {
	for _, p := range found {
		r.Problems = append(r.Problems, Problem{document, p})
	}
}
