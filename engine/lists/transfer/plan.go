// Package transfer imports calendars, cards, OPML, tables and feeds into a list, and exports
// items to such files. It plans first what an import would change, so that a person can review
// it before anything happens.
package transfer

import (
	"context"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/store"
)

// State is the effect of an import on an entry of a file.
type State string

// The states of entries.
const (
	// New entries become items.
	New State = "new"
	// Changed entries become updates of existing items.
	Changed State = "changed"
	// Same entries have the same content as their items.
	Same State = "same"
	// Deleted entries are entries whose items were deleted here. They are left out unless a
	// person wants to restore them.
	Deleted State = "deleted"
	// Unreadable entries are left out; their problems say why.
	Unreadable State = "unreadable"
)

// States returns the states in the order in which they are shown.
func States() []State { return []State{New, Changed, Deleted, Same, Unreadable} }

// Planned is an entry of a file and what an import does with it.
type Planned struct {
	exchange.Entry
	State State
	// ID is the identifier of its item, existing or new.
	ID string
	// Parent is the identifier of an outline's parent in the file, or "".
	Parent string
	// Fields are the names of the fields that change. OtherData reports whether there is a
	// change that no field shows.
	Fields    []string
	OtherData bool
	// Take reports whether the entry will be imported.
	Take bool
	// File is the name of the file that the entry is from, in a plan for several files.
	File string

	// before is the item's current content, says its new content.
	before, after *item.Content
	// kind is the kind that an entry with Values becomes.
	kind record.Kind
	// outside reports whether the parent is an item of the list that the file does not have.
	outside bool
}

// Title returns the entry's title.
func (p Planned) Title() string {
	if p.Content == nil {
		return ""
	}
	return p.Content.Title()
}

// Plan is the plan of an import.
type Plan struct {
	// Name is the name of the file.
	Name    string
	Kind    record.Kind
	Entries []Planned
	// Problems are about the file as a whole: something in it that no entry has.
	Problems []exchange.Problem
}

// Count returns the number of entries in a state.
func (p *Plan) Count(s State) int {
	n := 0
	for _, e := range p.Entries {
		if e.State == s {
			n++
		}
	}
	return n
}

// Reader is the part of a store that planning needs.
type Reader interface {
	Item(set int64, id string) (*item.Item, error)
	UIDs(set int64) (map[string]string, error)
	EachItem(set int64, visit func(*item.Item) error) error
}

// Make plans the import of a file into a list. A file with a mapping of columns is a table. The
// error is a *KindError if the content of the file does not fit the list, and otherwise is about
// the file as a whole; problems with single entries are in the plan.
func Make(ctx context.Context, r Reader, set store.Set, name string, in io.Reader, columns Mapping) (*Plan, error) {
	kind := record.Kind(set.Kind)
	if len(columns) > 0 {
		return Holding{read: columns.plan}.plan(ctx, r, set, kind, name, in)
	}
	h, in, err := Holds(name, in)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", name, err)
	}
	if !slices.Contains(h.Kinds, kind) {
		return nil, &KindError{File: name, Holds: h.Kinds[0], List: set.Name, For: kind}
	}
	return h.plan(ctx, r, set, kind, name, in)
}

// MakeNew plans the import of a file into a new list of a kind: everything that can be read is
// new. Without a kind, the best one is chosen.
func MakeNew(ctx context.Context, kind record.Kind, name string, in io.Reader, columns Mapping) (*Plan, error) {
	if kind != "" {
		return Make(ctx, empty{}, store.Set{Kind: string(kind)}, name, in, columns)
	}
	h, in, err := Holds(name, in)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", name, err)
	}
	return h.plan(ctx, empty{}, store.Set{}, h.Kinds[0], name, in)
}

// planner determines what an import does with the entries of a file. It returns the problems
// that belong to none of them.
type planner func(ctx context.Context, r Reader, set int64, kind record.Kind, in io.Reader) ([]Planned, []exchange.Problem, error)

func (h Holding) plan(ctx context.Context, r Reader, set store.Set, kind record.Kind, name string, in io.Reader) (*Plan, error) {
	entries, problems, err := h.read(ctx, r, set.Key, kind, in)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", name, err)
	}
	p := &Plan{Name: name, Kind: kind, Entries: entries, Problems: problems}
	if err := p.remarkDuplicates(ctx, r, set.Key); err != nil {
		return nil, fmt.Errorf("importing %s: %w", name, err)
	}
	return p, nil
}

// planRecords determines what an import does with the todos or contacts of a file.
func planRecords(ctx context.Context, r Reader, set int64, kind record.Kind, in io.Reader) (entries []Planned, problems []exchange.Problem, err error) {
	m, err := newMatching(r, set, kind)
	if err != nil {
		return nil, nil, err
	}
	err = readers[kind](in, func(e exchange.Entry) error {
		planned, err := m.match(e)
		if err != nil {
			return err
		}
		entries = append(entries, planned)
		return ctx.Err()
	})
	return entries, nil, err
}

// empty is a store without items.
type empty struct{}

// Item implements Reader.
func (empty) Item(int64, string) (*item.Item, error) { return nil, store.ErrNoItem }

// UIDs implements Reader.
func (empty) UIDs(int64) (map[string]string, error) { return map[string]string{}, nil }

// EachItem implements Reader.
func (empty) EachItem(int64, func(*item.Item) error) error { return nil }

// KindError: the content of a file does not fit a list.
type KindError struct {
	File  string
	Holds record.Kind
	List  string
	For   record.Kind
}

func (e *KindError) Error() string {
	return fmt.Sprintf("%s holds %ss, and %q is a list for %ss: choose a list for %ss, or make one", e.File, e.Holds, e.List, e.For, e.Holds)
}

// Choose sets whether the import includes the entries in a state. Entries that are the same or
// unreadable are never included.
func (p *Plan) Choose(s State, take bool) {
	if !slices.Contains([]State{New, Changed, Deleted}, s) {
		return
	}
	for i := range p.Entries {
		if p.Entries[i].State == s {
			p.Entries[i].Take = take
		}
	}
}
