package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
)

const (
	// lookTime bounds how long the items of one feed are counted: what a person waits for.
	lookTime = 5 * time.Second
	// mostProblems bounds what is told of one feed.
	mostProblems = 20
)

// count reads a feed to its end, or as far as there is time, and tells what is in it. It
// holds one item at a time.
func (e *Engine) count(ctx context.Context, f *FoundFeed, in io.Reader) {
	r, begin := feed.NewReader(in, f.Address), e.parts.Clock.Now()
	f.kinds = map[record.Kind]int{}
	var problems []feed.Problem
	for f.Err == nil {
		one, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if f.Err = cmp.Or(ctx.Err(), err); f.Err == nil {
			f.entry(one)
			problems = append(problems, one.Problems[:min(len(one.Problems), mostProblems)]...)
		}
		if f.More = e.parts.Clock.Now().Sub(begin) > lookTime; f.More {
			break
		}
	}
	f.document(r.Document(), problems)
}

// entry counts an entry.
func (f *FoundFeed) entry(one *feed.Entry) {
	f.Items++
	if one.Item != nil || one.SetAside {
		f.Shared++
	}
	if one.Item != nil {
		f.Valid++
		if !one.Item.Winner.Deleted {
			f.kinds[record.KindOf(one.Item.Winner.Content)]++
		}
	}
}

// document tells what stands at the level of the feed.
func (f *FoundFeed) document(d feed.Document, problems []feed.Problem) {
	f.Title, f.Author, f.ID = d.Title, d.Author, d.ID
	for _, n := range namesFrom(d) {
		if n.By == d.Author {
			f.AuthorName = n.Name
		}
	}
	f.Format, f.Dialect = string(d.Format), string(d.Dialect)
	f.Kind = ""
	if kinds := f.kindsIn(d.Format); len(kinds) > 0 {
		f.Kind = string(mostly(kinds))
	}
	if d.Sharing != nil {
		f.Offers = offersOf(d.Sharing)
		f.Complete, _ = completeOf(&document{address: f.Address, sharing: d.Sharing, dialect: d.Dialect}) // its reading tells
	}
	if d.Format == "" && f.Err != nil {
		f.Err = &location.Error{Trouble: location.NotFeed, Address: f.Address, Err: f.Err}
	}
	f.tell(append(d.Problems, problems...))
}

// kindsIn counts the kinds of items as a list for them has to be: only OPML has outlines,
// and whatever is in it is one.
func (f *FoundFeed) kindsIn(format feed.Format) map[record.Kind]int {
	if format == feed.OPML {
		f.kinds = map[record.Kind]int{record.Outline: f.Items + 1}
		return f.kinds
	}
	if n := f.kinds[record.Outline]; n > 0 {
		f.kinds[record.Note] += n
	}
	delete(f.kinds, record.Outline)
	return f.kinds
}

// askComplete finds the kind of a feed in its complete feed, where it holds nothing but
// what was deleted: that has a title alone.
func (v *visit) askComplete(ctx context.Context, f *FoundFeed) {
	if f.Err != nil || f.Items == 0 || len(f.kinds) > 0 || f.Complete == "" || f.Complete == f.Address {
		return
	}
	target := location.Target{Address: f.Complete, Access: v.accessFor(f.Complete), From: f.Address}
	answer, err := v.parts.Places.Read(ctx, location.Request{Target: target, Now: v.parts.Clock.Now(), Whole: true})
	if err != nil {
		return // its kind is not known; reading it says why
	}
	defer answer.Body.Close()
	whole := FoundFeed{Address: f.Complete}
	if v.count(ctx, &whole, answer.Body); whole.Err == nil && whole.ID == f.ID {
		f.kinds, f.Kind = whole.kinds, whole.Kind
	}
}

// mostly is the kind that most are of; notes where none are.
func mostly(kinds map[record.Kind]int) record.Kind {
	most := record.Note
	for _, k := range record.Kinds() {
		if kinds[k] > kinds[most] {
			most = k
		}
	}
	return most
}

// tell keeps the problems of a feed, errors first.
func (f *FoundFeed) tell(problems []feed.Problem) {
	slices.SortStableFunc(problems, func(a, b feed.Problem) int {
		return cmp.Compare(severity(a), severity(b))
	})
	for _, p := range problems[:min(len(problems), mostProblems)] {
		f.Problems = append(f.Problems, p.String())
	}
}

func severity(p feed.Problem) int {
	if p.Severity == feed.Error {
		return 0
	}
	return 1
}
