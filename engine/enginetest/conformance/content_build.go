package conformance

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// feedAt returns a cached feed with that address.
func feedAt(address string) store.ContentFeed { return store.ContentFeed{Address: address} }

// fullFeed returns a feed with every field set except the number of its items.
func fullFeed(address string) store.ContentFeed {
	return store.ContentFeed{
		Address: address, From: "root", Depth: 3, Title: "News \xff", Text: "<b>all</b>\x00", Link: "https://example.org/",
		Built: noon.Add(time.Nanosecond), Known: known, Processed: noon.Add(time.Hour), Asked: true, Stale: true,
		Problems: []store.ContentProblem{{Line: 3, Item: "x", Rule: "bad-date", Text: "no date: \"\xff\""}, {Line: 9}}, Wrong: 200,
	}
}

// known has every field set.
var known = transport.Known{ETag: `W/"caf` + "\xe9" + `"`, LastModified: "Sat, 21 May 2005 12:00:00 GMT", Hash: "aa", Whole: noon}

// item1 returns an item with links.
func item1(id string, links ...store.ContentLink) store.ContentItem {
	return store.ContentItem{ID: id, Title: "title of " + id, Mark: "1", Links: links}
}

// fullItem returns an item with every field set.
func fullItem(id string) store.ContentItem {
	return store.ContentItem{
		ID: id, Title: "T \xff", Text: "<p>\x00</p>", Link: "https://example.org/p", Published: noon.Add(time.Nanosecond),
		Built: time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC), Hidden: true, Mark: "ff",
		Links: []store.ContentLink{{Address: "b\xff", Name: "b \xff.jpg", OnDemand: true}, {Address: "a", Name: "a", Nested: true}},
	}
}

func file(address string) store.ContentLink {
	return store.ContentLink{Address: address, Name: address}
}

func nested(address string) store.ContentLink {
	return store.ContentLink{Address: address, Name: "feed " + address, Nested: true}
}

// hereFile returns a downloaded file of seven bytes.
func hereFile(address string) store.ContentFile {
	return store.ContentFile{Address: address, State: store.FileHere, Name: "n" + address, Size: 7}
}

// fullFile returns a file with every field set.
func fullFile(address string) store.ContentFile {
	return store.ContentFile{
		Address: address, State: store.FileRemoved, Name: "00ff.jpg", Size: 1 << 40, Hash: "bb", Type: "image/jpeg",
		Known: known, Since: noon.Add(time.Nanosecond), Asked: true, Stale: true,
	}
}

func wantFile(address string) store.ContentWanted {
	return store.ContentWanted{Address: address, From: "root", Depth: 1}
}

func wantFeed(address string) store.ContentWanted {
	return store.ContentWanted{Address: address, Nested: true, From: "root", Depth: 1}
}

// giving returns a function that passes on the items one by one.
func giving(items ...store.ContentItem) func(add func(store.ContentItem) error) error {
	return func(add func(store.ContentItem) error) error {
		var err error
		for _, i := range items {
			err = errors.Join(err, add(i))
		}
		return err
	}
}

// cache stores a cached feed.
func cache(t *testing.T, s store.Store, library int64, f store.ContentFeed, items ...store.ContentItem) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.PutContentFeed(library, f, giving(items...)) })
}

func putFiles(t *testing.T, s store.Store, library int64, files ...store.ContentFile) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		for _, f := range files {
			err = errors.Join(err, w.PutContentFile(library, f))
		}
		return err
	})
}

func enqueue(t *testing.T, s store.Store, library int64, wanted ...store.ContentWanted) (added int) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		added, err = w.Enqueue(library, wanted...)
		return err
	})
	return added
}

func feedsOf(t *testing.T, s store.Store, library int64) []store.ContentFeed {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.ContentFeed, error) { return r.ContentFeeds(library) })
}

func itemsOf(t *testing.T, s store.Store, library int64, feed string) []store.ContentItem {
	t.Helper()
	return get(t, s, func(r store.Reader) (all []store.ContentItem, err error) {
		err = r.ContentItems(library, feed, func(i store.ContentItem) error { all = append(all, i); return nil })
		return all, err
	})
}

// page is an item with the state of its links.
type page struct {
	store.ContentItem
	at []store.ContentAt
}

func pageOf(t *testing.T, s store.Store, library int64, feed string) []page {
	t.Helper()
	return get(t, s, func(r store.Reader) (all []page, err error) {
		err = r.ContentPage(library, feed, func(i store.ContentItem, at []store.ContentAt) error {
			all = append(all, page{i, at})
			return nil
		})
		return all, err
	})
}

func filesOf(t *testing.T, s store.Store, library int64) []store.ContentFile {
	t.Helper()
	return get(t, s, func(r store.Reader) (all []store.ContentFile, err error) {
		err = r.ContentFiles(library, func(f store.ContentFile) error { all = append(all, f); return nil })
		return all, err
	})
}

func unreferenced(t *testing.T, s store.Store, library int64) (addresses []string) {
	t.Helper()
	for _, f := range get(t, s, func(r store.Reader) ([]store.ContentFile, error) { return r.Unreferenced(library) }) {
		addresses = append(addresses, f.Address)
	}
	return addresses
}

func unreachable(t *testing.T, s store.Store, library int64) []string {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]string, error) { return r.UnreachableFeeds(library) })
}

func referrers(t *testing.T, s store.Store, library int64, address string) []store.ContentReferrer {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.ContentReferrer, error) {
		return r.ContentReferrers(library, address, 100)
	})
}

func queueOf(t *testing.T, s store.Store, library int64) []store.ContentWanted {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.ContentWanted, error) { return r.Wanted(library, 0, 10_000) })
}

func idle(t *testing.T, s store.Store, library int64) []store.ContentWanted {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.ContentWanted, error) { return r.UnreferencedWanted(library) })
}

func useOf(t *testing.T, s store.Store, library int64) store.ContentUse {
	t.Helper()
	return get(t, s, func(r store.Reader) (store.ContentUse, error) { return r.ContentUse(library) })
}
