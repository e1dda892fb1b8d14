// Package conflicts resolves items that were changed on several devices. A Session resolves
// one item: it has the versions to choose from, the proposals, the draft of the result, which
// versions are included, and what saving will do. It is the model of the conflict page. It
// does not depend on a window, a store or a clock, and must be used from one goroutine at a
// time. Service starts sessions, saves what a person decided, for one item or by a rule for
// many, logs it, and reads the history of an item.
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

// Errors that callers check for. They are wrapped with details.
var (
	// ErrNoConflict: no version of the item differs from the winner and from the original, and
	// no such version is reopened.
	ErrNoConflict = errors.New("no conflict is open")
	// ErrOwn: an own version cannot be left out, because the next update by the same endpoint
	// subsumes it, and the next merge would drop it silently.
	ErrOwn = errors.New("the version is from this device: it is always included")
	// ErrAll: no version can be left out, because every update resolves all conflicts
	// (SSE 0.91 §4.2 step 4).
	ErrAll = errors.New("every update resolves all conflicts here (SSE 0.91 §4.2)")
	// ErrWinner: the winner cannot be left out, because every update builds on
	// it.
	ErrWinner = errors.New("the version is the winner: it is always included")
	// ErrOpen: a person still has to choose before the resolution can be saved.
	ErrOpen = errors.New("still to choose")
	// ErrTombstone: the version is a deletion, and has no values for fields.
	ErrTombstone = errors.New("the version deletes the item: choose it as a whole")
	// ErrMissing: nothing can be taken from the version, because its publisher did not store
	// its content (SSE 0.91 §5).
	ErrMissing = errors.New("the content of the version was not stored: it can be included, but not chosen")
)

// Session is a resolution in progress.
type Session struct {
	it       *item.Item
	endpoint string
	about    About
	// grid has the values of all versions.
	grid *grid
	// ticks holds the ticks of the candidates after the winner, in their order.
	ticks []tick
	draft draft
	steps steps
	// proposals caches proposals by the ticks.
	proposals map[string][]*proposal
	// lines caches the line counts of long texts.
	lines map[string]map[string]int
	// strangers caches the records of versions that are no longer candidates.
	strangers map[*item.Version]record.Record
}

// NewSession starts to resolve an item on behalf of an endpoint. At first, the draft is the
// proposal, and all conflicts and reopened versions are included. If none of them is open
// (ancestry.Sorted), the error is ErrNoConflict, unless the item is marked for another reason
// (SSE 0.91 §2.3) or is in a deleted item: then there is one version to confirm or to move.
// NewSession reads and compares all versions, except for the hunks of long texts (Prepare).
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

// Prepare cuts the long texts into hunks, so that Hunks becomes a lookup. It can be slow: call
// it before showing the session.
func (s *Session) Prepare() {
	for i := range s.grid.rows {
		s.grid.rows[i].chunks()
	}
}

// Item returns the item that the session resolves, as it last saw it.
func (s *Session) Item() *item.Item { return s.it }

// Base returns the common ancestor of the versions.
func (s *Session) Base() ancestry.Base { return s.about.Base }

// Offered returns the reopened versions.
func (s *Session) Offered() []*item.Version { return s.about.Offered }

// Changed reports whether the draft or the ticks differ from the initial state.
func (s *Session) Changed() bool {
	for _, t := range s.ticks {
		if t.taken != t.offered {
			return true
		}
	}
	return !s.draft.untouched()
}

// About is additional information about an item, besides its versions.
type About struct {
	// Base is the common ancestor of the versions.
	Base ancestry.Base
	// Offered are versions that were resolved before and are reopened, because the resolution
	// was undone after it was published. They come after the open conflicts.
	Offered []*item.Version
	// Listed makes every version that the item lists a separate candidate, even if their
	// content is equal: in a document they are what its publisher lists.
	Listed bool
	// Orphan is set if a version is in a deleted item.
	Orphan *Orphan
	// Rules are the rules of the list's dialect; nil stands for FeedSync's.
	Rules rules.Rules
}

// Orphan is information about an item of which a version is in a deleted item.
type Orphan struct {
	// Deleted are the deleted items that versions are in.
	Deleted []string
	// Outside is the position where the item goes unless the deleted item is restored with it.
	Outside item.Place
}

// deleted reports whether a position, as the value of its cell, is in a deleted item.
func (o *Orphan) deleted(place string) bool {
	return o != nil && slices.Contains(o.Deleted, ParsePlace(place).Parent)
}

// asks reports whether an item has to be resolved even without another version: it is marked,
// or its winner is in a deleted item.
func (a About) asks(it *item.Item) bool {
	return ancestry.Marked(it) || !it.Winner.Deleted && a.Orphan.deleted(PlaceText(it.Winner.Place))
}

// over adapts a to the item's current state: a version that the item has is not reopened.
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

// same reports whether both have the same knowledge about the same versions.
func (a About) same(b About) bool {
	return a.Listed == b.Listed && a.Orphan.same(b.Orphan) && a.Base.Same(b.Base, unchanged) && slices.EqualFunc(a.Offered, b.Offered, unchanged)
}

// same reports whether versions are in the same deleted items.
func (o *Orphan) same(other *Orphan) bool {
	if o == nil || other == nil {
		return o == other
	}
	return slices.Equal(o.Deleted, other.Deleted)
}

// unchanged reports whether b is the same version as a, at the same position.
func unchanged(a, b *item.Version) bool { return a.Same(b) && a.Place == b.Place }
