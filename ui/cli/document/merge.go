package document

import (
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/subscribe/intake"
)

// Merge merges an incoming document into a local one (SSE 0.93 §3.3, SSE 0.91 §4.4). Documents
// whose dialects have different rules are refused with a *feed.DialectError. The result is the
// local document, in its format and including everything unknown in it, with new items at the
// end. Feed-level data of the incoming document is ignored. Both are read concurrently. Items
// of an outline are placed at their positions (SSE 0.91 §3.2).
func Merge(target Target, local, incoming Source) (Report, error) {
	into, from := detect(local), detect(incoming)
	if err := together(incoming, from, local, into); err != nil {
		return Report{}, err
	}
	if into.Format == item.OPML {
		return mergeOutlines(target, local, incoming)
	}
	dialect := dialectOf(into, from)
	by := feed.RulesOf(dialect)
	m := merging{source: local, incoming: gather(incoming, by), rules: by, dialect: dialect}
	report, err := m.to(target)
	if broken := m.incoming.end(); broken != nil {
		return Report{}, broken
	}
	report.Problems = append(report.Problems, m.incoming.report.Problems...)
	return report, err
}

// into merges the incoming item with the same identifier into a local item. A local item
// without a counterpart is merged with itself, as new items are.
func (m *merging) into(local *item.Item) (*item.Item, error) {
	incoming, err := m.incoming.find(local.ID())
	if err != nil {
		return local, err
	}
	if incoming == nil {
		return m.rules.Merge(local, local).Item, nil
	}
	return m.merge(local, *incoming), nil
}

// rest writes the new items.
func (m *merging) rest(write func(*item.Item) error) error {
	fresh, err := m.incoming.unmet()
	if err != nil {
		return err
	}
	for _, a := range fresh {
		it := m.merge(nil, *a)
		if it == nil {
			continue
		}
		if err := write(it); err != nil {
			return err
		}
	}
	return nil
}

// merge skips the incoming item if the merged item could not be read again.
func (m *merging) merge(local *item.Item, incoming arrival) *item.Item {
	id := incoming.Item.ID()
	merged := m.rules.Merge(local, incoming.Item)
	m.report.add(m.incoming.name, intake.Found(m.rules, incoming.line, id, merged)...)
	if err := feed.Fits(merged.Item); merged.Changed && err != nil {
		m.report.add(m.incoming.name, intake.Unfit(incoming.line, id, err))
		return local
	}
	return merged.Item
}

// merging rewrites a document with the items of another one merged in.
type merging struct {
	source   Source
	incoming *gathering
	// rules are the merge rules of both documents.
	rules rules.Rules
	// dialect is the dialect in which changed items are written; "" means the document's own.
	dialect item.Dialect

	// duplicates holds, by identifier, the merged content of entries that repeat the identifier
	// of an earlier entry. They are only known once the document has been read, so a document
	// with such entries is written twice.
	duplicates map[string]*intake.EntryMerger
	report     Report
}

// errAgain reports entries with the same identifier that were not yet known when the first of
// them was written. They are known now.
var errAgain = errors.New("entries with one identifier were found")

// errTwice reports two items with one identifier that claim to be the same version but have
// different content.
var errTwice = errors.New("the item occurs twice, with the same version but different content; correct the file first")

func (r *merging) to(target Target) (Report, error) {
	r.duplicates = map[string]*intake.EntryMerger{}
	err := errAgain
	for errors.Is(err, errAgain) {
		err = r.once(target)
	}
	return r.report, err
}

func (r *merging) once(target Target) error {
	r.report = Report{}
	return target(func(out io.Writer) error {
		in, err := r.source.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		p := pass{merging: r, seen: map[string]bool{}, known: len(r.duplicates) > 0}
		document, err := feed.Rewrite(out, in, r.source.Name, feed.RewriteOptions{Dialect: r.dialect, Visit: p.visit, Tail: p.tail})
		r.report.add(r.source.Name, document.Problems...)
		return err
	})
}

// pass reads and writes the document once.
type pass struct {
	*merging
	seen map[string]bool
	// known is set if duplicates is complete.
	known bool
}

func (p *pass) visit(e *feed.Entry) (feed.Edit, error) {
	p.report.add(p.source.Name, e.Problems...)
	if e.Item == nil {
		return feed.Unchanged(), nil
	}
	id := e.Item.ID()
	if p.seen[id] {
		return feed.Drop(), p.addDuplicate(e)
	}
	p.seen[id] = true
	return p.first(e)
}

// first handles the first or only entry with an identifier.
func (p *pass) first(e *feed.Entry) (feed.Edit, error) {
	it := e.Item
	if duplicate := p.duplicates[it.ID()]; duplicate != nil {
		var err error
		if it, err = p.mergeDuplicate(e, &intake.EntryMerger{Item: it, Rules: p.rules}, duplicate.Item); err != nil {
			return feed.Unchanged(), err
		}
	}
	it, err := p.into(it)
	if err != nil {
		return feed.Unchanged(), err
	}
	p.count(it)
	return feed.Replace(it), nil
}

// addDuplicate handles an entry that repeats the identifier of an earlier one.
func (p *pass) addDuplicate(e *feed.Entry) error {
	id := e.Item.ID()
	switch {
	case p.known:
		return nil
	case p.duplicates[id] == nil:
		p.duplicates[id] = &intake.EntryMerger{Item: e.Item, Rules: p.rules}
		return nil
	}
	_, err := p.mergeDuplicate(e, p.duplicates[id], e.Item)
	return err
}

// mergeDuplicate merges entries with the same identifier. If the merged item could not be read
// again, or content of one of them would be lost, nothing is written: a document has no
// archive.
func (p *pass) mergeDuplicate(e *feed.Entry, t *intake.EntryMerger, other *item.Item) (*item.Item, error) {
	m, found, ok := t.Add(e.Line, other)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: %s", p.source.Name, found[len(found)-1])
	case len(m.Dropped) > 0:
		return nil, fmt.Errorf("%s:%d: item %q: %w", p.source.Name, e.Line, other.ID(), errTwice)
	}
	p.report.add(p.source.Name, found...)
	return t.Item, nil
}

// tail is called after the last entry.
func (p *pass) tail(write func(*item.Item) error) error {
	if len(p.duplicates) > 0 && !p.known {
		return errAgain
	}
	return p.rest(func(it *item.Item) error {
		p.count(it)
		return write(it)
	})
}

func (p *pass) count(it *item.Item) {
	if len(it.Conflicts) > 0 || it.Flagged {
		p.report.Conflicts++
	}
}
