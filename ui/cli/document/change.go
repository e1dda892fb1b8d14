package document

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Errors that callers decide on. They are wrapped with the identifier and the
// document.
var (
	// ErrNoItem: the document has no item of that identifier.
	ErrNoItem = errors.New("there is no such item")
	// ErrItemExists: the document has an item of that identifier.
	ErrItemExists = errors.New("there is an item with this identifier already")
)

// Change rewrites a document with one of its items changed, by the rules of the
// document's family.
func Change(target Target, source Source, id string, change func(rules.Rules, *item.Item) (*item.Item, error)) (*item.Item, Report, error) {
	by := rulesOf(source)
	var changed *item.Item
	r := rewriting{
		source:   source,
		rules:    by,
		concerns: func(other string) bool { return other == id },
		change: func(it *item.Item) (_ *item.Item, err error) {
			changed, err = change(by, it)
			return changed, err
		},
		added: func(func(*item.Item) error) error {
			if changed == nil {
				return fmt.Errorf("%s: item %q: %w", source.Name, id, ErrNoItem)
			}
			return nil
		},
	}
	report, err := r.to(target)
	return changed, report, err
}

// Add rewrites a document with an item more at its end, made by the rules of the
// document's family.
func Add(target Target, source Source, create func(rules.Rules) (*item.Item, error)) (*item.Item, Report, error) {
	by := rulesOf(source)
	it, err := create(by)
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
