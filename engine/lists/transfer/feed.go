package transfer

import (
	"bytes"
	"context"
	"errors"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// namespaces has the namespaces of the records in feeds, in capital letters.
var namespaces = map[record.Kind]string{
	record.Todo:    "URN:IETF:PARAMS:XML:NS:ICALENDAR-2.0",
	record.Contact: "URN:IETF:PARAMS:XML:NS:VCARD-4.0",
}

// kindsOfFeed returns the kinds of lists that a feed fits, given its beginning in capital
// letters: the kind of the first records in it. Items without a record are notes, which fit
// every list but outlines. A list for notes takes everything, as from a subscription.
func kindsOfFeed(text []byte) []record.Kind {
	kinds, first := []record.Kind{record.Note, record.Todo, record.Contact}, len(text)
	for kind, namespace := range namespaces {
		if at := bytes.Index(text, []byte(namespace)); at >= 0 && at < first {
			kinds, first = []record.Kind{kind, record.Note}, at
		}
	}
	return kinds
}

// planFeed determines what an import does with the items of an RSS or Atom feed. Their
// contents are imported, and no histories are merged. Items with sx:sync are identified by
// their identifiers, and others by their guid or id.
func planFeed(ctx context.Context, r Reader, set int64, kind record.Kind, in io.Reader) (planned []Planned, problems []exchange.Problem, err error) {
	m, err := newMatching(r, set, kind)
	if err != nil {
		return nil, nil, err
	}
	f := fromFeed{matching: m}
	read := feed.NewReader(in, "")
	read.ReadOrdinary()
	for {
		e, err := read.Next()
		if errors.Is(err, io.EOF) {
			return f.planned, f.problems(), nil
		}
		if err == nil {
			err = f.add(e)
		}
		if err == nil {
			err = ctx.Err()
		}
		var syntax *feed.SyntaxError
		if errors.As(err, &syntax) {
			err = &exchange.FileError{Problem: exchange.Problem{Line: syntax.Line, Kind: exchange.Violation, Name: syntax.Rule, Value: syntax.Text}}
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// fromFeed has the entries of a feed.
type fromFeed struct {
	*matching
	planned []Planned
	// deleted and conflicts count items that are deleted or have conflicts in the file; the
	// lines count from the first.
	deleted, conflicts         int
	deletedLine, conflictsLine int
}

// add plans an entry.
func (f *fromFeed) add(from *feed.Entry) error {
	e := exchange.Entry{Line: from.Line, Whole: true}
	for _, p := range from.Problems {
		e.Problems = append(e.Problems, exchange.Problem{Line: p.Line, Kind: exchange.Violation, Name: p.Rule, Value: p.Text})
	}
	switch {
	case from.Item != nil && from.Item.Winner.Deleted:
		if f.deleted++; f.deleted == 1 {
			f.deletedLine = from.Line
		}
		return nil
	case from.Item != nil:
		if len(from.Item.Conflicts) > 0 {
			if f.conflicts++; f.conflicts == 1 {
				f.conflictsLine = from.Line
			}
		}
		e.ID, e.Content = from.Item.ID(), from.Item.Winner.Content
	case from.Ordinary != nil:
		e.UID, e.Content = from.Ordinary.ID, from.Ordinary.Content
	case len(e.Problems) == 0:
		return nil
	}
	if e.Content != nil {
		if kind := record.KindOf(e.Content); kind != record.Note && kind != f.kind && f.kind != record.Note {
			e.Problems = append(e.Problems, exchange.Problem{Line: e.Line, Kind: exchange.OtherKind, Value: e.Content.Title(), Name: string(kind)})
			e.Content = nil
		}
	}
	p, err := f.match(e)
	f.planned = append(f.planned, p)
	return err
}

// problems says what in the file was not imported.
func (f *fromFeed) problems() (all []exchange.Problem) {
	if f.deleted > 0 {
		all = append(all, exchange.Problem{Line: f.deletedLine, Kind: exchange.DeletedThere, N: f.deleted})
	}
	if f.conflicts > 0 {
		all = append(all, exchange.Problem{Line: f.conflictsLine, Kind: exchange.ConflictsThere, N: f.conflicts})
	}
	return all
}

// WriteFeed writes items with their histories and conflicts as the feed that d describes.
func WriteFeed(w io.Writer, d feed.Document, items []*item.Item) error {
	out := feed.NewWriter(w, d)
	for _, it := range items {
		if err := out.Write(it); err != nil {
			return err
		}
	}
	return out.Close()
}
