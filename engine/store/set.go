package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"crossfeed/engine/item"
	"crossfeed/engine/transport"
)

// Set is an item set: the list that a person sees.
type Set struct {
	// Key identifies the set within this store; it is given by PutSet.
	Key int64
	// Name is unique among the sets that are not deleted.
	Name string
	// Kind says what the items are: "todo", "contact", "note" or "outline".
	Kind string
	// Format is the feed format published: "rss", "atom" or "opml".
	Format item.Format
	// Dialect is the sync dialect published: "feedsync-1.0", "sse-0.93" or
	// "sse-0.91". OPML goes with SSE 0.91 alone.
	Dialect item.Dialect
	// Location is where the set is published, or "": the canonical address of a file, or
	// of a folder (transport.IsFolder).
	Location string
	// Publication is how that goes.
	Publication Publication
	// FeedID is the identifier of the published feed, a URN.
	FeedID string
	// Foreign is markup at the level of the feed that Crossfeed keeps and
	// publishes on (SSE 0.93 §2.1.8), as an XML document, or "".
	Foreign string
	// Published is the Key of the newest edit that there was when the set was
	// published last, or 0: what a later edit did nobody else has seen.
	Published int64
	// Deleted sets are hidden, and lose nothing.
	Deleted bool
}

// SharedName is the name of the set for those who read its feed.
func (s Set) SharedName() string { return cmp.Or(s.Publication.List, s.Name) }

// SeenAs is the name of the set for the others in the folder that it is published in, where this
// device calls it otherwise, or "".
func (s Set) SeenAs() string {
	if !transport.IsFolder(s.Location) {
		return ""
	}
	return otherwise(s.SharedName(), s.Name)
}

// Renamed is the set under another name. Where it is published in a folder it stays what it was
// there: its feed and those of the others are found by the name.
func (s Set) Renamed(name string) Set {
	if transport.IsFolder(s.Location) {
		s.Publication.List = otherwise(s.SharedName(), name)
	}
	s.Name = name
	return s
}

// otherwise is the name of a list for others, where this device does not call it the same, or "".
func otherwise(list, name string) string {
	if list == name {
		return ""
	}
	return list
}

// Rename puts a set under another name. It goes on reading the same feeds in a folder, and is
// published in the same one (Set.Renamed).
func Rename(w Writer, set Set, name string) (Set, error) {
	all, err := w.Subscriptions(set.Key)
	if err != nil {
		return set, err
	}
	for _, s := range all {
		list := otherwise(cmp.Or(s.List, set.Name), name)
		if list == s.List {
			continue
		}
		s.List = list
		if _, err := w.PutSubscription(s); err != nil {
			return set, err
		}
	}
	set = set.Renamed(name)
	_, err = w.PutSet(set)
	return set, err
}

// ListIn is the name of a set in a folder that it is published in, or reads, where this device
// calls it otherwise, or "".
func ListIn(r SubscriptionReader, set Set, folder string) (string, error) {
	at, err := transport.Parse(folder)
	if err != nil {
		return "", err
	}
	if transport.IsFolder(set.Location) {
		own, err := transport.Parse(set.Location)
		if err != nil || own == at {
			return set.Publication.List, err
		}
	}
	all, err := r.Subscriptions(set.Key)
	for _, s := range all {
		if s.Location == at {
			return s.List, err
		}
	}
	return "", err
}

// LeftFeeds are the addresses of the set's feeds that stayed where it is not published any more.
func (s Set) LeftFeeds() []string {
	if s.Deleted && s.Location != "" && s.Publication.Address != "" {
		return s.Publication.Left.With(s.Publication.Address).All()
	}
	return s.Publication.Left.All()
}

// Publication is how a set is published.
type Publication struct {
	// Window is what the partial feed holds (partial.ParseWindow); "" and "none": there
	// is the complete feed alone.
	Window string `json:"window,omitempty"`
	// Access says how the location is reached.
	Access transport.Access `json:"access,omitzero"`
	// Public is the address under which others read what lies at Location, where that is
	// another one, or "".
	Public string `json:"public,omitempty"`
	// List is the name of the list in its feed and in the name of its file, where this device
	// calls it otherwise, or "".
	List string `json:"list,omitempty"`
	// Address is the feed's own address at the last publishing, and Complete that of the
	// complete feed beside it, or "".
	Address  string `json:"address,omitempty"`
	Complete string `json:"complete,omitempty"`
	// Former are the addresses of the feeds that were published under identifiers that this
	// device had before, while what is there is still to be merged.
	Former Addresses `json:"former,omitempty"`
	// Left are the addresses of the feeds that stayed where the set is not published any more.
	Left Addresses `json:"left,omitempty"`
	// Last and LastComplete are what was written there; Pending and PendingComplete the
	// hashes of what was about to be, as package publish writes them.
	Last            transport.Written `json:"last,omitzero"`
	LastComplete    transport.Written `json:"last_complete,omitzero"`
	Pending         string            `json:"pending,omitempty"`
	PendingComplete string            `json:"pending_complete,omitempty"`
	// State is a hash of what they were made of, as package publish makes it; "" while they
	// are being written.
	State string `json:"state,omitempty"`
	// Looked is when all that was written lay on its server as it was.
	Looked time.Time `json:"looked,omitzero"`
	// Until is the value of the last feed that said one, and Ledger what the next one is
	// made from (feed.Ledger).
	Until  string `json:"until,omitempty"`
	Ledger string `json:"ledger,omitempty"`
	// Restored means that the set comes from a backup or a copy of the data folder, and that
	// nobody knows whether it was withdrawn since: nothing is published before its feed was found
	// at Address.
	Restored bool `json:"restored,omitempty"`
	// Begun is when the set was published first: the feed's time of change while there
	// are no items.
	Begun time.Time `json:"begun,omitzero"`
	// LastTry and LastSuccess are two things; Error is the last try's, or "", Trouble its
	// kind, ErrorSince the first in a row.
	LastTry     time.Time         `json:"last_try,omitzero"`
	LastSuccess time.Time         `json:"last_success,omitzero"`
	Error       string            `json:"error,omitempty"`
	Trouble     transport.Trouble `json:"trouble,omitempty"`
	ErrorSince  time.Time         `json:"error_since,omitzero"`
}

// Ended is what stays known of a publication that ends: what the next feed is made from, and which
// feeds are left.
func (p Publication) Ended() Publication {
	return Publication{Until: p.Until, Ledger: p.Ledger, Begun: p.Begun, Left: p.Left}
}

// Addresses are several addresses, one a line, so that a Publication can be compared.
type Addresses string

// All are the addresses.
func (a Addresses) All() []string {
	return slices.DeleteFunc(strings.Split(string(a), "\n"), func(one string) bool { return one == "" })
}

// With adds an address that is not among them.
func (a Addresses) With(address string) Addresses {
	if slices.Contains(a.All(), address) {
		return a
	}
	return Addresses(strings.TrimSpace(string(a) + "\n" + address))
}

// Without removes an address.
func (a Addresses) Without(address string) Addresses {
	return Addresses(strings.Join(slices.DeleteFunc(a.All(), func(one string) bool { return one == address }), "\n"))
}

// Counts are the true numbers of rows of a set: each is the number of rows that
// a Query gives.
type Counts struct {
	// Items are the rows of Query{}: live items, and deleted ones with
	// something to resolve.
	Items int
	// Conflicted are the rows of Query{Conflicted: true}: items with open conflicts
	// or versions offered again, and those that are marked (Row.Flagged), deleted ones
	// included.
	Conflicted int
	// Open are the rows of Query{Open: true}: todos that are not done, and all other items.
	Open int
	// Deleted are the rows of Query{Deleted: true}: tombstones with nothing to
	// resolve.
	Deleted int
}

// SetReader reads item sets.
type SetReader interface {
	// Sets lists the sets that are not deleted, as SortByName sorts them.
	Sets() ([]Set, error)
	// DeletedSets lists the sets that are deleted, in the order in which they
	// were added. PutSet brings one back.
	DeletedSets() ([]Set, error)
	// SetNamed finds a set that is not deleted, or ErrNoSet.
	SetNamed(name string) (Set, error)
	// SetOf is the set of a key, or ErrNoSet where there is none that is not deleted.
	SetOf(key int64) (Set, error)
	// Count counts the items of a set, deleted sets included. A set that was
	// never put has none.
	Count(set int64) (Counts, error)
	// Counts is Count for every set that has items, by its key.
	Counts() (map[int64]Counts, error)
}

// NameFree refuses a name that another set has, or has but for the case: the
// files of both in a shared folder would be one on many file systems.
func NameFree(r SetReader, set Set) error {
	sets, err := r.Sets()
	if err != nil {
		return err
	}
	for _, s := range sets {
		if s.Key != set.Key && transport.SameName(s.Name, set.Name) {
			return fmt.Errorf("%q: %w", s.Name, ErrNameTaken)
		}
	}
	return nil
}

// CheckName tells why a set cannot have a name.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("a list needs a name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the name %q holds characters that cannot be shown: leave them out", name)
	case name != strings.TrimSpace(name):
		return fmt.Errorf("the name %q begins or ends with a space: leave it out", name)
	case len(transport.Escape(name)) > transport.MaxName:
		return fmt.Errorf("the name %q is too long for a file name: choose a shorter one", name)
	}
	return nil
}

// Ending is what the name of the set's feed in a folder ends in.
func (s Set) Ending() string {
	if s.Format.Ordered() {
		return transport.OPML
	}
	return transport.XML
}

// EverySet lists all sets, those that were deleted last.
func EverySet(r SetReader) ([]Set, error) {
	sets, err := r.Sets()
	if err != nil {
		return nil, err
	}
	deleted, err := r.DeletedSets()
	return append(sets, deleted...), err
}

// SetsNamed returns the sets with these names, or all if no name is given.
func SetsNamed(r SetReader, names []string) ([]Set, error) {
	if len(names) == 0 {
		return r.Sets()
	}
	var chosen []Set
	for _, name := range names {
		set, err := r.SetNamed(name)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(chosen, func(s Set) bool { return s.Key == set.Key }) {
			chosen = append(chosen, set)
		}
	}
	return chosen, nil
}

// ReadSet reads the named set.
func ReadSet(ctx context.Context, st Store, name string) (set Set, err error) {
	err = st.View(ctx, func(r Reader) error {
		set, err = r.SetNamed(name)
		return err
	})
	return set, err
}

// ReadItem reads an item of the named set.
func ReadItem(ctx context.Context, st Store, set, id string) (it *item.Item, err error) {
	err = ViewSet(ctx, st, set, func(r Reader, of Set) error {
		it, err = r.Item(of.Key, id)
		return err
	})
	return it, err
}

// ViewSet calls read with the named set, as it is in one state of the store.
func ViewSet(ctx context.Context, st Store, name string, read func(Reader, Set) error) error {
	return st.View(ctx, func(r Reader) error {
		set, err := r.SetNamed(name)
		if err != nil {
			return err
		}
		return read(r, set)
	})
}

// UpdateSet calls write with the named set, in a transaction.
func UpdateSet(ctx context.Context, st Store, name string, write func(Writer, Set) error) error {
	return st.Update(ctx, func(w Writer) error {
		set, err := w.SetNamed(name)
		if err != nil {
			return err
		}
		return write(w, set)
	})
}
