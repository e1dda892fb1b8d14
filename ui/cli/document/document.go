// Package document reads, checks, merges and converts documents without a store. Documents are
// streamed; unchanged parts are preserved byte for byte, and if anything fails, nothing is
// written.
package document

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/subscribe/intake"
)

// Source is a document to read. It may be read more than once.
type Source struct {
	// Name identifies the document in messages: a file's path.
	Name string
	// Open reads the document from its start.
	Open func() (io.ReadCloser, error)
}

// Target writes a document, which write produces, either completely or, if write returns an
// error, not at all. It may be the file that the source is read from.
type Target func(write func(io.Writer) error) error

// Report is the result of changing a document.
type Report struct {
	// Conflicts is the number of items in the result that are flagged or have open conflicts.
	Conflicts int
	// Problems were found in the documents that were read. A skipped item is one of them, an
	// error.
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

// Check returns the problems of a document, in document order. That it cannot be parsed as a
// feed at all is one of them.
func Check(s Source) ([]feed.Problem, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	problems, err := feed.Check(f, s.Name)
	if err != nil {
		return nil, err
	}
	checkDuplicates(s, problems)
	return problems, nil
}

// checkDuplicates finds entries that repeat the identifier of an earlier one although neither is
// newer (SSE 0.93 §2.4). This requires the items themselves. Because few documents have such
// entries, only then is the document read again; errors of that second pass were already
// reported by the first.
func checkDuplicates(s Source, problems []feed.Problem) {
	merged := map[string]*intake.EntryMerger{}
	var repeated []*feed.Problem
	for i := range problems {
		if problems[i].Rule == "repeated-id" {
			merged[problems[i].Item] = nil
			repeated = append(repeated, &problems[i])
		}
	}
	if len(repeated) == 0 {
		return
	}
	by := rulesOf(s)
	_, _ = Read(s, func(e *feed.Entry) {
		if e.Item == nil {
			return
		}
		first, concerned := merged[e.Item.ID()]
		switch {
		case !concerned || len(repeated) == 0:
		case first == nil:
			merged[e.Item.ID()] = &intake.EntryMerger{Item: e.Item, Rules: by}
		default:
			if _, found, _ := first.Add(e.Line, e.Item); found[0].Severity == feed.Error {
				*repeated[0] = found[0]
			}
			repeated = repeated[1:]
		}
	})
}

// Read calls visit with each entry of a document, and returns the feed-level data. If the
// document breaks off, it returns an error.
func Read(s Source, visit func(*feed.Entry)) (feed.Document, error) {
	f, err := s.Open()
	if err != nil {
		return feed.Document{}, err
	}
	defer f.Close()
	in := feed.NewReader(f, s.Name)
	for {
		e, err := in.Next()
		if errors.Is(err, io.EOF) {
			return in.Document(), nil
		}
		if err != nil {
			return feed.Document{}, fmt.Errorf("reading: %w", err)
		}
		visit(e)
	}
}

// detect reads the beginning of a document, up to the first item that takes part, to find out
// format and dialect. The dialect is "" if no item takes part, unless the format is OPML,
// which has only one dialect. Problems are reported when the document is read completely.
func detect(s Source) feed.Document {
	f, err := s.Open()
	if err != nil {
		return feed.Document{}
	}
	defer f.Close()
	in := feed.NewReader(f, s.Name)
	e, err := in.Next()
	for err == nil && e.Item == nil && in.Document().Dialect == "" {
		e, err = in.Next()
	}
	d := in.Document()
	if d.Dialect == "" && d.Format == item.OPML {
		d.Dialect = item.SSE091
	}
	return d
}

// rulesOf returns the merge rules of a document's dialect.
func rulesOf(s Source) rules.Rules { return feed.RulesOf(detect(s).Dialect) }

// dialectOf returns the dialect for merging two documents: that of the local one, or that of
// the other one if nothing in the local one takes part.
func dialectOf(into, from feed.Document) item.Dialect {
	return cmp.Or(into.Dialect, from.Dialect)
}

// OutlineItem is an item of a document with its position.
type OutlineItem struct {
	Item *item.Item
	// Parent is the item that contains it, or ""; Depth is its nesting depth.
	Parent string
	Depth  int
}

// InOrder returns the items of a document in document order, and their problems.
func InOrder(s Source) (d feed.Document, items []OutlineItem, problems []feed.Problem, err error) {
	var entries []*feed.Entry
	d, err = Read(s, func(e *feed.Entry) {
		if e.Item != nil || e.Outline != nil {
			entries = append(entries, &feed.Entry{Item: e.Item, Outline: e.Outline})
		}
		problems = append(problems, e.Problems...)
	})
	if d.Format == item.OPML {
		slices.SortFunc(entries, func(a, b *feed.Entry) int { return a.Outline.Number - b.Outline.Number })
		slices.SortStableFunc(problems, func(a, b feed.Problem) int { return a.Line - b.Line })
	}
	return d, outlineItems(entries), problems, err
}

// outlineItems determines the parents of items: the nearest enclosing outline that is an item.
func outlineItems(entries []*feed.Entry) (items []OutlineItem) {
	within := map[int]OutlineItem{}
	for _, e := range entries {
		var s OutlineItem
		if e.Outline != nil {
			s = within[e.Outline.Parent]
		}
		if e.Item != nil {
			items = append(items, OutlineItem{e.Item, s.Parent, s.Depth})
			s = OutlineItem{Parent: e.Item.ID(), Depth: s.Depth + 1}
		}
		if e.Outline != nil {
			within[e.Outline.Number] = s
		}
	}
	return items
}
