package document

import (
	"fmt"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
)

// The following code edits outlines, so that tests have documents to merge: the endpoints of
// the mesh have nothing but documents.

// Changing returns the changed item, or the same item if nothing changes. The position is the
// new one, or nil if it stays.
type Changing func(rules.Rules, *item.Item, *item.Place) (*item.Item, error)

// Creating makes an item at the position returned by where.
type Creating func(by rules.Rules, where func(id string) (*item.Place, error)) (*item.Item, error)

// Position is a position in an outline: inside the item Parent ("" for the root) and after the
// item After ("" for first). Without After, it is the last position; without Parent, it is
// next to After.
type Position struct{ Parent, After *string }

// given reports whether the position is set.
func (p Position) given() bool { return p.Parent != nil || p.After != nil }

// Change rewrites an OPML document with one of its items changed.
func Change(target Target, source Source, id string, at Position, change Changing) (*item.Item, Report, error) {
	o, err := readOutline(source)
	if err != nil {
		return nil, Report{}, err
	}
	o.gather(nil)
	p := o.byID[id]
	if p == nil {
		return nil, Report{}, o.noItem(id)
	}
	to, err := o.place(id, at)
	if err != nil {
		return nil, Report{}, err
	}
	it, err := change(o.rules, p.item, to)
	if err != nil {
		return nil, Report{}, err
	}
	if it != p.item {
		p.item, p.changed = it, true
	}
	return it, o.report, o.write(target)
}

// Add rewrites an OPML document with an additional item.
func Add(target Target, source Source, at Position, create Creating) (*item.Item, Report, error) {
	o, err := readOutline(source)
	if err != nil {
		return nil, Report{}, err
	}
	o.gather(nil)
	if !at.given() {
		at.Parent = new(string)
	}
	it, err := create(o.rules, func(id string) (*item.Place, error) {
		if o.byID[id] != nil {
			return nil, fmt.Errorf("there is an item %q already", id)
		}
		return o.place(id, at)
	})
	if err != nil {
		return nil, Report{}, err
	}
	p := &placed{item: it, changed: true}
	o.byID[it.ID()], o.items = p, append(o.items, p)
	return it, o.report, o.write(target)
}

func (o *outline) noItem(id string) error {
	return fmt.Errorf("%s: item %q: there is no such item", o.name, id)
}

// place returns the position that an item gets, or nil if it is already there.
func (o *outline) place(id string, at Position) (*item.Place, error) {
	if !at.given() {
		return nil, nil
	}
	parent, err := o.parent(id, at)
	if err != nil {
		return nil, err
	}
	all := o.siblings(parent)
	here := slices.IndexFunc(all, func(s order.Sibling) bool { return s.ID == id })
	others := slices.DeleteFunc(slices.Clone(all), func(s order.Sibling) bool { return s.ID == id })
	n, err := o.after(others, id, parent, at)
	if err != nil || n == here {
		return nil, err
	}
	var left, right *order.Sibling
	if n > 0 {
		left = &others[n-1]
	}
	if n < len(others) {
		right = &others[n]
	}
	return &item.Place{Parent: parent, Key: order.Between(left, right, id)}, nil
}

// parent returns the parent for a position. It must not be deleted, and not be inside the item
// that is moved there.
func (o *outline) parent(id string, at Position) (string, error) {
	parent := ""
	switch {
	case at.Parent != nil:
		parent = *at.Parent
	case *at.After != "":
		after := o.byID[*at.After]
		if after == nil {
			return "", o.noItem(*at.After)
		}
		parent = after.item.Winner.Place.Parent
	}
	if parent == "" {
		return "", nil
	}
	switch p := o.byID[parent]; {
	case p == nil:
		return "", o.noItem(parent)
	case p.item.Winner.Deleted:
		return "", fmt.Errorf("%s: item %q: %w", o.name, parent, edit.ErrDeleted)
	case o.within(parent, id):
		return "", fmt.Errorf("%s: item %q: %w", o.name, id, edit.ErrInside)
	}
	return parent, nil
}

// within reports whether an item is inside another, at any depth, or is that item.
func (o *outline) within(id, ancestor string) bool {
	for range len(o.items) + 1 { // it may be inside itself
		if id == ancestor {
			return true
		}
		p := o.byID[id]
		if p == nil {
			return false
		}
		id = p.item.Winner.Place.Parent
	}
	return false
}

// siblings returns the children of a parent, in order.
func (o *outline) siblings(parent string) (all []order.Sibling) {
	for _, row := range order.Tree(o.nodes()) {
		if w := o.items[row.Index].item.Winner; w.Place.Parent == parent {
			all = append(all, order.Sibling{ID: w.ID, Key: w.Place.Key})
		}
	}
	return all
}

// after returns how many siblings precede a position. Items that a cycle moved to the end stay
// there.
func (o *outline) after(others []order.Sibling, id, parent string, at Position) (int, error) {
	switch {
	case at.After == nil:
		n := len(others)
		for n > 0 && others[n-1].Key == order.Last {
			n--
		}
		return n, nil
	case *at.After == "":
		return 0, nil
	}
	n := slices.IndexFunc(others, func(s order.Sibling) bool { return s.ID == *at.After })
	switch {
	case *at.After == id:
		return 0, fmt.Errorf("%s: item %q cannot stand after itself", o.name, id)
	case n < 0 && o.byID[*at.After] == nil:
		return 0, o.noItem(*at.After)
	case n < 0:
		return 0, fmt.Errorf("%s: item %q is not a child of %q", o.name, *at.After, parent)
	}
	return n + 1, nil
}
