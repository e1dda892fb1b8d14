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

// mostDevices is how many devices a subscription is called by.
const mostDevices = 2

// Name is what the subscription is called wherever feeds are listed: "laptop · Groceries",
// by the devices that write there, and by the list. No two are called the same.
func (f Feed) Name() string {
	if f.name != "" {
		return f.name
	}
	return f.named(f.who())
}

// FeedName is what the subscription to a location is called; where several lists read it,
// without its list.
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

// Source is what the feed is called that an item came from which waits for a person:
// "laptop · Groceries".
func (s *Snapshot) Source(item store.Suspect) string {
	for _, f := range s.Feeds {
		for _, h := range f.Healths {
			if f.Key == item.Subscription && h.Address == item.Feed {
				return f.named(f.Whose(h))
			}
		}
	}
	return item.Feed
}

// named puts whose feed it is before its list.
func (f Feed) named(who string) string {
	if f.Set == "" || who == f.Set {
		return who
	}
	return display.Isolated(who) + " · " + display.Isolated(f.Set)
}

// who says whose feed it is: the devices that have a name, the title of a feed that names
// nobody, or its server, folder or file.
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

// nameApart gives a name of their own to subscriptions that would be called the same: they
// say more of where they are.
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

// apart adds to whose feed it is where it is.
func apart(who, where string) string {
	if who == where {
		return who
	}
	return who + " (" + where + ")"
}

// Nameless reports whether nobody knows who writes one of its feeds: all that is known is
// an identifier that says nothing.
func (f Feed) Nameless(h subscribe.Health) bool {
	return h.Feed.Author != "" && f.names.Label(h.Feed.Author).Name == ""
}

// Whose is what is said of who writes one of its feeds.
func (f Feed) Whose(h subscribe.Health) string {
	switch {
	case h.Feed.Author != "":
		return wording.Device(f.names, h.Feed.Author)
	case h.Feed.Title != "":
		return h.Feed.Title
	}
	return nameOf(h.Address)
}

// nameOf is a location in a word: the server or bucket of an address, and of a file or
// folder of this computer its name, or that of the folder around it where the file is
// called by an identifier.
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
