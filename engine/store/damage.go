package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ErrDamagedItem: an item cannot be read, and all others can.
var ErrDamagedItem = errors.New("this item is damaged: a repair fetches it again")

// DamagedItems are the items that EachItem could not visit. It returns them once it has
// visited the others.
type DamagedItems struct {
	IDs []string
}

// Err is the error, or nil where no item is damaged.
func (d DamagedItems) Err() error {
	if len(d.IDs) == 0 {
		return nil
	}
	return &d
}

func (d *DamagedItems) Error() string {
	return fmt.Sprintf("item %s: %v", strings.Join(d.IDs, ", "), ErrDamagedItem)
}

// Unwrap makes it ErrDamagedItem.
func (d *DamagedItems) Unwrap() error { return ErrDamagedItem }

// Spare is an error of EachItem for a caller that can do without the damaged items: it
// returns their identifiers, and any other error.
func Spare(err error) (damaged []string, other error) {
	if d, is := errors.AsType[*DamagedItems](err); is {
		return d.IDs, nil
	}
	return nil, err
}

// Fault is something that verifying a store found.
type Fault struct {
	// Set is the key of the list and Item the identifier that it is about; zero where it is
	// about the whole store.
	Set  int64
	Item string
	// File is the name of the file of an item that it is about, or "".
	File string
	// Kind tells what can be done about it.
	Kind FaultKind
	// Text says what is wrong.
	Text string
}

// FaultKind tells what can be done about a fault.
type FaultKind int

const (
	// Lost: what was put is not there any more, and has to be fetched from elsewhere.
	Lost FaultKind = iota
	// Derived: it can be made again from what is whole.
	Derived
	// Structure: the file itself is damaged, and what can be read has to be copied into a new
	// one.
	Structure
)

// Rescued says what rescuing a damaged store did.
type Rescued struct {
	// Kept is the folder with the damaged one.
	Kept string
	// Lost reports whether something of it could not be read.
	Lost bool
}

// Verified is what verifying a store found.
type Verified struct {
	// Versions and Items is how many were read; Quarantined versions were found damaged before.
	Versions, Items, Quarantined int
	Faults                       []Fault
}

// Releasing does something after which items of a set may be published that were withheld
// before: another subscription holds them, or one is not read-only any more. They are put
// again as they are, which gives them new stamps: to those who read the set's feed they
// come only now (SSE 0.93 §4.2.3), and a partial feed must hold them.
func Releasing(w Writer, set int64, seen Seen, do func() error) error {
	before, err := w.Withheld(set)
	if err != nil {
		return err
	}
	if err := do(); err != nil || len(before) == 0 {
		return err
	}
	after, err := w.Withheld(set)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		if after[id] {
			continue
		}
		it, err := w.Item(set, id)
		if errors.Is(err, ErrNoItem) {
			continue
		}
		if err != nil {
			return err
		}
		if err := w.PutItem(set, it, seen); err != nil {
			return err
		}
	}
	return nil
}
