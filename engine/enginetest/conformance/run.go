// Package conformance contains the tests that every store must pass: one for each sentence of
// the contracts in engine/store.
package conformance

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Run tests the stores that open returns. Each test calls it for an empty store; open must
// close the store at the end of the test.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, part := range parts {
		t.Run(part.name, func(t *testing.T) {
			for _, rule := range part.rules {
				t.Run(rule.name, func(t *testing.T) { rule.test(t, open(t)) })
			}
		})
	}
}

// rule is one sentence of a contract, with its test on an empty store.
type rule struct {
	name string
	test func(t *testing.T, s store.Store)
}

var parts = []struct {
	name  string
	rules []rule
}{
	{"endpoint", endpointRules},
	{"sets", setRules},
	{"deleted sets", deletedSetRules},
	{"items", itemRules},
	{"removal", removalRules},
	{"exactness", exactnessRules},
	{"rows", rowRules},
	{"facts", factRules},
	{"queries", queryRules},
	{"limits", limitRules},
	{"tags", tagRules},
	{"UIDs", uidRules},
	{"orders", orderRules},
	{"places", placeRules},
	{"marks", markRules},
	{"equal versions", equalRules},
	{"records that versions lack", lackingRules},
	{"search", searchRules},
	{"counts", countRules},
	{"archive", archiveRules},
	{"used sequences", usedRules},
	{"subscriptions", subscriptionRules},
	{"stamps", stampRules},
	{"holdings", holdingRules},
	{"withheld items", withheldRules},
	{"held items", heldItemRules},
	{"journal", journalRules},
	{"offers", offerRules},
	{"decisions", decisionRules},
	{"names", nameRules},
	{"libraries", libraryRules},
	{"content feeds", contentFeedRules},
	{"content items", contentItemRules},
	{"content files", contentFileRules},
	{"download queues", wantedRules},
	{"published folders", folderRules},
	{"content in transactions", contentTransactionRules},
	{"transactions", transactionRules},
	{"contexts", contextRules},
	{"isolation", isolationRules},
	{"revision", revisionRules},
	{"concurrency", concurrencyRules},
}

// noon is the default time in these tests.
var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

// seen is the default origin of versions.
var seen = store.Seen{At: noon, From: "https://example.org/feed.xml"}

// version returns the nth version of an item, made by an endpoint n minutes after noon.
func version(id, by string, n int, title string) *item.Version {
	when := item.At(noon.Add(time.Duration(n) * time.Minute))
	return &item.Version{
		ID:      id,
		Updates: n,
		History: []item.History{{Sequence: n, When: when, By: by}},
		Content: item.Plain(title, "text of "+title),
	}
}

// tombstone returns a deleted version.
func tombstone(id, by string, n int, title string) *item.Version {
	v := version(id, by, n, title)
	v.Deleted = true
	return v
}

func only(winner *item.Version, conflicts ...*item.Version) *item.Item {
	return &item.Item{Winner: winner, Conflicts: conflicts}
}

// simple returns an item in its first version, without conflicts.
func simple(id, title string) *item.Item { return only(version(id, "desk", 1, title)) }

// list returns a list with that name and every field set.
func list(name string) store.Set {
	return store.Set{
		Name: name, Kind: "todo", Format: "rss", Dialect: "feedsync-1.0",
		Location: "/shared/" + name + ".xml", FeedID: "urn:x:" + name, Foreign: "<f>" + name + "</f>",
		Published: 7, Publication: publication(name), Display: store.Display{Position: 3, Folder: "Private", Color: "blue", Icon: "home"},
	}
}

// publication returns a publication with every field set.
func publication(name string) store.Publication {
	return store.Publication{
		Window: "30d", Access: access, List: "their " + name, Public: "https://example.org/" + name + ".xml",
		Address: "/shared/" + name + ".xml", Complete: "/shared/" + name + ".complete.xml",
		Last: transport.Written{ETag: `W/"1"`, Hash: "aa"}, LastComplete: transport.Written{ETag: "2", Hash: "bb"},
		Pending: "cc", PendingComplete: "dd", Until: "2005-05-21T12:00:00.000000001Z",
		Ledger: `{"first":1}`, Begun: noon.Add(-time.Hour),
		LastTry: noon.Add(time.Nanosecond), LastSuccess: noon, Error: "no 'answer'",
		Trouble: transport.SecondWriter, ErrorSince: noon.Add(time.Hour),
	}
}

// access has every field set.
var access = transport.Access{
	User: "desk", Scheme: "digest", Authority: "/ca.pem", Certificate: "/cert.pem", Key: "/key.pem",
	Fingerprint: "ff00", Proxy: "none",
}

func update(t *testing.T, s store.Store, write func(store.Writer) error) {
	t.Helper()
	if err := s.Update(t.Context(), write); err != nil {
		t.Fatalf("Update: %v", err)
	}
}

func view(t *testing.T, s store.Store, read func(store.Reader) error) {
	t.Helper()
	if err := s.View(t.Context(), read); err != nil {
		t.Fatalf("View: %v", err)
	}
}

// get reads something in its own view.
func get[T any](t *testing.T, s store.Store, read func(store.Reader) (T, error)) (found T) {
	t.Helper()
	view(t, s, func(r store.Reader) (err error) {
		found, err = read(r)
		return err
	})
	return found
}

// addSet adds a list and returns its key.
func addSet(t *testing.T, s store.Store, name string) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutSet(list(name))
		return err
	})
	return key
}

func put(t *testing.T, s store.Store, set int64, items ...*item.Item) {
	t.Helper()
	update(t, s, func(w store.Writer) error {
		for _, it := range items {
			if err := w.PutItem(set, it, seen); err != nil {
				return err
			}
		}
		return nil
	})
}

func rowsOf(t *testing.T, s store.Store, set int64, q store.Query) []store.Row {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Row, error) { return r.Rows(set, q) })
}

// idsOf returns the identifiers of the rows that match a query.
func idsOf(t *testing.T, s store.Store, set int64, q store.Query) []string {
	t.Helper()
	var ids []string
	for _, row := range rowsOf(t, s, set, q) {
		ids = append(ids, row.ID)
	}
	return ids
}

func itemOf(t *testing.T, s store.Store, set int64, id string) *item.Item {
	t.Helper()
	return get(t, s, func(r store.Reader) (*item.Item, error) { return r.Item(set, id) })
}

func archiveOf(t *testing.T, s store.Store, set int64, id string) []store.Archived {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Archived, error) { return r.Versions(set, id) })
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got error %v, want %v", err, want)
	}
}

// todo returns an item in its first version: a todo with these fields.
func todo(id string, fields record.Values) *item.Item { return ofKind(record.Todo, id, fields) }

// contact returns an item in its first version: a contact with these fields.
func contact(id string, fields record.Values) *item.Item { return ofKind(record.Contact, id, fields) }

func ofKind(k record.Kind, id string, fields record.Values) *item.Item {
	v := version(id, "desk", 1, "")
	v.Content = contentOf(k, fields)
	return only(v)
}

func contentOf(k record.Kind, fields record.Values) *item.Content {
	c, err := record.New(k, fields)
	if err != nil {
		panic(err) // the fields come from a test
	}
	return c
}

// identified returns a todo whose record has a UID.
func identified(id, uid string) *item.Item {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Milk</title>` +
		`<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties>` +
		`<uid><text>` + uid + `</text></uid><summary><text>Milk</text></summary></properties></vtodo></entry>`)
	if err != nil {
		panic(err) // the text is the constant above
	}
	v := version(id, "desk", 1, "")
	v.Content = c
	return only(v)
}
