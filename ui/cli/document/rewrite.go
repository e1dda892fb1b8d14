package document

import (
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// merging is the rewriting of a document with what is in another one.
type merging struct {
	source   Source
	incoming *gathering
	// rules are those of the documents' family.
	rules rules.Rules
	// dialect is what changed items are written in; "" is the document's own.
	dialect feed.Dialect

	// twins holds, by identifier, what entries say that have the identifier of
	// an entry before them in the document: two entries with one identifier are
	// merged with each other. They are only known once the document was read,
	// so that one that has such entries is written twice.
	twins  map[string]*incorporate.Twin
	report Report
}

// errAgain says that a document has entries with one identifier that were not
// known when the first of them was written: now they are.
var errAgain = errors.New("entries with one identifier were found")

// errTwice: a document has two items of one identifier that are the same version and say
// different things.
var errTwice = errors.New("it stands there twice, as one version that says different things: correct that first")

// to writes the rewritten document.
func (r *merging) to(target Target) (Report, error) {
	r.twins = map[string]*incorporate.Twin{}
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
		if it, err = p.meet(e, &incorporate.Twin{Item: it, Rules: p.rules}, twin.Item); err != nil {
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
		p.twins[id] = &incorporate.Twin{Item: e.Item, Rules: p.rules}
		return nil
	}
	_, err := p.meet(e, p.twins[id], e.Item)
	return err
}

// meet merges entries of one identifier with each other. Where that comes to an
// item that nobody could read, or what one of them says would be gone, nothing is
// written: a document has no archive.
func (p *pass) meet(e *feed.Entry, t *incorporate.Twin, other *item.Item) (*item.Item, error) {
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
