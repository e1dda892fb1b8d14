package snapshot

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
	lib "crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// Feed is a subscription and the list that it belongs to.
type Feed struct {
	Set string
	store.Subscription
	// Healths are the states of its feeds: one, or those of a folder.
	Healths []subscribe.Health
	// read holds the locations that the list reads.
	read []string
	// names are the names of devices.
	names *item.Names
	// name distinguishes it from other subscriptions that would have the same name; "" if
	// there are none.
	name string
}

// Feeds returns the states of its feeds, except for complete feeds that accompany others: they
// are about the same endpoint.
func (f Feed) Feeds() []subscribe.Health {
	complete := map[string]bool{}
	for _, h := range f.Healths {
		if h.Feed.Complete != h.Address {
			complete[h.Feed.Complete] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Healths), func(h subscribe.Health) bool { return h.Address != "" && complete[h.Address] })
}

// Offline reports whether being offline is the only reason why it was not read.
func (f Feed) Offline() bool {
	return f.Health.Trouble == transport.Offline ||
		len(f.Healths) > 0 && !slices.ContainsFunc(f.Healths, func(h subscribe.Health) bool { return !h.OutOfReach })
}

// Quarantined returns the number of its items that are held for review.
func (f Feed) Quarantined() (n int) {
	for _, h := range f.Healths {
		n += h.Held
	}
	return n
}

// Next returns when it will be read next; zero if it is read only on request.
func (f Feed) Next() (next time.Time) {
	for _, h := range f.Healths {
		if !h.Next.IsZero() && (next.IsZero() || h.Next.Before(next)) {
			next = h.Next
		}
	}
	return next
}

// Reads reports whether its list already reads a location.
func (f Feed) Reads(at string) bool {
	address, err := transport.Parse(at)
	return err == nil && slices.Contains(f.read, address)
}

// readFeeds reads the states of all subscriptions and the items held for review, as far as
// they may have changed.
func (s *Snapshot) readFeeds(ctx context.Context, v engine.View) (err error) {
	others := !slices.EqualFunc(s.readFor, s.Lists, readAlike) // those of deleted lists are left out
	s.readFor = s.Lists
	if others || s.Changed.Of(store.KindNames, store.KindDevice, store.KindSubscription) {
		if s.Names, err = v.Names(ctx); err != nil {
			return fmt.Errorf("reading the names of devices: %w", err)
		}
	}
	if others || s.Changed.Of(store.KindHeldItems, store.KindSubscription) {
		if err := s.readQuarantine(ctx, v); err != nil {
			return err
		}
	}
	if others || s.Changed.Of(store.KindNames, store.KindDevice, store.KindSubscription, store.KindHeldItems) {
		return s.readHealths(ctx, v)
	}
	return nil
}

// readAlike reports whether two versions of a list are read and published in the same way.
func readAlike(a, b *lists.List) bool {
	return a.Key == b.Key && a.Name == b.Name && a.Location == b.Location
}

func (s *Snapshot) readHealths(ctx context.Context, v engine.View) error {
	subscriptions, err := v.Subscriptions(ctx, "")
	if err != nil {
		return fmt.Errorf("reading the feeds: %w", err)
	}
	healths, err := v.Healths(ctx, "")
	if err != nil {
		return fmt.Errorf("reading how the feeds go: %w", err)
	}
	in, of, read := map[int64][]store.Subscription{}, map[int64][]subscribe.Health{}, map[string][]string{}
	for _, sub := range subscriptions {
		in[sub.Set] = append(in[sub.Set], sub)
	}
	for _, h := range healths {
		of[h.Subscription.Key] = append(of[h.Subscription.Key], h)
	}
	s.Feeds = nil
	for _, l := range s.Lists {
		for _, sub := range in[l.Key] {
			read[l.Name] = append(read[l.Name], sub.Location)
			s.Feeds = append(s.Feeds, Feed{Set: l.Name, Subscription: sub, Healths: of[sub.Key], names: s.Names})
		}
	}
	for i := range s.Feeds {
		s.Feeds[i].read = read[s.Feeds[i].Set]
	}
	nameApart(s.Feeds)
	return nil
}

// readQuarantine reads the items held for review.
func (s *Snapshot) readQuarantine(ctx context.Context, v engine.View) error {
	all, err := v.HeldItems(ctx, "")
	if err != nil {
		return fmt.Errorf("reading what is odd: %w", err)
	}
	s.Quarantined = slices.DeleteFunc(all, func(s store.HeldItem) bool { return s.State != store.Waiting })
	return nil
}

// readLibraries reads the libraries and published folders.
func (s *Snapshot) readLibraries(ctx context.Context, v engine.View) (err error) {
	if s.Libraries, err = v.Libraries(ctx); err != nil {
		return fmt.Errorf("reading the libraries: %w", err)
	}
	if s.Published, err = v.PublishedFolders(ctx); err != nil {
		return fmt.Errorf("reading the folders that are published: %w", err)
	}
	return nil
}

// Library returns a library of the snapshot.
func (s *Snapshot) Library(key int64) (lib.Library, bool) {
	for _, l := range s.Libraries {
		if l.Key == key {
			return l, true
		}
	}
	return lib.Library{}, false
}

// PublishedFolder returns a published folder of the snapshot.
func (s *Snapshot) PublishedFolder(key int64) (store.PublishedFolder, bool) {
	for _, f := range s.Published {
		if f.Key == key {
			return f, true
		}
	}
	return store.PublishedFolder{}, false
}

// mostDevices is the maximum number of devices in the name of a subscription.
const mostDevices = 2

// Name returns the name of the subscription in lists of feeds: "laptop · Groceries", which
// names the devices that write there, and the list. No two subscriptions have the same name.
func (f Feed) Name() string {
	if f.name != "" {
		return f.name
	}
	return f.named(f.who())
}

// FeedName returns the name of the subscription to a location. If several lists read it, the
// name does not include a list.
func (s *Snapshot) FeedName(location string) (name string) {
	for _, f := range s.Feeds {
		switch {
		case f.Location != location:
		case name != "":
			return f.who()
		default:
			name = f.Name()
		}
	}
	return cmp.Or(name, location)
}

// Source returns the name of the feed that an item held for review came from: "laptop ·
// Groceries".
func (s *Snapshot) Source(item store.HeldItem) string {
	for _, f := range s.Feeds {
		for _, h := range f.Healths {
			if f.Key == item.Subscription && h.Address == item.Feed {
				return f.named(f.Whose(h))
			}
		}
	}
	return item.Feed
}

// named combines the names of the author and the list.
func (f Feed) named(who string) string {
	if f.Set == "" || who == f.Set {
		return who
	}
	return display.Isolated(who) + " · " + display.Isolated(f.Set)
}

// who names the author of the feed: the devices with names, the title of a feed without an
// author, or its server, folder or file.
func (f Feed) who() string {
	feeds := f.Feeds()
	var people []string
	for _, h := range feeds {
		if h.Feed.Author == "" || f.Nameless(h) {
			continue
		}
		if who := wording.Device(f.names, h.Feed.Author); !slices.Contains(people, who) {
			people = append(people, who)
		}
	}
	switch n := len(people); {
	case n > mostDevices:
		return strings.Join(people[:mostDevices], ", ") + " +" + strconv.Itoa(n-mostDevices)
	case n > 0:
		return strings.Join(people, ", ")
	case len(feeds) == 1 && feeds[0].Feed.Author == "" && feeds[0].Feed.Title != "":
		return feeds[0].Feed.Title
	}
	return nameOf(f.Location)
}

// nameApart distinguishes subscriptions that would have the same name by adding their
// locations.
func nameApart(feeds []Feed) {
	more := []func(Feed) string{
		func(f Feed) string { return apart(f.who(), nameOf(f.Location)) },
		func(f Feed) string { return apart(f.who(), f.Location) },
	}
	for _, who := range more {
		same := map[string]int{}
		for _, f := range feeds {
			same[f.Name()]++
		}
		for i, f := range feeds {
			if same[f.Name()] > 1 {
				feeds[i].name = f.named(who(f))
			}
		}
	}
}

// apart adds the location to the author's name.
func apart(who, where string) string {
	if who == where {
		return who
	}
	return who + " (" + where + ")"
}

// Nameless reports whether the author of one of its feeds has no name: only an identifier is
// known.
func (f Feed) Nameless(h subscribe.Health) bool {
	return h.Feed.Author != "" && f.names.Label(h.Feed.Author).Name == ""
}

// Whose names the author of one of its feeds.
func (f Feed) Whose(h subscribe.Health) string {
	switch {
	case h.Feed.Author != "":
		return wording.Device(f.names, h.Feed.Author)
	case h.Feed.Title != "":
		return h.Feed.Title
	}
	return nameOf(h.Address)
}

// nameOf returns a short name for a location: the server or bucket of an address, or the name
// of a file or folder on this computer. If the name of a file contains an identifier, it
// returns the name of its folder.
func nameOf(at string) string {
	if u, err := url.Parse(at); err == nil && u.Host != "" {
		return u.Host
	}
	clean := strings.TrimRight(strings.ReplaceAll(at, `\`, "/"), "/")
	name := path.Base(clean)
	if slices.ContainsFunc(strings.Split(name, "."), item.IsGeneratedID) {
		name = path.Base(path.Dir(clean))
	}
	if name != "." && name != "/" {
		return name
	}
	return at
}
