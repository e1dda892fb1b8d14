package document

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/subscribe/intake"
)

// Conversion is the target of a conversion.
type Conversion struct {
	Format item.Format
	// Dialect is "" for the document's own dialect, or if the format does not support that,
	// for the default dialect of the format.
	Dialect item.Dialect
	// Lossy allows a conversion to lose something.
	Lossy bool
	// Now is the document's time if it has none.
	Now time.Time
}

// ErrConverted is returned if the document already is what it should become. Nothing was
// written.
var ErrConverted = errors.New("it already has this format and dialect")

// Convert writes a document in another format, another dialect, or both. Losses are refused
// with a *LossError, unless the conversion is lossy. Open conflicts in SSE 0.91 are always
// refused when it becomes FeedSync (sse091.ErrOpenConflict).
func Convert(target Target, source Source, c Conversion) (Report, error) {
	x := converting{Conversion: c, name: source.Name, byID: map[string]*intake.EntryMerger{}}
	if err := x.read(source); err != nil {
		return Report{}, err
	}
	if err := x.choose(); err != nil {
		return Report{}, err
	}
	items, err := x.items()
	if err != nil {
		return Report{}, err
	}
	if len(x.losses.all) > 0 && !c.Lossy {
		return Report{}, &LossError{Document: source.Name, Losses: x.losses.sentences()}
	}
	err = target(func(w io.Writer) error { return x.write(w, items) })
	return x.report, err
}

type converting struct {
	Conversion
	name string
	// doc is the original document.
	doc    feed.Document
	order  []*arrival
	byID   map[string]*intake.EntryMerger
	losses losses
	report Report
}

// choose selects the dialect, and refuses a conversion that would change nothing.
func (x *converting) choose() error {
	switch was := x.doc.Dialect; {
	case x.Dialect != "":
	case x.Format == item.OPML:
		x.Dialect = item.SSE091
	case was == "" || x.Format == item.Atom && was == item.SSE091:
		x.Dialect = item.FeedSync10
	default:
		x.Dialect = was
	}
	if x.Format == x.doc.Format && x.Dialect == x.doc.Dialect {
		return fmt.Errorf("%s: %s of %s: %w", x.name, x.Format, x.Dialect.Name(), ErrConverted)
	}
	for _, what := range x.doc.Unsaid {
		x.losses.add("metadata of the feed", what)
	}
	if x.doc.Sharing != nil && !x.Dialect.SameRules(x.doc.Dialect) {
		x.losses.add("sharing information of the feed (sx:sharing)", "")
	}
	return nil
}

// items returns the items of the new document.
func (x *converting) items() ([]*item.Item, error) {
	items := make([]*item.Item, 0, len(x.order))
	last := (*order.Sibling)(nil)
	for _, a := range x.order {
		it, err := x.related(a.Item)
		if err != nil {
			return nil, fmt.Errorf("%s: item %q: %w", x.name, a.Item.ID(), err)
		}
		at := item.Place{}
		if x.Format == item.OPML {
			at.Key = order.Between(last, nil, it.ID())
			last = &order.Sibling{ID: it.ID(), Key: at.Key}
		}
		it = placedAt(it, at)
		if err := x.compare(it); err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// related converts an item to the rules of the new document's dialect.
func (x *converting) related(it *item.Item) (*item.Item, error) {
	switch was := x.doc.Dialect; {
	case x.Dialect.SameRules(was):
		return it, nil
	case was == item.SSE091:
		return sse091.ToFeedSync(it)
	}
	down, whole := sse091.FromFeedSync(it)
	if !whole {
		x.losses.add("histories that only FeedSync supports", it.ID())
	}
	return down, nil
}

// placedAt returns a copy of an item with all its versions at a position.
func placedAt(it *item.Item, at item.Place) *item.Item {
	out := *it
	winner := *it.Winner
	winner.Place = at
	out.Winner, out.Conflicts = &winner, nil
	for _, c := range it.Conflicts {
		v := *c
		v.Place = at
		out.Conflicts = append(out.Conflicts, &v)
	}
	return &out
}

// read reads the items of the document, in document order.
func (x *converting) read(s Source) (err error) {
	var entries []*feed.Entry
	x.doc, err = Read(s, func(e *feed.Entry) { entries = append(entries, e) })
	if err != nil {
		return err
	}
	if x.doc.Dialect == "" && x.doc.Format == item.OPML {
		x.doc.Dialect = item.SSE091
	}
	slices.SortStableFunc(entries, func(a, b *feed.Entry) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	x.report.add(s.Name, x.doc.Problems...)
	by, nested := rulesOf(s), false
	for _, e := range entries {
		x.entry(e, by)
		nested = nested || e.Outline != nil && e.Outline.Parent != 0
	}
	if x.doc.Format == item.OPML && (nested || len(x.order) > 1) && x.Format != item.OPML {
		x.losses.add("the order and hierarchy of its outlines", "")
	}
	return nil
}

// entry adds an entry, or merges it with an earlier one with the same identifier.
func (x *converting) entry(e *feed.Entry, by rules.Rules) {
	x.report.add(x.name, e.Problems...)
	if e.Item == nil {
		x.passed(e)
		return
	}
	first := x.byID[e.Item.ID()]
	if first == nil {
		a := &arrival{EntryMerger: intake.EntryMerger{Item: e.Item, Rules: by}, line: e.Line}
		x.byID[e.Item.ID()], x.order = &a.EntryMerger, append(x.order, a)
		return
	}
	m, found, ok := first.Add(e.Line, e.Item)
	x.report.add(x.name, found...)
	if !ok || len(m.Dropped) > 0 {
		x.losses.add("content of entries with the same ID", e.Item.ID())
	}
}

// numberOf returns the number of an outline in its document, or 0 if the entry is not an
// outline.
func numberOf(e *feed.Entry) int {
	if e.Outline == nil {
		return 0
	}
	return e.Outline.Number
}

// passed records an entry that is not an item as lost: it has no position in a newly written
// document.
func (x *converting) passed(e *feed.Entry) {
	what := "entries without sync information"
	if e.Skipped {
		what = "invalid entries"
	}
	x.losses.add(what, fmt.Sprintf("line %d", e.Line))
}

func (x *converting) write(w io.Writer, items []*item.Item) error {
	x.report.Conflicts = 0
	out := feed.NewWriter(w, x.document())
	for _, it := range items {
		if len(it.Conflicts) > 0 || it.Flagged {
			x.report.Conflicts++
		}
		if err := out.Write(it); err != nil {
			return err
		}
	}
	return out.Close()
}

// document returns the feed-level data of the new document.
func (x *converting) document() feed.Document {
	d := x.doc
	d.Format, d.Dialect, d.Problems, d.Unsaid = x.Format, x.Dialect, nil, nil
	if !x.doc.Dialect.SameRules(x.Dialect) {
		d.Sharing = nil
	}
	if d.Updated.IsZero() {
		d.Updated = x.Now
	}
	return d
}
