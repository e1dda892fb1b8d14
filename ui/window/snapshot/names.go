package snapshot

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

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
