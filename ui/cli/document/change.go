package document

import (
	"errors"
	"fmt"

	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091/place"
)

// Errors that callers decide on. They are wrapped with the identifier and the
// document.
var (
	// ErrNoItem: the document has no item of that identifier.
	ErrNoItem = errors.New("there is no such item")
	// ErrSetAside: the document has an item of that identifier that breaks the rules.
	ErrSetAside = errors.New("it breaks the rules, and cannot be changed")
	// ErrTwice: the document has two items of that identifier that are the same version and
	// say different things.
	ErrTwice = errors.New("it stands there twice, as one version that says different things: correct that first")
	// ErrItemExists: the document has an item of that identifier.
	ErrItemExists = errors.New("there is an item with this identifier already")
)

// Changing gives what becomes of an item by the rules of its document: the same item
// where nothing does. The place is the one that it is to have, or nil where it stays.
type Changing func(rules.Rules, *item.Item, *item.Place) (*item.Item, error)

// Creating makes an item by the rules of its document. Where gives the place of the new
// item of an identifier, which is nil in a document without order.
type Creating func(by rules.Rules, where func(id string) (*item.Place, error)) (*item.Item, error)

// ErrUnordered: only outlines have places that items could be put in.
var ErrUnordered = errors.New("this is no outline: only the items of outlines have places")

// Change rewrites a document with one of its items changed, by the rules of the
// document's family, and put where it is asked for.
func Change(target Target, source Source, id string, at Position, change Changing) (*item.Item, Report, error) {
	d := look(source)
	switch {
	case d.Format == feed.OPML:
		return changeOutline(target, source, id, at, change)
	case d.Format != "" && at.given():
		return nil, Report{}, fmt.Errorf("%s: %w", source.Name, ErrUnordered)
	}
	by := family.Of(d.Dialect)
	var changed *item.Item
	r := rewriting{
		source:   source,
		rules:    by,
		concerns: func(other string) bool { return other == id },
		change: func(it *item.Item) (_ *item.Item, err error) {
			changed, err = change(by, it, nil)
			return changed, err
		},
	}
	r.added = func(func(*item.Item) error) error {
		if changed == nil {
			return missing(source.Name, id, r.report.Problems)
		}
		return nil
	}
	report, err := r.to(target)
	return changed, report, err
}

// missing says why an item of a document cannot be changed: it is not there, or breaks the
// rules.
func missing(document, id string, found []Problem) error {
	for _, p := range found {
		if p.Item == id && p.Severity == feed.Error {
			return fmt.Errorf("%s:%d: item %q: %w: %s: correct that first", document, p.Line, id, ErrSetAside, p.Text)
		}
	}
	return fmt.Errorf("%s: item %q: %w", document, id, ErrNoItem)
}

// Add rewrites a document with an item more at its end, or where it is asked for, made by
// the rules of the document's family.
func Add(target Target, source Source, at Position, create Creating) (*item.Item, Report, error) {
	d := look(source)
	switch {
	case d.Format == feed.OPML:
		return addOutline(target, source, at, create)
	case d.Format != "" && at.given():
		return nil, Report{}, fmt.Errorf("%s: %w", source.Name, ErrUnordered)
	}
	by := family.Of(d.Dialect)
	it, err := create(by, Nowhere)
	if err != nil {
		return nil, Report{}, err
	}
	r := rewriting{
		source:   source,
		rules:    by,
		concerns: func(id string) bool { return id == it.ID() },
		change: func(*item.Item) (*item.Item, error) {
			return nil, fmt.Errorf("%s: item %q: %w", source.Name, it.ID(), ErrItemExists)
		},
		added: func(write func(*item.Item) error) error { return write(it) },
	}
	report, err := r.to(target)
	return it, report, err
}

// Nowhere is where items of documents without order stand.
func Nowhere(string) (*item.Place, error) { return nil, nil }

// First is where the first item of an outline stands.
func First(id string) (*item.Place, error) { return &item.Place{Key: place.Between(nil, nil, id)}, nil }

// FormatOf is the format of a document. Only that it cannot be opened is an error: what
// is wrong with it is for its reading to tell.
func FormatOf(s Source) (feed.Format, error) {
	f, err := s.Open()
	if err != nil {
		return "", err
	}
	return look(s).Format, f.Close()
}
