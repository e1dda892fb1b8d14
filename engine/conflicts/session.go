// Package conflicts is for items that were changed in several places. A Session resolves
// one: the versions to choose from, what is proposed, the draft of the result,
// what is taken into account, and what saving will do. It is the whole conflict page but its
// drawing; it knows no window, no store and no clock, and is used from one goroutine at a
// time. Service begins sessions and saves what a person decided, for one item or for many
// by a rule, logs it, and tells how an item came about.
package conflicts

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
)

// Errors that callers decide on. They are wrapped with what they are about.
var (
	// ErrNoConflict: no version of the item differs from the winner and from the
	// original, and no such version is offered again.
	ErrNoConflict = errors.New("no conflict is open")
	// ErrOwn: an own version cannot be left out, because the next update by
	// the same endpoint subsumes it, and the next merge would drop it unseen.
	ErrOwn = errors.New("this endpoint made the version: it is always taken into account")
	// ErrAll: no version can be left out, because every update resolves all conflicts
	// (SSE 0.91 §4.2 step 4).
	ErrAll = errors.New("every update resolves all conflicts here (SSE 0.91 §4.2)")
	// ErrWinner: the winner cannot be left out, because every update builds on
	// it.
	ErrWinner = errors.New("the version is the winner: it is always taken into account")
	// ErrOpen: a person has still to choose before the resolution can be saved.
	ErrOpen = errors.New("something is left to choose")
	// ErrTombstone: the version is a deletion, and says nothing about a field.
	ErrTombstone = errors.New("take it whole to delete the item")
	// ErrMissing: nothing can be taken from the version, because what it said
	// was not kept by who published it (SSE 0.91 §5).
	ErrMissing = errors.New("what the version said was not kept: it can be taken into account, and not be taken")
)

// Session is a resolution that is under way.
type Session struct {
	it       *item.Item
	endpoint string
	about    About
	// grid is what the versions say.
	grid *grid
	// ticks are those of the candidates after the winner, in their order.
	ticks []tick
	draft draft
	steps steps
	// proposals are those that were made, by what was ticked.
	proposals map[string][]*proposal
	// lines are the lines of long texts, counted.
	lines map[string]map[string]int
	// strangers are versions that are no candidates any more, read.
	strangers map[*item.Version]record.Record
}

// NewSession begins to resolve an item on behalf of an endpoint. The draft is what is
// proposed, and every conflict is taken into account, as is every version that is
// offered again. Where none of them is open (ancestry.Sorted) the error is ErrNoConflict,
// unless the item is marked for another reason (SSE 0.91 §2.3), or lives in a deleted
// one: then there is one version to confirm, or to place. All versions
// are read and compared here but the stretches of long texts (Prepare).
func NewSession(it *item.Item, endpoint string, about About) (*Session, error) {
	about = about.over(it)
	c := columnsOf(it, about)
	if len(c.Open) == 0 && !about.asks(it) {
		return nil, fmt.Errorf("resolving %s: %w", it.ID(), ErrNoConflict)
	}
	s := &Session{
		it: it, endpoint: endpoint, about: about, grid: newGrid(c, about),
		proposals: map[string][]*proposal{}, strangers: map[*item.Version]record.Record{},
	}
	for range c.Open {
		s.ticks = append(s.ticks, tick{taken: true, offered: true})
	}
	s.proposed()
	return s, nil
}

// Prepare cuts the long texts into stretches, so that Hunks only looks them up
// afterwards. It takes time, and is called before the session is shown.
func (s *Session) Prepare() {
	for i := range s.grid.rows {
		s.grid.rows[i].chunks()
	}
}

// Item is the item that the session resolves, as it last saw it.
func (s *Session) Item() *item.Item { return s.it }

// Base is what the versions started from.
func (s *Session) Base() ancestry.Base { return s.about.Base }

// Offered are the versions that are offered again.
func (s *Session) Offered() []*item.Version { return s.about.Offered }

// Changed tells whether a person has done anything to the draft or the ticks
// that stands.
func (s *Session) Changed() bool {
	for _, t := range s.ticks {
		if t.taken != t.offered {
			return true
		}
	}
	return !s.draft.untouched()
}

// About is what is known about an item beside its versions.
type About struct {
	// Base is the original of the versions.
	Base ancestry.Base
	// Offered are versions that were resolved already and are offered again,
	// because the resolution was undone after it was published. They stand after
	// the open conflicts.
	Offered []*item.Version
	// Listed makes every version that the item lists a candidate of its own, also those
	// of equal content: in a document they are what its publisher lists.
	Listed bool
	// Orphan is set where a version lives in a deleted item.
	Orphan *Orphan
	// Rules are those of the set's family; nil is FeedSync's.
	Rules rules.Rules
}

// Orphan is what is known of an item of which a version lives in a deleted one.
type Orphan struct {
	// Deleted are the deleted items that versions live in.
	Deleted []string
	// Outside is where the item goes unless a deleted one is restored with it.
	Outside item.Place
}

// deleted reports whether a place, as the value of its cell, is in a deleted item.
func (o *Orphan) deleted(place string) bool {
	return o != nil && slices.Contains(o.Deleted, ParsePlace(place).Parent)
}

// asks reports whether an item is to be resolved without another version: it is marked,
// or its winner lives in a deleted item.
func (a About) asks(it *item.Item) bool {
	return ancestry.Marked(it) || !it.Winner.Deleted && a.Orphan.deleted(PlaceText(it.Winner.Place))
}

// over is what is known, for an item as it stands: what is a version of it is not
// offered again.
func (a About) over(it *item.Item) About {
	a.Offered = ancestry.Reopened(it, a.Offered)
	return a
}

// bound lists the conflicts that an endpoint cannot leave out.
func (a About) bound(it *item.Item, endpoint string) []int {
	if a.Rules == nil {
		return feed.RulesOf(item.FeedSync10).Bound(it, endpoint)
	}
	return a.Rules.Bound(it, endpoint)
}

// same tells whether both say the same about the same versions.
func (a About) same(b About) bool {
	return a.Listed == b.Listed && a.Orphan.same(b.Orphan) && a.Base.Same(b.Base, unchanged) && slices.EqualFunc(a.Offered, b.Offered, unchanged)
}

// same tells whether versions live in the same deleted items.
func (o *Orphan) same(other *Orphan) bool {
	if o == nil || other == nil {
		return o == other
	}
	return slices.Equal(o.Deleted, other.Deleted)
}

// unchanged tells whether a version is another one in the same place.
func unchanged(a, b *item.Version) bool { return a.Same(b) && a.Place == b.Place }
