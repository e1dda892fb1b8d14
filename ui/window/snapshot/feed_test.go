package snapshot

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

const made = "dla4lruztadpxqng"

func TestWhatASubscriptionIsCalled(t *testing.T) {
	by := func(author, title string) subscribe.Health {
		return subscribe.Health{Address: "/Shared/" + author + title + ".xml", Feed: store.Feed{Author: author, Title: title}}
	}
	book := item.NewNames("desk", map[string]string{made: "Laptop in the hall"}, nil)
	for _, c := range []struct {
		says, at string
		names    *item.Names
		feeds    []subscribe.Health
		want     string
	}{
		{"a folder that nobody wrote in", "/home/me/Shared", nil, []subscribe.Health{{}}, "Shared"},
		{"a name from the address book", "/home/me/Shared", book, []subscribe.Health{by(made, "Groceries")}, "Laptop in the hall"},
		{"an identifier says nothing", "/home/me/Shared", nil, []subscribe.Health{by(made, "Groceries")}, "Shared"},
		{"nor does the name of a file that has it", "/home/me/Shared/Groceries." + made + ".xml", nil, []subscribe.Health{by(made, "Groceries")}, "Shared"},
		{"the name of a file that says something", "/home/me/Shared/news.xml", nil, nil, "news.xml"},
		{"an identifier that says something", "/home/me/Shared", nil, []subscribe.Health{by("phone", "Groceries")}, "phone"},
		{"two devices", "/home/me/Shared", book, []subscribe.Health{by("phone", "Groceries"), by(made, "Groceries")}, "phone, Laptop in the hall"},
		{"many devices", "/home/me/Shared", nil, []subscribe.Health{by("a", ""), by("b", ""), by("c", "")}, "a, b +1"},
		{"one device, and one without a name", "/home/me/Shared", nil, []subscribe.Health{by("phone", "Groceries"), by(made, "Groceries")}, "phone"},
		{"a feed of news", "https://example.org/rss.xml", nil, []subscribe.Health{by("", "News")}, "News"},
		{"the root of a server", "http://127.0.0.1:8097/", nil, nil, "127.0.0.1:8097"},
		{"a folder of a server", "https://dav.example.org/my%20lists/", nil, nil, "dav.example.org"},
		{"a bucket", "s3://lists/?endpoint=https://s3.example.org", nil, nil, "lists"},
	} {
		f := Feed{Set: "Groceries", Subscription: store.Subscription{Location: c.at}, Healths: c.feeds, names: c.names}
		if got := f.Name(); got != c.want+" · Groceries" {
			t.Errorf("%s: %q, want %q", c.says, got, c.want)
		}
	}
}

// Five subscriptions to locations with the same short name have five names.
func TestNoTwoSubscriptionsAreCalledTheSame(t *testing.T) {
	feed := func(set, at, title string) Feed {
		return Feed{Set: set, Subscription: store.Subscription{Location: at}, Healths: []subscribe.Health{{Address: at, Feed: store.Feed{Title: title}}}}
	}
	all := []Feed{
		feed("Groceries", "/media/shared", ""), feed("Family", "/media/shared", ""), feed("Work", "/home/me/shared", ""),
		feed("Groceries", "/home/me/shared", ""), feed("Groceries", "https://example.org/a/x.xml", "News"), feed("Groceries", "https://example.com/a/x.xml", "News"),
		feed("Groceries", "https://example.com/b/x.xml", "News"), feed("News", "https://example.com/b/x.xml", "News"),
	}
	nameApart(all)
	want := []string{
		"shared (/media/shared) · Groceries", "shared · Family", "shared · Work",
		"shared (/home/me/shared) · Groceries", "News (example.org) · Groceries", "News (https://example.com/a/x.xml) · Groceries",
		"News (https://example.com/b/x.xml) · Groceries", "News",
	}
	for i, f := range all {
		if f.Name() != want[i] {
			t.Errorf("%s of %s is called %q, want %q", f.Location, f.Set, f.Name(), want[i])
		}
	}
}

func TestWhatALocationIsCalledWhileItIsRead(t *testing.T) {
	feed := func(set, at string) Feed { return Feed{Set: set, Subscription: store.Subscription{Location: at}} }
	s := Snapshot{Feeds: []Feed{feed("Groceries", "/media/shared"), feed("Family", "/media/shared"), feed("Work", "/media/work")}}
	for at, want := range map[string]string{"/media/shared": "shared", "/media/work": "work · Work", "/media/new": "/media/new"} {
		if got := s.FeedName(at); got != want {
			t.Errorf("%s is called %q, want %q", at, got, want)
		}
	}
}

// A device without a name is identified by its shortened identifier.
func TestWhoWritesAFeed(t *testing.T) {
	f := Feed{names: item.NewNames("desk", map[string]string{made: "Laptop in the hall"}, nil)}
	for _, c := range []struct {
		author, title, want string
		nameless            bool
	}{
		{made, "Groceries", "Laptop in the hall", false},
		{"hcml7hvkg5hlxmh4", "Groceries", "unnamed device hcml7", true},
		{"phone", "Groceries", "phone", false},
		{"", "News", "News", false},
		{"", "", "a.xml", false},
	} {
		h := subscribe.Health{Address: "/Shared/a.xml", Feed: store.Feed{Author: c.author, Title: c.title}}
		if got := f.Whose(h); got != c.want || f.Nameless(h) != c.nameless {
			t.Errorf("%q, %q: %q, %v", c.author, c.title, got, f.Nameless(h))
		}
	}
}
