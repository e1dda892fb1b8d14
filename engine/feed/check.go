package feed

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/internal/xmlstream"
)

// Check lists what is wrong in a document, in its order, and what its publisher should do
// better though readers understand it, which only Check says. A document that cannot
// be read is one more problem, the last; an error means that reading failed.
func Check(r io.Reader, name string) ([]Problem, error) {
	reader := NewReader(r, name)
	reader.checking, reader.head.checking = true, true
	var problems []Problem
	lines := map[string]int{}
	for {
		e, err := reader.Next()
		if err != nil {
			end, err := unreadable(err)
			problems = append(problems, reader.Document().Problems...)
			problems = append(problems, end...)
			slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
			return problems, err
		}
		problems = append(problems, e.Problems...)
		if e.Item == nil {
			continue
		}
		id := e.Item.ID()
		if first, twice := lines[id]; twice {
			section := reader.inUse().sections().sync
			problems = append(problems, Problem{Warning, max(e.Line, first), id, "repeated-id", section,
				fmt.Sprintf("the item stands in line %d already; the two are merged", min(e.Line, first))})
			continue
		}
		lines[id] = e.Line
	}
}

// unreadable is the problem that a document ends with, if any.
func unreadable(err error) ([]Problem, error) {
	var syntax *SyntaxError
	switch {
	case err == io.EOF:
		return nil, nil
	case errors.As(err, &syntax):
		return []Problem{{Severity: Error, Line: syntax.Line, Rule: syntax.Rule, Section: documentSections[syntax.Rule], Text: fmt.Sprintf("column %d: %s", syntax.Column, syntax.Text)}}, nil
	}
	return nil, fmt.Errorf("checking the feed: %w", err)
}

// documentSections are where the rules stand that a document breaks as a whole.
var documentSections = map[string]string{
	xmlstream.RuleWellFormed: "XML 1.0 §2.1",
	xmlstream.RuleEncoding:   "XML 1.0 §4.3.3",
	xmlstream.RuleLimit:      SectionLimits,
	ruleRoot:                 "SSE 0.93 §1",
	ruleStructure:            "SSE 0.93 §1",
}
