// Package session is the settling of one item: the versions to choose from, the
// draft of the result, what is taken into account, and what saving will do. It
// is the whole workbench but its drawing; it knows no window, no store and no
// clock. A Session is used from one goroutine.
package session

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
)

// Errors that callers decide on. They are wrapped with what they are about.
var (
	// ErrNoConflict: the item has no conflict that is open.
	ErrNoConflict = errors.New("no conflict is open")
	// ErrOwn: an own version cannot be left out, because the next update by
	// the same endpoint subsumes it, and the next merge would drop it unseen.
	ErrOwn = errors.New("this endpoint made the version: it is always taken into account")
	// ErrWinner: the winner cannot be left out, because every update builds on
	// it.
	ErrWinner = errors.New("the version is the winner: it is always taken into account")
)

// Session is a settling that is under way.
type Session struct {
	it       *item.Item
	endpoint string
	about    About
	// ticks are those of the conflicts, in their order.
	ticks []tick
	draft draft
	// records are the versions that were read.
	records map[*item.Version]record.Record
}

// New begins to settle an item on behalf of an endpoint. The draft is the
// winner, and every conflict is taken into account. An item without conflicts
// is ErrNoConflict.
func New(it *item.Item, endpoint string, about About) (*Session, error) {
	if len(it.Conflicts) == 0 {
		return nil, fmt.Errorf("settling %s: %w", it.ID(), ErrNoConflict)
	}
	s := &Session{it: it, endpoint: endpoint, about: about, records: map[*item.Version]record.Record{}}
	for range it.Conflicts {
		s.ticks = append(s.ticks, tick{taken: true, offered: true})
	}
	return s, nil
}

// Item is the item that the session settles, as it last saw it.
func (s *Session) Item() *item.Item { return s.it }

// Changed tells whether a person has done anything to the draft or the ticks
// that stands.
func (s *Session) Changed() bool {
	for _, t := range s.ticks {
		if t.taken != t.offered {
			return true
		}
	}
	return s.draft.whole != nil || len(s.draft.fields) > 0
}

// About is what is known about an item beside its versions.
type About struct {
	// Base is what the versions started from.
	Base lineage.Base
	// Offered are versions that were settled already and are offered again,
	// because the settling was undone after it was published. They stand after
	// the open conflicts.
	Offered []*item.Version
}

// Base is what the versions started from.
func (s *Session) Base() lineage.Base { return s.about.Base }
