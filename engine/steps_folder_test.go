package engine_test

import (
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// sharedAt is a folder with the feeds of several scripted publishers.
const sharedAt = "https://example.org/shared/"

// newFolderReader returns a desk that is subscribed to that folder.
func newFolderReader(t *testing.T, on tester) *reader {
	on.Helper()
	r := &reader{places: &transporttest.Places{Files: &transporttest.Memory{}}}
	r.desk = newPlacedDesk(t, on, "desk", memory.New(), r.places, newClock())
	_, err := r.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	r.check(err)
	_, err = r.Subscriptions.Subscribe(t.Context(), "Groceries", sharedAt)
	r.check(err)
	return r
}

// fileOf returns the address of an endpoint's feed in the folder.
func fileOf(endpoint string) string { return sharedAt + "Groceries." + endpoint + ".xml" }

// publishes serves the feeds of an endpoint: a partial one with the changes after since, and
// the complete one.
func (r *reader) publishes(endpoint, since, until string, partial, all []string) {
	at := fileOf(endpoint)
	r.serve(completeOf(at), bounds("0", until), all...)
	r.serve(at, bounds(since, until, "complete "+completeOf(at)), partial...)
}

// discards syncs, and checks how many items were discarded.
func (r *reader) discards(what string, want int) {
	r.Helper()
	reports, err := r.Sync(r.t.Context(), subscribe.SyncOptions{})
	r.check(err)
	for _, one := range reports {
		if one.Error != "" || one.Discarded != want {
			r.Errorf("%s: %+v, want %d discarded", what, one, want)
		}
	}
}

// SSE 0.93 §4.1.2 step 2, as READING.md interprets it, with two endpoints' feeds in one
// folder.
func TestOfTheFeedsInAFolderEachLetsGoOfWhatItAloneHeld(t *testing.T) {
	for _, mode := range []store.Mode{store.BothWays, store.TakeOnly} {
		r := newFolderReader(t, t)
		r.check(r.Subscriptions.Configure(t.Context(), "Groceries", sharedAt, func(o *subscribe.Options) { o.Mode = mode }))
		gone, shared, edited, kept := theirs("gone", 1), theirs("shared", 1), theirs("edited", 1), theirs("kept", 1)
		tea := changedBy("tea", "tablet", 1)
		all := []string{gone, shared, edited, kept}
		r.publishes("phone", "1", "3", all, all)
		r.publishes("tablet", "1", "3", []string{tea, shared}, []string{tea, shared})
		r.discards("first", 0)
		r.edit("edited", "Mine")
		r.add("own", "Own")

		r.publishes("phone", "7", "9", []string{theirs("new", 1)}, []string{kept, theirs("new", 1)})
		r.discards("the phone's is out of sync", 1)
		r.sees("the phone's is out of sync", "shared 1", "Mine", "kept 1", "tea 1", "Own", "new 1")
		if got := r.archive("gone"); len(got) != 1 {
			t.Errorf("the archive has %q", got)
		}

		r.publishes("tablet", "7", "9", []string{tea}, []string{tea})
		r.discards("the tablet's too, and nobody has it any more", 1)
		r.sees("the tablet's too", "Mine", "kept 1", "tea 1", "Own", "new 1")
	}
}

func TestAFeedInAFolderIsOutOfSyncByItself(t *testing.T) {
	r := newFolderReader(t, t)
	a, b, c := theirs("a", 1), changedBy("b", "tablet", 1), theirs("c", 1)
	r.publishes("phone", "1", "3", []string{a, c}, []string{a, c})
	r.publishes("tablet", "1", "8", []string{b}, []string{b})
	r.discards("first", 0)
	r.publishes("phone", "3", "4", []string{c}, []string{c})
	r.publishes("tablet", "8", "9", nil, nil)
	r.discards("both are in step", 0)
	r.serve(fileOf("phone"), bounds("6", "7"), c)
	r.discards("the phone's has a gap", 0)
	r.sees("nothing went", "a 1", "c 1", "b 1")
}

// A missing file says nothing: neither that it has an item, nor that it does not.
func TestAFileThatLeftItsFolderLetsNothingGo(t *testing.T) {
	r := newFolderReader(t, t)
	files := &transporttest.Memory{}
	files.Folder("/shared")
	r.places.Files = files
	r.check(r.Subscriptions.Relocate(t.Context(), "Groceries", sharedAt, "/shared"))
	put := func(name, since, until string, items ...string) {
		at := "/shared/Groceries." + name + ".xml"
		r.serve("scratch", bounds("0", until), items...)
		files.Put(completeOf(at), r.places.Text("scratch"))
		r.serve("scratch", bounds(since, until, "complete "+"file:///"+transport.Name(completeOf(at))), items[len(items)-1])
		files.Put(at, r.places.Text("scratch"))
	}
	leave := func(name string) {
		for _, at := range []string{"/shared/Groceries." + name + ".xml", "/shared/Groceries." + name + ".complete.xml"} {
			r.check(files.Remove(at))
		}
	}
	a, b, c := theirs("a", 1), theirs("b", 1), theirs("c", 1)
	put("phone", "1", "3", a, b, c)
	put("tablet", "1", "3", b, c)
	r.discards("first", 0)

	leave("tablet")
	r.discards("the tablet's left", 0)
	put("phone", "7", "9", c)
	r.discards("the phone's has neither a nor b", 1)
	r.sees("the tablet's holds b though it left", "b 1", "c 1")

	put("tablet", "10", "11", c)
	r.discards("it is there again, and read as for the first time", 0)
	put("tablet", "14", "15", c)
	r.discards("now it lets go", 1)
	r.sees("nobody has b", "c 1")

	put("phone", "16", "17", a, b, c)
	r.discards("they are back", 0)
	leave("phone")
	put("phone 2", "18", "19", c)
	r.discards("its file was renamed", 0)
	put("phone 2", "24", "25", c)
	r.discards("another name is another feed", 0)
	r.sees("the old name holds them", "c 1", "a 1", "b 1")
	r.check(r.Subscriptions.Unsubscribe(t.Context(), "Groceries", "/shared"))
	r.sees("what came stays", "c 1", "a 1", "b 1")
}

// A complete feed that is read instead of its partial one counts for both.
func TestACompleteFeedHoldsForItsPartialOneInAFolder(t *testing.T) {
	r := newFolderReader(t, t)
	a, b := theirs("a", 1), theirs("b", 1)
	r.serve(completeOf(fileOf("phone")), bounds("0", "3"), a, b)
	r.discards("the complete one is written first", 0)
	r.publishes("phone", "1", "3", []string{a, b}, []string{a, b})
	r.discards("both are there", 0)
	r.publishes("phone", "7", "9", []string{b}, []string{b})
	r.discards("out of sync", 1)
	r.sees("out of sync", "b 1")
}

func TestWhatAFolderHeldIsKnownWhereItMovedTo(t *testing.T) {
	const elsewhere = "https://example.net/lists/"
	r := newFolderReader(t, t)
	a, b := theirs("a", 1), theirs("b", 1)
	r.publishes("phone", "1", "3", []string{a, b}, []string{a, b})
	r.discards("first", 0)
	r.check(r.Subscriptions.Relocate(t.Context(), "Groceries", sharedAt, elsewhere))
	at := elsewhere + "Groceries.phone.xml"
	serve := func(since, until string) {
		r.serve(completeOf(at), bounds("0", until), b)
		r.serve(at, bounds(since, until, "complete "+completeOf(at)), b)
	}
	serve("1", "4")
	r.discards("read there as for the first time", 0)
	serve("7", "9")
	r.discards("out of sync", 1)
	r.sees("out of sync", "b 1")
}
