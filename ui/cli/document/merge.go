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

// Merge merges an incoming document into a local one (SSE 0.93 §3.3, SSE 0.91
// §4.4); documents of two families are refused with a *feed.DialectError. The result
// is the local document, in its format and with everything unknown in it; items that
// are new here come last. What stands in the incoming document at the level of the
// feed stays there. Both are read at the same time. Items of an outline come to
// stand where they belong in it (SSE 0.91 §3.2).
func Merge(target Target, local, incoming Source) (Report, error) {
	into, from := look(local), look(incoming)
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

// into merges what came in under a local item's identifier into it. An item that only the
// local document has is merged with itself, as one that is new here is.
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

// rest writes the items that are new here.
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

// merge sets what came in aside where the merged item could not be read again.
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

// merging is the rewriting of a document with what is in another one.
type merging struct {
	source   Source
	incoming *gathering
	// rules are those of the documents' family.
	rules rules.Rules
	// dialect is what changed items are written in; "" is the document's own.
	dialect item.Dialect

	// twins holds, by identifier, what entries say that have the identifier of
	// an entry before them in the document: two entries with one identifier are
	// merged with each other. They are only known once the document was read,
	// so that one that has such entries is written twice.
	twins  map[string]*intake.Twin
	report Report
}

// errAgain says that a document has entries with one identifier that were not
// known when the first of them was written: now they are.
var errAgain = errors.New("entries with one identifier were found")

// errTwice: a document has two items of one identifier that are the same version and say
// different things.
var errTwice = errors.New("it is there twice, as one version with different contents: correct that first")

// to writes the rewritten document.
func (r *merging) to(target Target) (Report, error) {
	r.twins = map[string]*intake.Twin{}
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
		p := pass{merging: r, seen: map[string]bool{}, known: len(r.twins) > 0}
		document, err := feed.Rewrite(out, in, r.source.Name, feed.RewriteOptions{Dialect: r.dialect, Visit: p.visit, Tail: p.tail})
		r.report.add(r.source.Name, document.Problems...)
		return err
	})
}

// pass is one reading and writing of the document.
type pass struct {
	*merging
	seen map[string]bool
	// known tells that twins is complete.
	known bool
}

func (p *pass) visit(e *feed.Entry) (feed.Edit, error) {
	p.report.add(p.source.Name, e.Problems...)
	if e.Item == nil {
		return feed.Keep(), nil
	}
	id := e.Item.ID()
	if p.seen[id] {
		return feed.Drop(), p.twin(e)
	}
	p.seen[id] = true
	return p.first(e)
}

// first changes the first or only entry of an identifier.
func (p *pass) first(e *feed.Entry) (feed.Edit, error) {
	it := e.Item
	if twin := p.twins[it.ID()]; twin != nil {
		var err error
		if it, err = p.meet(e, &intake.Twin{Item: it, Rules: p.rules}, twin.Item); err != nil {
			return feed.Keep(), err
		}
	}
	it, err := p.into(it)
	if err != nil {
		return feed.Keep(), err
	}
	p.count(it)
	return feed.Replace(it), nil
}

// twin takes in an entry whose identifier an entry before it has.
func (p *pass) twin(e *feed.Entry) error {
	id := e.Item.ID()
	switch {
	case p.known:
		return nil
	case p.twins[id] == nil:
		p.twins[id] = &intake.Twin{Item: e.Item, Rules: p.rules}
		return nil
	}
	_, err := p.meet(e, p.twins[id], e.Item)
	return err
}

// meet merges entries of one identifier with each other. Where that comes to an
// item that nobody could read, or what one of them says would be gone, nothing is
// written: a document has no archive.
func (p *pass) meet(e *feed.Entry, t *intake.Twin, other *item.Item) (*item.Item, error) {
	m, found, ok := t.Meet(e.Line, other)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: %s", p.source.Name, found[len(found)-1])
	case len(m.Dropped) > 0:
		return nil, fmt.Errorf("%s:%d: item %q: %w", p.source.Name, e.Line, other.ID(), errTwice)
	}
	p.report.add(p.source.Name, found...)
	return t.Item, nil
}

// tail comes after the last entry.
func (p *pass) tail(write func(*item.Item) error) error {
	if len(p.twins) > 0 && !p.known {
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
