package conformance

import (
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// noon is when most things in these tests happen.
var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

// seen is how most versions come in.
var seen = store.Seen{At: noon, From: "https://example.org/feed.xml"}

// version is the nth version of an item, made by an endpoint n minutes after
// noon.
func version(id, by string, n int, title string) *item.Version {
	when := item.At(noon.Add(time.Duration(n) * time.Minute))
	return &item.Version{
		ID:      id,
		Updates: n,
		History: []item.History{{Sequence: n, When: when, By: by}},
		Content: item.Plain(title, "text of "+title),
	}
}

// tombstone is a deleted version.
func tombstone(id, by string, n int, title string) *item.Version {
	v := version(id, by, n, title)
	v.Deleted = true
	return v
}

func only(winner *item.Version, conflicts ...*item.Version) *item.Item {
	return &item.Item{Winner: winner, Conflicts: conflicts}
}

// simple is an item in its first version, without conflicts.
func simple(id, title string) *item.Item { return only(version(id, "desk", 1, title)) }

// list is a set of that name with every field filled.
func list(name string) store.Set {
	return store.Set{
		Name: name, Kind: "todo", Format: "rss", Dialect: "feedsync-1.0",
		Location: "/shared/" + name + ".xml", FeedID: "urn:x:" + name, Foreign: "<f>" + name + "</f>",
		Published: 7, Publication: publication(name),
	}
}

// publication has every field filled.
func publication(name string) store.Publication {
	return store.Publication{
		Window: "30d", Access: access, List: "their " + name, Public: "https://example.org/" + name + ".xml",
		Address: "/shared/" + name + ".xml", Complete: "/shared/" + name + ".complete.xml",
		Last: location.Written{ETag: `W/"1"`, Hash: "aa"}, LastComplete: location.Written{ETag: "2", Hash: "bb"},
		Pending: "cc", PendingComplete: "dd", Until: "2005-05-21T12:00:00.000000001Z",
		Ledger: `{"first":1}`, Begun: noon.Add(-time.Hour),
		LastTry: noon.Add(time.Nanosecond), LastSuccess: noon, Error: "no 'answer'",
		Trouble: location.SecondWriter, ErrorSince: noon.Add(time.Hour),
	}
}

// access has every field filled.
var access = location.Access{
	User: "desk", Scheme: "digest", Authority: "/ca.pem", Certificate: "/cert.pem", Key: "/key.pem",
	Fingerprint: "ff00", Proxy: "none",
}
