package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"crossfeed/engine/item"
	"crossfeed/engine/transport"
)

// Set is an item set: a list in the user interface.
type Set struct {
	// Key identifies the list within this store. PutSet assigns it.
	Key int64
	// Name is unique among the lists that are not deleted.
	Name string
	// Kind is the kind of the items: "todo", "contact", "note" or "outline".
	Kind string
	// Format is the format of the published feed: "rss", "atom" or "opml".
	Format item.Format
	// Dialect is the published sync dialect: "feedsync-1.0", "sse-0.93" or "sse-0.91". OPML
	// requires SSE 0.91.
	Dialect item.Dialect
	// Location is where the list is published, or "": the canonical address of a file or of a
	// folder (transport.IsFolder).
	Location string
	// Publication has the settings and the state of publishing.
	Publication Publication
	// FeedID is the identifier of the published feed, a URN.
	FeedID string
	// Foreign is feed-level markup that Crossfeed preserves and republishes (SSE 0.93 §2.1.8),
	// as an XML document, or "".
	Foreign string
	// Published is the Key of the newest edit at the time when the list was last published, or
	// 0. Nobody else has seen later edits.
	Published int64
	// Deleted lists are hidden, and lose nothing.
	Deleted bool
	// Display is how this device shows the list.
	Display Display
}

// ReadAt returns where others read the list, or "" if it is not published.
func (s Set) ReadAt() string {
	if s.Location == "" {
		return ""
	}
	return cmp.Or(s.Publication.Public, s.Location)
}

// SharedName returns the name of the list for the readers of its feed.
func (s Set) SharedName() string { return cmp.Or(s.Publication.List, s.Name) }

// SeenAs returns the name of the list for the others in the folder where it is published, if
// this device calls it differently, or "".
func (s Set) SeenAs() string {
	if !transport.IsFolder(s.Location) {
		return ""
	}
	return otherwise(s.SharedName(), s.Name)
}

// Renamed returns the list with another name. If it is published in a folder, it keeps its
// name there, because its feed and those of the others are found by that name.
func (s Set) Renamed(name string) Set {
	if transport.IsFolder(s.Location) {
		s.Publication.List = otherwise(s.SharedName(), name)
	}
	s.Name = name
	return s
}

// otherwise returns the name of a list for others, if this device calls it differently, or "".
func otherwise(list, name string) string {
	if list == name {
		return ""
	}
	return list
}

// Rename renames a list. It continues to read the same feeds in a folder, and to be published
// in the same one (Set.Renamed).
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

// ListIn returns the name of a list in a folder that it is published in or reads, if this
// device calls it differently, or "".
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

// LeftFeeds returns the addresses of the list's feeds that stayed where it is no longer
// published.
func (s Set) LeftFeeds() []string {
	if s.Deleted && s.Location != "" && s.Publication.Address != "" {
		return s.Publication.Left.With(s.Publication.Address).All()
	}
	return s.Publication.Left.All()
}

// Publication has the settings and the state of publishing a list.
type Publication struct {
	// Window is the extent of the partial feed (feed.ParseWindow). With "" and "none" there is
	// only the complete feed.
	Window string `json:"window,omitempty"`
	// Access has the settings for reaching the location.
	Access transport.Access `json:"access,omitzero"`
	// Public is the address under which others read what is at Location, if different, or "".
	Public string `json:"public,omitempty"`
	// List is the name of the list in its feed and its file name, if this device calls it
	// differently, or "".
	List string `json:"list,omitempty"`
	// Address is the feed's own address when it was last published. Complete is the address of
	// the complete feed next to it, or "".
	Address  string `json:"address,omitempty"`
	Complete string `json:"complete,omitempty"`
	// Former has the addresses of feeds that were published under earlier identifiers of this
	// device and still have to be merged.
	Former Addresses `json:"former,omitempty"`
	// Left has the addresses of feeds that stayed where the list is no longer published.
	Left Addresses `json:"left,omitempty"`
	// Last and LastComplete are what was last written. Pending and PendingComplete are the
	// hashes of what was about to be written, as in package publish.
	Last            transport.Written `json:"last,omitzero"`
	LastComplete    transport.Written `json:"last_complete,omitzero"`
	Pending         string            `json:"pending,omitempty"`
	PendingComplete string            `json:"pending_complete,omitempty"`
	// State is a hash of what the documents were made from, as in package publish, or "" while
	// they are being written.
	State string `json:"state,omitempty"`
	// Checked is when everything written was last found unchanged on its server.
	Checked time.Time `json:"looked,omitzero"`
	// Until is the value in the last feed that had one. Ledger is the basis of the next feed
	// (feed.Ledger).
	Until  string `json:"until,omitempty"`
	Ledger string `json:"ledger,omitempty"`
	// Restored reports whether the list is from a backup or a copied data folder, so that it
	// may have been withdrawn since. Nothing is published until its feed has been found at
	// Address.
	Restored bool `json:"restored,omitempty"`
	// Begun is when the list was first published. It is the feed's time of change while there
	// are no items.
	Begun time.Time `json:"begun,omitzero"`
	// LastTry and LastSuccess are independent. Error is the error of the last try, or "",
	// Trouble its kind, ErrorSince the first failure in a row.
	LastTry     time.Time         `json:"last_try,omitzero"`
	LastSuccess time.Time         `json:"last_success,omitzero"`
	Error       string            `json:"error,omitempty"`
	Trouble     transport.Trouble `json:"trouble,omitempty"`
	ErrorSince  time.Time         `json:"error_since,omitzero"`
}

// Ended returns what remains known after a publication ended: the basis of the next feed, and
// the feeds that stayed.
func (p Publication) Ended() Publication {
	return Publication{Until: p.Until, Ledger: p.Ledger, Begun: p.Begun, Left: p.Left}
}

// Addresses are several addresses, one per line, so that a Publication can be compared.
type Addresses string

// All returns the addresses.
func (a Addresses) All() []string {
	return slices.DeleteFunc(strings.Split(string(a), "\n"), func(one string) bool { return one == "" })
}

// With adds an address, unless it is already included.
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

// Counts are the exact numbers of rows of a list; each corresponds to a Query.
type Counts struct {
	// Items counts the rows of Query{}: items that are not deleted, and deleted ones with
	// something to resolve.
	Items int
	// Conflicted counts the rows of Query{Conflicted: true}: items with open conflicts or
	// reopened versions, and those that are marked (Row.Flagged), including deleted ones.
	Conflicted int
	// Open counts the rows of Query{Open: true}: todos that are not done, and all other items.
	Open int
	// Deleted counts the rows of Query{Deleted: true}: tombstones with nothing to resolve.
	Deleted int
	// Trash counts the rows of Query{Trash: true}: those of Deleted that are not hidden.
	Trash int
}

// SetReader reads lists.
type SetReader interface {
	// Sets returns the lists that are not deleted, in the order of SortSets.
	Sets() ([]Set, error)
	// DeletedSets returns the deleted lists, in the order in which they were added. PutSet
	// restores one.
	DeletedSets() ([]Set, error)
	// SetNamed returns a list that is not deleted, or ErrNoSet.
	SetNamed(name string) (Set, error)
	// SetOf returns the list with a key, or ErrNoSet if there is none or if it is deleted.
	SetOf(key int64) (Set, error)
	// Count counts the items of a list, which may be deleted. A list that was never put has
	// none.
	Count(set int64) (Counts, error)
	// Counts is Count for every list that has items, by key.
	Counts() (map[int64]Counts, error)
}

// NameFree returns an error if another list has the name, ignoring case: on many file systems
// the files of both would be the same in a shared folder.
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

// NameError says why a list cannot have a name.
type NameError string

func (e NameError) Error() string { return string(e) }

// CheckName returns why a list cannot have a name, or nil.
func CheckName(name string) error {
	switch {
	case name == "":
		return NameError("a list needs a name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return NameError(fmt.Sprintf("the name %q holds characters that cannot be shown: leave them out", name))
	case name != strings.TrimSpace(name):
		return NameError(fmt.Sprintf("the name %q begins or ends with a space: leave it out", name))
	case len(transport.Escape(name)) > transport.MaxName:
		return NameError(fmt.Sprintf("the name %q is too long for a file name: choose a shorter one", name))
	}
	return nil
}

// Ending returns the suffix of the list's feed files in a folder.
func (s Set) Ending() string {
	if s.Format.Ordered() {
		return transport.OPML
	}
	return transport.XML
}

// EverySet returns all lists, deleted ones last.
func EverySet(r SetReader) ([]Set, error) {
	sets, err := r.Sets()
	if err != nil {
		return nil, err
	}
	deleted, err := r.DeletedSets()
	return append(sets, deleted...), err
}

// SetsNamed returns the lists with these names, or all if no name is given.
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

// ReadSet reads the named list.
func ReadSet(ctx context.Context, st Store, name string) (Set, error) {
	return Read(ctx, st, func(r Reader) (Set, error) { return r.SetNamed(name) })
}

// ReadItem reads an item of the named list.
func ReadItem(ctx context.Context, st Store, set, id string) (*item.Item, error) {
	return ReadIn(ctx, st, set, func(r Reader, of Set) (*item.Item, error) { return r.Item(of.Key, id) })
}

// Read returns the result of read, in one state of the store.
func Read[T any](ctx context.Context, st Store, read func(Reader) (T, error)) (result T, err error) {
	err = st.View(ctx, func(r Reader) error {
		result, err = read(r)
		return err
	})
	return result, err
}

// ReadIn returns the result of read with the named list, in one state of the store.
func ReadIn[T any](ctx context.Context, st Store, name string, read func(Reader, Set) (T, error)) (result T, err error) {
	err = ViewSet(ctx, st, name, func(r Reader, set Set) error {
		result, err = read(r, set)
		return err
	})
	return result, err
}

// ViewSet calls read with the named list, in one state of the store.
func ViewSet(ctx context.Context, st Store, name string, read func(Reader, Set) error) error {
	return st.View(ctx, func(r Reader) error {
		set, err := r.SetNamed(name)
		if err != nil {
			return err
		}
		return read(r, set)
	})
}

// UpdateSet calls write with the named list, in a transaction.
func UpdateSet(ctx context.Context, st Store, name string, write func(Writer, Set) error) error {
	return st.Update(ctx, func(w Writer) error {
		set, err := w.SetNamed(name)
		if err != nil {
			return err
		}
		return write(w, set)
	})
}
