package subscribe

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"crossfeed/engine/feed"
	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
)

// NewList describes the list that would be created for feeds; lists.New has the same fields.
type NewList struct {
	Name, Kind string
	Format     item.Format
	Dialect    item.Dialect
}

// Found describes what a location has, to be shown to the user before subscribing.
type Found struct {
	// Location is the canonical address that was probed. If a page named exactly one feed, it
	// is the address of that feed.
	Location string
	// Page reports whether the location is a web page. Feeds are then the feeds that it names.
	Page bool
	// Folder reports whether the location is a folder of feeds.
	Folder bool
	// Feeds are the feeds that were found.
	Feeds []FoundFeed
	// New is the list that would be created for the feeds: of the kind that most items have,
	// and of SSE 0.91 if all feeds are.
	New NewList
	// Lists says for each list, by name, whether it fits; the empty name means a new list.
	Lists []Fit
	// Already names the list that is already subscribed to this location, or to another
	// location of the same feed (by its identifier), which is AlreadyAt; both are "" if there
	// is none.
	Already, AlreadyAt string
	// Own reports whether one of the feeds is published by this endpoint.
	Own bool
}

// FoundFeed is one feed that was found.
type FoundFeed struct {
	Address, Title, Author, ID string
	// AuthorName is the author's name for itself, or "".
	AuthorName string
	// List is the name of the feed's list, taken from its file name in a shared folder, or "".
	List string
	// Format and Dialect are the feed's; Dialect is "" if nothing in it is shared. Kind is the
	// kind of most of its items.
	Format  item.Format
	Dialect item.Dialect
	Kind    string
	// Items is the number of its entries. Shared of them take part in sharing, Valid of these
	// are not skipped, and Deleted of these are deletions. More reports that there are more
	// entries: a feed that takes too long is not read to its end.
	Items, Shared, Valid, Deleted int
	More                          bool
	// Brings counts what its first refresh brings, including its complete feed if that was
	// read.
	Brings store.Preview
	// Complete is the address of its complete feed, or "".
	Complete string
	// Offers are the feeds that it declares as merged into it.
	Offers []store.Offered
	// Names are the other feeds that an outline names, on servers, each once.
	Names []store.Offered
	// Problems describe what is wrong with it, the worst first.
	Problems []feed.Problem
	// Moved is the address to which the server says it moved permanently, or "".
	Moved string
	// Err is why it could not be read, or nil: a *transport.Error, or an error of the parser.
	Err error

	// kinds counts the items by their kind.
	kinds map[record.Kind]int
}

// Ordinary reports whether nothing in a feed is shared, so that nothing can be merged. Without
// items, that is a feed that declares no dialect.
func (f FoundFeed) Ordinary() bool {
	return f.Err == nil && f.Shared == 0 && (f.Items > 0 || f.Dialect == "" && f.Format != "")
}

// Shown counts what the first refresh of feeds brings, for the preview that the user sees
// (Options.Shown). It returns nil if none of them could be read.
func Shown(feeds []FoundFeed) (all *store.Preview) {
	for _, f := range feeds {
		if f.Err != nil {
			continue
		}
		if all == nil {
			all = &store.Preview{}
		}
		all.Items, all.Deleted = all.Items+f.Brings.Items, all.Deleted+f.Brings.Deleted
	}
	return all
}

// Unread returns the first temporary reason why feeds could not be read (Options.Unread), or
// nil. failed is the error of probing.
func Unread(feeds []FoundFeed, failed error) error {
	if transport.IsTemporary(failed) {
		return failed
	}
	for _, f := range feeds {
		if transport.IsTemporary(f.Err) {
			return f.Err
		}
	}
	return nil
}

// Fit says whether a list can read what was found.
type Fit struct {
	// List is the list's name.
	List string
	// Why is why the list does not fit, or nil: *feed.DialectError, *feed.OrderError,
	// *KindError.
	Why error
	// Best reports whether this is the list to suggest: its kind is the kind of the items, and
	// its name is the name of the feed or the file.
	Best bool
}

// KindError reports that a list is for another kind of items than most items of a feed. The
// list can subscribe to it all the same.
type KindError struct {
	// Document names the feed, Kind is the kind of most of its items.
	Document string
	Kind     record.Kind
	// Set is the name of the list, Into its kind.
	Set  string
	Into record.Kind
}

// Error says what does not fit, and what the user can do.
func (e *KindError) Error() string {
	return fmt.Sprintf("most of %s is of the kind %s, and the list %q is of the kind %s: choose another list, or make a new one", e.Document, e.Kind, e.Set, e.Into)
}

// Probe probes a location that the user typed, dropped or chose: a feed, a folder of feeds, or
// a page that names feeds (autodiscovery). set is the list that the user has in mind, or "".
// Nothing is stored. The error is a *transport.Error if nothing could be read at all.
func (e *Service) Probe(ctx context.Context, set, at string, access transport.Access) (Found, error) {
	return e.ProbeFor(ctx, set, set, at, access)
}

// ProbeFor is Probe for a list that has another name in the file names of a folder.
func (e *Service) ProbeFor(ctx context.Context, set, list, at string, access transport.Access) (Found, error) {
	return transport.Reach(e.Files, at, access, func(address string) (Found, error) {
		v := &visit{Service: e, set: set, list: list, access: access, found: Found{Location: address}}
		if err := v.at(ctx, address); err != nil {
			return Found{}, err
		}
		v.found.New = v.newList()
		return v.found, e.Store.View(ctx, v.compare)
	})
}

const (
	// pageHead is how much of a page is searched for links to feeds.
	pageHead = 512 << 10
	// mostFound limits how many feeds of a page or a folder are probed, mostNamed how many
	// feeds are taken from an outline.
	mostFound = 50
	mostNamed = 500
)

// Download returns the document at a location, in whatever encoding it declares. Nothing is
// stored. The error is a *transport.Error if it could not be read.
func (e *Service) Download(ctx context.Context, at string, access transport.Access) ([]byte, error) {
	address, err := transport.Parse(at)
	if err != nil {
		return nil, err
	}
	answer, err := e.Places.Read(ctx, transport.Request{Target: transport.Target{Address: address, Access: access}, Now: e.Clock.Now(), Whole: true})
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("downloading %s: %w", transport.Redact(address), err)
	}
	return text, nil
}

// visit is the state of probing a location.
type visit struct {
	*Service
	// set is the list that the user has in mind, list its name in the file names of a folder;
	// either may be "".
	set, list string
	access    transport.Access
	found     Found
	// from is the page that named the feeds, or "".
	from string
}

// at probes an address: a folder, a feed or a page.
func (v *visit) at(ctx context.Context, address string) error {
	names, err := v.names(ctx, address)
	switch {
	case err != nil:
		return err
	case v.found.Folder:
		v.read(ctx, v.feedsOf(names))
		return ctx.Err()
	}
	one := v.feed(ctx, transport.Target{Address: address, Access: v.access})
	if links := one.links; len(links) > 0 {
		return v.page(ctx, cmp.Or(one.at, address), links)
	}
	if failed := (*transport.Error)(nil); errors.As(one.Err, &failed) {
		return one.Err
	}
	v.found.Feeds = []FoundFeed{one.FoundFeed}
	return ctx.Err()
}

// names lists a folder. It sets v.found.Folder if the address is one.
func (v *visit) names(ctx context.Context, address string) ([]string, error) {
	local := transport.KindOf(address) == transport.Local
	if !local && !transport.IsFolder(address) {
		return nil, nil
	}
	names, err := v.Places.Names(ctx, transport.Target{Address: address, Access: v.access})
	switch {
	case errors.Is(err, transport.ErrNotFolder), local && errors.Is(err, fs.ErrNotExist):
		return nil, nil // a page or a feed may have such an address; reading it will show
	case err != nil:
		return nil, err
	}
	v.found.Folder = true
	return names, nil
}

// shared is a feed in a shared folder, with the name of its list.
type shared struct{ address, list string }

// feedsOf returns the feeds in a folder: those of the list that the user has in mind, or of
// all lists.
func (v *visit) feedsOf(names []string) (all []shared) {
	lists := []string{v.list}
	if v.list == "" {
		lists = listsIn(names)
	}
	for _, list := range lists {
		for _, name := range transport.FeedsOf(list, v.Device.ID(), names) {
			all = append(all, shared{transport.Join(v.found.Location, name), list})
		}
	}
	return all
}

// listsIn returns the names of the lists that have feeds in a folder.
func listsIn(names []string) (lists []string) {
	for _, name := range names {
		head, _, _ := strings.Cut(name, ".")
		list := transport.Unescape(head)
		same := func(other string) bool { return transport.SameName(other, list) }
		if list != "" && !slices.ContainsFunc(lists, same) {
			lists = append(lists, list)
		}
	}
	return lists
}

// page probes the feeds that a page names.
func (v *visit) page(ctx context.Context, address string, links []web.Link) error {
	v.found.Page, v.from = true, address
	var all []shared
	for _, link := range links {
		if at, err := transport.Parse(link.Address); err == nil && transport.Allowed(address, at) == nil {
			all = append(all, shared{address: at})
		}
	}
	v.read(ctx, all)
	for i, link := range links[:min(len(links), len(v.found.Feeds))] {
		if f := &v.found.Feeds[i]; f.Title == "" && len(all) == len(links) {
			f.Title = link.Title
		}
	}
	if len(v.found.Feeds) == 1 {
		v.found.Location = v.found.Feeds[0].Address
	}
	return ctx.Err()
}

// read probes several feeds concurrently.
func (v *visit) read(ctx context.Context, all []shared) {
	all = all[:min(len(all), mostFound)]
	jobs := make([]fetch.Job[probed], len(all))
	for i, s := range all {
		target := transport.Target{Address: s.address, Access: v.accessFor(s.address), From: v.from}
		jobs[i] = fetch.Job[probed]{Host: transport.PlaceOf(s.address), Do: func(ctx context.Context) probed {
			return v.feed(ctx, target)
		}, Failed: func(err error) probed { return probed{FoundFeed: FoundFeed{Address: target.Address, Err: err}} }}
	}
	feeds := make([]FoundFeed, len(all))
	_ = fetch.Run(ctx, jobs, fetch.Usual, func(i int, one probed) {
		feeds[i] = one.FoundFeed
		feeds[i].List = all[i].list
	}, func(probed) {}) // the caller checks ctx
	v.found.Feeds = feeds
}

// accessFor returns the access to use for a feed. The user's credentials are for one host.
func (v *visit) accessFor(address string) transport.Access {
	if transport.PlaceOf(address) != transport.PlaceOf(v.found.Location) {
		return v.access.Abroad()
	}
	return v.access
}

// probed is a feed, or the feeds that a page at its address names.
type probed struct {
	FoundFeed
	links []web.Link
	// at is the address of a page after redirects, or "".
	at string
}

// feed probes an address for a feed or a page.
func (v *visit) feed(ctx context.Context, t transport.Target) probed {
	one := probed{FoundFeed: FoundFeed{Address: t.Address}}
	answer, err := v.Places.Read(ctx, transport.Request{Target: t, Now: v.Clock.Now(), Whole: true})
	if err != nil {
		one.Err = err
		return one
	}
	defer answer.Body.Close()
	one.Moved = answer.Moved
	body := bufio.NewReaderSize(answer.Body, pageHead)
	if head, _ := body.Peek(pageHead); isPage(answer.Type, head) {
		one.at = answer.At
		if one.links, err = web.Discover(cmp.Or(one.at, t.Address), bytes.NewReader(head)); err != nil || len(one.links) == 0 {
			one.Err = &transport.Error{Trouble: transport.NotFeed, Address: t.Address, Err: err}
		}
		return one
	}
	v.count(ctx, &one.FoundFeed, body)
	v.askComplete(ctx, &one.FoundFeed)
	return one
}

// isPage reports whether a document is an HTML page, judging by its beginning: the content
// types that servers send for feeds are too often wrong.
func isPage(kind string, head []byte) bool {
	head = bytes.ToLower(head[:min(len(head), 4<<10)])
	for _, root := range []string{"<rss", "<feed", "<opml", "<rdf"} {
		if bytes.Contains(head, []byte(root)) {
			return false
		}
	}
	return bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<!doctype html")) ||
		kind == "text/html" && bytes.Contains(head, []byte("<"))
}
