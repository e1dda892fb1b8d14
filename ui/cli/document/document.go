// Package document reads, checks, merges and converts documents without a store. A document
// is streamed from one place to another; what does not change stays byte for byte, and
// nothing is written where something fails.
package document

import (
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

// Check lists what is wrong in a document, in its order. That it cannot be read
// as a feed at all is one of the problems.
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
	judgeTwins(s, problems)
	return problems, nil
}

// judgeTwins finds the entries whose identifier an earlier one has and of which
// neither is the newer one (SSE 0.93 §2.4). That takes the items, and few
// documents have such: it is only these that are read again. How that ends has
// been told by the first reading.
func judgeTwins(s Source, problems []feed.Problem) {
	merged := map[string]*intake.Twin{}
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
			merged[e.Item.ID()] = &intake.Twin{Item: e.Item, Rules: by}
		default:
			if _, found, _ := first.Meet(e.Line, e.Item); found[0].Severity == feed.Error {
				*repeated[0] = found[0]
			}
			repeated = repeated[1:]
		}
	})
}

// Read calls visit with each entry of a document, and gives what stands at the
// level of the feed. A document that breaks half-way is an error.
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

// look reads the beginning of a document, up to the first item that takes part: format
// and dialect are known then. The dialect is "" where nothing takes part, unless it is
// OPML, which knows but one. What is wrong with the document is for its reading to
// tell.
func look(s Source) feed.Document {
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

// rulesOf are those of a document's family.
func rulesOf(s Source) rules.Rules { return feed.RulesOf(look(s).Dialect) }

// dialectOf is the dialect that two documents are merged in: the local one's, or the
// other one's where nothing of the local one takes part.
func dialectOf(into, from feed.Document) item.Dialect {
	if into.Dialect == "" {
		return from.Dialect
	}
	return into.Dialect
}

// Standing is an item of a document and where it stands there.
type Standing struct {
	Item *item.Item
	// Parent is the item that it stands in, or "", and Depth how many it stands in.
	Parent string
	Depth  int
}

// InOrder reads the items of a document in its order, and what is wrong with them.
func InOrder(s Source) (d feed.Document, items []Standing, problems []feed.Problem, err error) {
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
	return d, stand(entries), problems, err
}

// stand finds where items stand: in the nearest outline around them that is an item.
func stand(entries []*feed.Entry) (items []Standing) {
	within := map[int]Standing{}
	for _, e := range entries {
		var s Standing
		if e.Outline != nil {
			s = within[e.Outline.Parent]
		}
		if e.Item != nil {
			items = append(items, Standing{e.Item, s.Parent, s.Depth})
			s = Standing{Parent: e.Item.ID(), Depth: s.Depth + 1}
		}
		if e.Outline != nil {
			within[e.Outline.Number] = s
		}
	}
	return items
}
