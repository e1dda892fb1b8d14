package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ErrDamagedItem: an item cannot be read, but all others can.
var ErrDamagedItem = errors.New("this item is damaged: a repair can restore it")

// DamagedItems are the items that EachItem could not visit. It returns them after visiting the
// others.
type DamagedItems struct {
	IDs []string
}

// Err returns the error, or nil if no item is damaged.
func (d DamagedItems) Err() error {
	if len(d.IDs) == 0 {
		return nil
	}
	return &d
}

func (d *DamagedItems) Error() string {
	return fmt.Sprintf("item %s: %v", strings.Join(d.IDs, ", "), ErrDamagedItem)
}

// Unwrap returns ErrDamagedItem.
func (d *DamagedItems) Unwrap() error { return ErrDamagedItem }

// Spare takes an error of EachItem, for a caller that does not need the damaged items. It
// returns their identifiers, and any other error.
func Spare(err error) (damaged []string, other error) {
	if d, is := errors.AsType[*DamagedItems](err); is {
		return d.IDs, nil
	}
	return nil, err
}

// Fault is something that verifying a store found.
type Fault struct {
	// Set is the key of the list and Item the identifier of the item. They are zero for a
	// fault of the whole store.
	Set  int64
	Item string
	// File is the name of the damaged attachment, or "".
	File string
	// Kind determines how the fault can be repaired.
	Kind FaultKind
	// Text describes the fault.
	Text string
}

// FaultKind determines how a fault can be repaired.
type FaultKind int

const (
	// Lost: the data is gone, and has to be fetched from elsewhere.
	Lost FaultKind = iota
	// Derived: it can be derived again from undamaged data.
	Derived
	// Structure: the file itself is damaged. What can be read has to be copied into a new one.
	Structure
)

// Rescued is the result of rescuing a damaged store.
type Rescued struct {
	// DamagedFolder is the folder with the damaged store.
	DamagedFolder string
	// Lost reports whether something in it could not be read.
	Lost bool
}

// Verified is the result of verifying a store.
type Verified struct {
	// Versions and Items are how many were read. Quarantined is the number of versions found
	// damaged earlier.
	Versions, Items, Quarantined int
	Faults                       []Fault
	// Quarantine has what can be read of the versions found damaged earlier.
	Quarantine []QuarantinedVersion
}

// QuarantinedVersion is what can be read of a damaged version that no item has. Any of it may
// be damaged.
type QuarantinedVersion struct {
	Key, Set int64
	Item     string
	// Gone reports whether the list lacks the item.
	Gone bool
	// By and When say who made the version.
	By, When string
	// Title is the title as lists show it, and Content the content as text, which need not be
	// well-formed.
	Title, Content string
}

// Releasing calls do, which may have the effect that items of a list may be published that
// were withheld before: another subscription holds them, or one is no longer read-only.
// Releasing puts these items again unchanged, which gives them new stamps: for readers of the
// list's feed they are new (SSE 0.93 §4.2.3), and a partial feed must contain them.
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
