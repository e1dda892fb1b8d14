package transfer

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// planOutlines says what an import does with the outlines of a file. They are known
// by their identifiers, wherever a person moved them; and else by what they are in
// what they stand in.
func planOutlines(ctx context.Context, r Reader, set int64, _ record.Kind, in io.Reader) ([]Planned, error) {
	read, err := readOutlines(ctx, in)
	if err != nil {
		return nil, err
	}
	m := places{store: r, set: set, of: read}
	planned := make([]Planned, len(read.all))
	for i, b := range read.all {
		p := Planned{Entry: b.Entry, ID: b.id}
		if b.parent >= 0 {
			p.Parent = planned[b.parent].ID
		}
		if err := m.find(&p); err != nil {
			return nil, err
		}
		planned[i] = p
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	read.remark(planned)
	return planned, nil
}

// remark tells of a file that is shared that there is more to it than an import.
func (o *outlines) remark(planned []Planned) {
	for i := range planned {
		if planned[i].UID != "" {
			planned[i].remark("this file is shared: its items keep their identifiers; subscribe to it to get its changes")
			return
		}
	}
}

// places finds the items that outlines of a file are.
type places struct {
	store Reader
	set   int64
	of    *outlines
	// there are the live items by what they stand in and what they are; nil until
	// they are asked for.
	there map[location][]string
}

// location is what an item stands in, and what it is there.
type location struct{ parent, what string }

// find compares an outline with its item, if that is there.
func (m *places) find(p *Planned) error {
	it, err := m.store.Item(m.set, p.ID)
	if errors.Is(err, store.ErrNoItem) {
		it, err = m.beside(p)
	}
	switch {
	case errors.Is(err, store.ErrNoItem):
		p.State, p.Take, p.says = New, true, p.Content
		return nil
	case err != nil:
		return err
	}
	p.ID = it.ID()
	return p.compare(it.Winner)
}

// beside finds an item that the file gives no identifier for and that stands where
// the outline does: one that a person added.
func (m *places) beside(p *Planned) (*item.Item, error) {
	if m.there == nil {
		if err := m.look(); err != nil {
			return nil, err
		}
	}
	at := location{p.Parent, whatIs(p.Content)}
	found := m.there[at]
	if len(found) == 0 {
		return nil, store.ErrNoItem
	}
	m.there[at] = found[1:]
	return m.store.Item(m.set, found[0])
}

// look finds where everything stands that the file gives no identifier for.
func (m *places) look() error {
	m.there = map[location][]string{}
	_, err := store.Spare(m.store.EachItem(m.set, func(it *item.Item) error {
		v := it.Winner
		if !v.Deleted && !m.of.ids[v.ID] && record.KindOf(v.Content) == record.Outline {
			at := location{v.Place.Parent, whatIs(v.Content)}
			m.there[at] = append(m.there[at], v.ID)
		}
		return nil
	}))
	return err
}
