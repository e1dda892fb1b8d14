package engine

import (
	"context"
	"fmt"

	"crossfeed/engine/location"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Found is what lies at a location: what a person is told before subscribing.
type Found struct {
	// Location is the canonical address that was looked at; where a page named one feed,
	// it is that feed's.
	Location string
	// Page tells that the location is a web page. Feeds are then those that it names.
	Page bool
	// Folder tells that it is a folder of feeds.
	Folder bool
	// Feeds are the feeds that are there.
	Feeds []FoundFeed
	// New is the list that would be made for what is there: of the kind that most of the
	// items are, and of SSE 0.91 where all feeds are.
	New NewSet
	// Lists says of each list, by name, whether it fits; the empty name stands for a new
	// one.
	Lists []Fit
	// Already names the list that is subscribed to this location, or to another one that
	// gives the same feed (by its identifier), at AlreadyAt; both "" where none is.
	Already, AlreadyAt string
	// Own tells that a feed there is one that this endpoint publishes.
	Own bool
}

// FoundFeed is one feed that was found.
type FoundFeed struct {
	Address, Title, Author, ID string
	// AuthorName is what its author calls itself, or "".
	AuthorName string
	// List is the name of the list that it is of, by the name of its file in a folder that
	// is shared, or "".
	List string
	// Format, Dialect and Kind are those of the feed and of most of its items. Dialect is
	// "" where nothing in it is shared.
	Format, Dialect, Kind string
	// Items is the number of its entries, Shared those that take part in sharing, Valid
	// those of them that are not set aside. More tells that there are more: a feed that
	// takes too long to read is not read to its end.
	Items, Shared, Valid int
	More                 bool
	// Complete is the address of its complete feed, or "".
	Complete string
	// Offers are the feeds that it says are merged into it.
	Offers []store.Offered
	// Problems are what is wrong with it, in plain words, the worst first.
	Problems []string
	// Moved is where the server says that it moved for good, or "".
	Moved string
	// Err is why it could not be read, or nil; a *location.Error, or what reading said.
	Err error

	// kinds counts the items by their kind.
	kinds map[record.Kind]int
}

// Fit tells whether a list can read what was found.
type Fit struct {
	// List is the list's name.
	List string
	// Why it cannot, or nil: *feed.DialectError, *feed.OrderError, *KindError.
	Why error
	// Best tells that this is the one to propose: its kind is that of the items, and its
	// name the feed's or the file's.
	Best bool
}

// KindError tells that a list is for another kind of items than most of a feed's are. It
// can be subscribed all the same.
type KindError struct {
	// Document names the feed, Kind is what most of its items are.
	Document string
	Kind     record.Kind
	// Set is the name of the list, Into its kind.
	Set  string
	Into record.Kind
}

// Error says what does not fit, and what can be done.
func (e *KindError) Error() string {
	return fmt.Sprintf("most of %s is of the kind %s, and the list %q is of the kind %s: choose another list, or make a new one", e.Document, e.Kind, e.Set, e.Into)
}

// Look finds out what lies at a location that a person typed, dropped or chose: a feed, a
// folder of feeds, or a page that names feeds (autodiscovery). set is the list that the
// person has in mind, or "". Nothing is kept. An error is an *location.Error where
// nothing could be read at all.
func (e *Engine) Look(ctx context.Context, set, at string, access location.Access) (Found, error) {
	return e.lookFor(ctx, set, set, at, access)
}

// lookFor is Look where the files of a folder name the list otherwise than this device does.
func (e *Engine) lookFor(ctx context.Context, set, list, at string, access location.Access) (Found, error) {
	address, err := location.Parse(at)
	if err != nil {
		return Found{}, err
	}
	v := &visit{Engine: e, set: set, list: list, access: access, found: Found{Location: address}}
	if err := v.at(ctx, address); err != nil {
		return Found{}, err
	}
	v.found.New = v.newList()
	return v.found, e.store.View(ctx, v.compare)
}
