package snapshot

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

const made = "dla4lruztadpxqng"

func TestWhatASubscriptionIsCalled(t *testing.T) {
	by := func(author, title string) engine.Health {
		return engine.Health{Address: "/Shared/" + author + title + ".xml", Feed: store.Feed{Author: author, Title: title}}
	}
	names := map[string]string{made: "Laptop in the hall"}
	for _, c := range []struct {
		says, at string
		names    map[string]string
		feeds    []engine.Health
		want     string
	}{
		{"a folder that nobody wrote in", "/home/me/Shared", nil, []engine.Health{{}}, "Shared"},
		{"a name from the address book", "/home/me/Shared", names, []engine.Health{by(made, "Groceries")}, "Laptop in the hall"},
		{"an identifier says nothing", "/home/me/Shared", nil, []engine.Health{by(made, "Groceries")}, "Shared"},
		{"an identifier that says something", "/home/me/Shared", nil, []engine.Health{by("phone", "Groceries")}, "phone"},
		{"two people", "/home/me/Shared", names, []engine.Health{by("phone", "Groceries"), by(made, "Groceries")}, "phone, Laptop in the hall"},
		{"many people", "/home/me/Shared", nil, []engine.Health{by("a", ""), by("b", ""), by("c", "")}, "Shared"},
		{"one person, and somebody", "/home/me/Shared", nil, []engine.Health{by("phone", "Groceries"), by(made, "Groceries")}, "Shared"},
		{"a feed of news", "https://example.org/rss.xml", nil, []engine.Health{by("", "News")}, "News"},
		{"the root of a server", "http://127.0.0.1:8097/", nil, nil, "127.0.0.1:8097"},
		{"a folder of a server", "https://dav.example.org/my%20lists/", nil, nil, "my lists"},
		{"a bucket", "s3://lists/?endpoint=https://s3.example.org", nil, nil, "lists"},
	} {
		f := Feed{Subscription: store.Subscription{Location: c.at}, Healths: c.feeds, names: c.names}
		if got := f.Name(); got != c.want {
			t.Errorf("%s: %q, want %q", c.says, got, c.want)
		}
	}
}

// Of who has no name an identifier is told, cut where it says nothing.
func TestWhoWritesAFeed(t *testing.T) {
	f := Feed{names: map[string]string{made: "Laptop in the hall"}}
	for _, c := range []struct {
		author, title, want string
		nameless            bool
	}{
		{made, "Groceries", "Laptop in the hall", false},
		{"hcml7hvkg5hlxmh4", "Groceries", "hcml7hvk…", true},
		{"phone", "Groceries", "phone", false},
		{"", "News", "News", false},
		{"", "", "a.xml", false},
	} {
		h := engine.Health{Address: "/Shared/a.xml", Feed: store.Feed{Author: c.author, Title: c.title}}
		if got := f.Whose(h); got != c.want || f.Nameless(h) != c.nameless {
			t.Errorf("%q, %q: %q, %v", c.author, c.title, got, f.Nameless(h))
		}
	}
}
