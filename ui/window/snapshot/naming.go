package snapshot

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/ui/say"
)

// mostPeople is how many people a subscription is called by.
const mostPeople = 2

// Name is what the subscription is called: by the people who write there, by the title
// of a feed that names nobody, or else by its place.
func (f Feed) Name() string {
	feeds := f.Feeds()
	var people []string
	for _, h := range feeds {
		who := f.person(h)
		if who == "" {
			people = nil
			break
		}
		if !slices.Contains(people, who) {
			people = append(people, who)
		}
	}
	switch {
	case len(people) > 0 && len(people) <= mostPeople:
		return strings.Join(people, ", ")
	case len(feeds) == 1 && feeds[0].Feed.Author == "" && feeds[0].Feed.Title != "":
		return feeds[0].Feed.Title
	}
	return nameOf(f.Location)
}

// person is what the endpoint is called that writes a feed; "" of one that nobody has
// given a name to, and of a feed that does not say who writes it.
func (f Feed) person(h engine.Health) string {
	if name := f.names[h.Feed.Author]; name != "" {
		return name
	}
	if say.Generated(h.Feed.Author) {
		return ""
	}
	return h.Feed.Author
}

// Nameless tells whether nobody knows who writes one of its feeds: it says no more than an
// identifier.
func (f Feed) Nameless(h engine.Health) bool { return h.Feed.Author != "" && f.person(h) == "" }

// Whose is what is said of who writes one of its feeds.
func (f Feed) Whose(h engine.Health) string {
	switch who := f.person(h); {
	case who != "":
		return who
	case h.Feed.Author != "":
		return say.Short(h.Feed.Author)
	case h.Feed.Title != "":
		return h.Feed.Title
	}
	return nameOf(h.Address)
}

// nameOf is the last segment of a location as a person writes it; of an address without
// one it is the server.
func nameOf(at string) string {
	if u, err := url.Parse(at); err == nil && u.Host != "" {
		at = u.Host + u.Path
	}
	clean := strings.TrimRight(strings.ReplaceAll(at, `\`, "/"), "/")
	if name := path.Base(clean); name != "." && name != "/" {
		return name
	}
	return at
}
