package storage

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// fifthVersion writes what a store of the fifth version may have: an item that a feed holds, a
// subscription, an edit, and an item held for review.
func fifthVersion(w *writer) error {
	set, err := addOldSet(w, "Groceries")
	if err != nil {
		return err
	}
	key, err := putOldItem(w, set, &item.Item{Winner: madeBy("eggs", "desk", 1, "2005-05-21T12:00:00Z")})
	if err == nil {
		_, err = w.exec(store.NothingKey, "UPDATE items SET stamp = 7000000000 WHERE key = ?", key)
	}
	sub, errSub := w.insert(store.NothingKey, `INSERT INTO subscriptions (set_key, location, paused, last_try, last_success, error, error_since, came, set_aside)
		VALUES (?, '/shared/a.xml', 0, '', '', '', '', 0, 0)`, set)
	_, errEdit := w.PutEdit(store.Edit{What: "add", Steps: []store.Step{{Set: set, Item: "eggs"}}})
	_, errHeld := w.insert(store.NothingKey, `INSERT INTO suspects (set_key, subscription, feed, item, title, at, alarms, mark, state, document)
		VALUES (?, ?, '', 'milk', '', '', '[]', '', '', '')`, set, sub)
	return errors.Join(err, errSub, errEdit, errHeld, w.Hold(store.Holder{Subscription: sub}, "eggs"))
}

func TestStoreOfTheFifthVersionKeepsAllAndTakesLibraries(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 5, fifthVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.Update(t.Context(), func(w store.Writer) error {
		libraries, err := w.Libraries()
		same(t, "libraries", len(libraries), 0)
		same(t, "error", err, nil)
		folders, err := w.PublishedFolders()
		same(t, "published folders", len(folders), 0)
		same(t, "error", err, nil)
		same(t, "writing", writeLibrary(w), nil)
		counts, err := w.Count(1)
		same(t, "error", err, nil)
		same(t, "counts", counts, store.Counts{Items: 1, Open: 1})
		stamps, err := w.Stamps(1)
		same(t, "error", err, nil)
		same(t, "stamps", stamps, []store.Stamped{{ID: "eggs", Stamp: 7_000_000_000}})
		held, err := w.Held(store.Holder{Subscription: 1})
		same(t, "error", err, nil)
		same(t, "held", held, map[string]bool{"eggs": true})
		edits, err := w.Edits(10)
		same(t, "error", err, nil)
		same(t, "edits", len(edits), 1)
		kept, err := w.HeldItems(1)
		same(t, "held items", len(kept), 1)
		return err
	})
	same(t, "error", err, nil)
}

// writeLibrary writes a library and a publication with one of everything.
func writeLibrary(w store.Writer) error {
	library, err := w.PutLibrary(store.Library{Address: "a", Title: "A"})
	if err != nil {
		return err
	}
	folder, err := w.PutPublishedFolder(store.PublishedFolder{Address: "a", Title: "A"})
	if err != nil {
		return err
	}
	i := store.ContentItem{ID: "x", Links: []store.ContentLink{{Address: "f"}, {Address: "n", Nested: true}}}
	known := store.ContentFile{Address: "f", State: store.FileHere}
	known.Known.ETag = "1"
	f := store.ContentFeed{Address: "a", Problems: []store.ContentProblem{{Line: 1}}}
	file := store.FolderFile{Path: "p"}
	file.Last.Hash = "aa"
	_, err = w.Enqueue(library, store.ContentWanted{Address: "n", Nested: true})
	return errors.Join(err,
		w.PutContentFeed(library, f, func(add func(store.ContentItem) error) error { return add(i) }), w.PutContentFile(library, known),
		w.PutFolderItem(folder, store.FolderItem{Feed: "f", ID: "i", Files: []string{"p"}}), w.PutFolderFile(folder, file),
	)
}

func TestContentThatCannotBeReadIsDamage(t *testing.T) {
	for statement, read := range map[string]func(store.Reader) error{
		"UPDATE libraries SET details = '{'":          func(r store.Reader) error { _, err := r.Libraries(); return err },
		"UPDATE content_feeds SET problems = '{'":     func(r store.Reader) error { _, err := r.ContentFeeds(1); return err },
		"UPDATE content_feeds SET built = 'noon'":     func(r store.Reader) error { _, _, err := r.ContentFeed(1, "a"); return err },
		"UPDATE content_items SET published = 'noon'": readContentPage,
		"UPDATE content_files SET known = '[]'":       readContentPage,
		"UPDATE content_wanted SET tried = 'noon'":    readContentPage,
		"UPDATE folders SET details = '7'":            func(r store.Reader) error { _, err := r.PublishedFolders(); return err },
		"UPDATE folder_items SET files = '{}'": func(r store.Reader) error {
			return r.FolderItems(1, func(store.FolderItem) error { return nil })
		},
		"UPDATE folder_files SET last = '{'": func(r store.Reader) error {
			return r.FolderFiles(1, func(store.FolderFile) error { return nil })
		},
	} {
		s := impatient(t, t.TempDir())
		same(t, "error", s.Update(t.Context(), writeLibrary), nil)
		same(t, "before", s.View(t.Context(), read), nil)
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if err := s.View(t.Context(), read); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: got error %v", statement, err)
		}
	}
}

func readContentPage(r store.Reader) error {
	return r.ContentPage(1, "a", func(store.ContentItem, []store.ContentAt) error { return nil })
}

// TestContentIsReadThroughItsIndexes has for each query what it looks up, in the order of its
// steps. Nothing is scanned, and nothing is sorted except for the links to an address.
func TestContentIsReadThroughItsIndexes(t *testing.T) {
	s := impatient(t, t.TempDir())
	const links = "l USING PRIMARY KEY (item=?)"
	const stretch = "i USING COVERING INDEX content_items_by_position (feed=? AND position>? AND position<?)"
	for query, want := range map[string][]string{
		selectFeed:     {"content_feeds USING INDEX sqlite_autoindex_content_feeds_1 (library=? AND address=?)"},
		selectFeedKey:  {"content_feeds USING INDEX sqlite_autoindex_content_feeds_1 (library=? AND address=?)"},
		selectItem:     {"content_items USING INDEX sqlite_autoindex_content_items_1 (feed=? AND id=?)", "content_feeds USING"},
		selectStored:   {"content_items USING INDEX sqlite_autoindex_content_items_1 (feed=? AND id=?)"},
		selectItemPage: {"content_items USING INDEX content_items_by_position (feed=? AND position>?)"},
		selectLinks:    {stretch, links},
		stretchFiles:   {stretch, links, "f USING INDEX sqlite_autoindex_content_files_1 (library=? AND address=?)"},
		stretchFeeds:   {stretch, links, "f USING INDEX sqlite_autoindex_content_feeds_1 (library=? AND address=?)"},
		stretchWanted:  {stretch, links, "w USING INDEX sqlite_autoindex_content_wanted_1 (library=? AND address=? AND nested=?)"},
		selectReferrers: {
			"l USING INDEX content_links_to (library=? AND address=?)", "i USING INTEGER PRIMARY KEY (rowid=?)", "f USING INTEGER PRIMARY KEY (rowid=?)",
		},
		selectUnread: {
			"f USING COVERING INDEX content_feeds_by_items (library=?)", "i USING COVERING INDEX content_items_unread (feed=? AND read<?)",
		},
		markAllRead: {
			"content_items USING COVERING INDEX content_items_unread (feed=? AND read<?)", "content_feeds USING COVERING INDEX content_feeds_by_items (library=?)",
		},
		turnRead:    {"content_items USING INDEX content_items_by_position (feed=?)", "content_feeds USING COVERING INDEX content_feeds_by_items (library=?)"},
		turnKept:    {"content_read USING PRIMARY KEY (library=?)"},
		selectFile:  {"content_files USING INDEX sqlite_autoindex_content_files_1 (library=? AND address=?)"},
		selectFiles: {"content_files USING INDEX sqlite_autoindex_content_files_1 (library=? AND address>?)"},
		selectUnreferenced: {
			"f USING INDEX sqlite_autoindex_content_files_1 (library=?)", "l USING COVERING INDEX content_links_to (library=? AND address=? AND nested=?)",
		},
		selectUse: {
			"content_files USING COVERING INDEX content_files_by_size (library=? AND state=?)", "content_feeds USING COVERING INDEX content_feeds_by_items (library=?)",
			"content_wanted USING COVERING INDEX", "content_wanted USING COVERING INDEX content_wanted_failed (library=? AND tries>?)",
		},
		selectWanted:   {"content_wanted USING INDEX content_wanted_by_number (library=? AND number>?)"},
		selectWantedAt: {"content_wanted USING INDEX sqlite_autoindex_content_wanted_1 (library=? AND address=? AND nested=?)"},
		selectIdle: {
			"w USING INDEX content_wanted_by_number (library=?)", "l USING COVERING INDEX content_links_to (library=? AND address=? AND nested=?)",
		},
		selectUnreachable: {
			"f USING COVERING INDEX sqlite_autoindex_content_feeds_1 (library=? AND address=?)", "l USING INDEX content_links_nested (feed=?)",
		},
		selectFolderItems: {"folder_items USING PRIMARY KEY (publication=? AND (feed,id)>(?,?))"},
		selectFolderFiles: {"folder_files USING PRIMARY KEY (publication=? AND path>?)"},
	} {
		plan := planOf(t, s, query, parameters(query))
		for _, step := range want {
			if !strings.Contains(plan, "SEARCH "+step) {
				t.Errorf("%s\nis read by\n%s\nwithout %s", query, plan, step)
			}
		}
		scanned := strings.Contains(plan, "SCAN") && query != selectUnreachable && query != selectUse
		sorted := strings.Contains(plan, "ORDER BY") && query != selectReferrers
		if scanned || sorted {
			t.Errorf("%s\nis read by\n%s", query, plan)
		}
	}
}

// parameters returns as many values as a query has parameters, which are either all numbered
// or all unnumbered.
func parameters(query string) (values args) {
	for strings.Contains(query, "?"+strconv.Itoa(len(values)+1)) {
		values = append(values, 1)
	}
	if values == nil {
		values = make(args, strings.Count(query, "?"))
	}
	return values
}

func TestFullDiskLeavesTheFeedAndTheQueueAsTheyWere(t *testing.T) {
	s := impatient(t, t.TempDir())
	same(t, "error", s.Update(t.Context(), writeLibrary), nil)
	var before, after []string
	same(t, "error", s.View(t.Context(), describe(&before)), nil)
	limit(t, s, 3)
	grow := func(w store.Writer) error {
		return w.PutContentFeed(1, store.ContentFeed{Address: "a"}, func(add func(store.ContentItem) error) error {
			for n := range 500 {
				_, _ = w.Enqueue(1, store.ContentWanted{Address: strconv.Itoa(n)})
				if err := add(store.ContentItem{ID: strconv.Itoa(n), Text: strings.Repeat("x", 1000)}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := s.Update(t.Context(), grow); err == nil || !strings.Contains(err.Error(), "the disk is full: make room") {
		t.Errorf("got error %v", err)
	}
	same(t, "error", s.View(t.Context(), describe(&after)), nil)
	same(t, "what is kept", after, before)
	limit(t, s, 10_000)
	same(t, "with room again", s.Update(t.Context(), grow), nil)
}

// describe lists the items and the queue of the library.
func describe(all *[]string) func(store.Reader) error {
	return func(r store.Reader) error {
		wanted, err := r.Wanted(1, 0, 1000)
		for _, w := range wanted {
			*all = append(*all, w.Address)
		}
		return errors.Join(err, r.ContentItems(1, "a", func(i store.ContentItem) error { *all = append(*all, i.ID); return nil }))
	}
}

// thirdVersion writes what a store of the third version may have: an item with a conflict, a
// tombstone with a reopened one, and a tombstone without.
func thirdVersion(w *writer) error {
	if err := secondVersion(w); err != nil {
		return err
	}
	keys, err := archiveOld(w, 1, []*item.Version{madeBy("gone", "phone", 2, "")})
	if err != nil {
		return err
	}
	_, err = w.exec(store.NothingKey, `INSERT INTO offers SELECT key, 0, ? FROM items WHERE id = 'gone'`, keys[0])
	if err == nil {
		_, err = w.exec(store.NothingKey, "UPDATE items SET offers = 1, conflicts = 1, gone = 0 WHERE id = 'gone'")
	}
	return err
}

func TestStoreOfTheThirdVersionHasNoPlacesAndTakesThem(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 3, thirdVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.Update(t.Context(), func(w store.Writer) error {
		set, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		counts, err := w.Count(set.Key)
		same(t, "error", err, nil)
		same(t, "counts", counts, store.Counts{Items: 2, Conflicted: 2, Open: 2})
		places, err := w.Places(set.Key)
		same(t, "error", err, nil)
		same(t, "places", places, []store.Placed{{ID: "eggs"}, {ID: "gone", Deleted: true}})
		offered, err := w.Offered(set.Key, "gone")
		same(t, "error", err, nil)
		same(t, "offered", len(offered), 1)
		same(t, "putting", placeEggs(w, set.Key), nil)
		places, err = w.PlacesIn(set.Key, "gone")
		same(t, "places in it", places, []store.Placed{{ID: "eggs", Place: item.Place{Parent: "gone", Key: "1"}}})
		return err
	})
	same(t, "error", err, nil)
}

// placeEggs moves the eggs in a store into another item, and marks them.
func placeEggs(w store.Writer, set int64) error {
	it, err := w.Item(set, "eggs")
	if err != nil {
		return err
	}
	v := *it.Winner
	v.Place = item.Place{Parent: "gone", Key: "1"}
	return w.PutItem(set, &item.Item{Winner: &v, Conflicts: it.Conflicts, Flagged: true}, store.Seen{})
}

func TestPlacesInAnItemAreFoundByTheirIndex(t *testing.T) {
	s := impatient(t, t.TempDir())
	plan := planOf(t, s, selectPlaces+"AND stands_in = ? ORDER BY key", args{1, "x"})
	if !strings.Contains(plan, "items_by_stand") || strings.Contains(plan, "ORDER BY") {
		t.Errorf("they are read by\n%s", plan)
	}
	a := ask(1, store.Query{Conflicted: true})
	if plan := planOf(t, s, a.count(), a.values); !strings.Contains(plan, "COVERING INDEX items_by_position") {
		t.Errorf("what is to resolve is counted by\n%s", plan)
	}
}

// seventhVersion writes items as the seventh version did, which counted every conflict: one
// that equals the winner, one that differs, one that changes nothing, two deletions, and one
// that is marked because of a conflict that equals the winner.
func seventhVersion(w *writer) error {
	set, err := addOldSet(w, "Groceries")
	if err != nil {
		return err
	}
	first := madeBy("back", "desk", 1, "")
	edited, back := otherwise(after(first, "phone")), after(first, "desk")
	items := []*item.Item{
		{Winner: madeBy("equal", "desk", 1, ""), Conflicts: []*item.Version{madeBy("equal", "phone", 1, "")}},
		{Winner: madeBy("other", "desk", 1, ""), Conflicts: []*item.Version{otherwise(madeBy("other", "phone", 1, ""))}},
		{Winner: edited, Conflicts: []*item.Version{back}},
		{Winner: madeBy("gone", "desk", 1, ""), Conflicts: []*item.Version{otherwise(madeBy("gone", "phone", 1, ""))}},
		{Winner: madeBy("marked", "desk", 1, ""), Conflicts: []*item.Version{madeBy("marked", "phone", 1, "")}, Flagged: true},
	}
	items[3].Winner.Deleted, items[3].Conflicts[0].Deleted = true, true
	if _, err := archiveOld(w, set, []*item.Version{first}); err != nil {
		return err
	}
	for _, it := range items {
		key, err := putOldItem(w, set, it)
		if err == nil {
			_, err = w.exec(store.NothingKey, "UPDATE items SET flagged = ? WHERE key = ?", it.Flagged, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// after returns an update of a version by an endpoint with the same content.
func after(v *item.Version, by string) *item.Version {
	next := madeBy(v.ID, by, v.Updates+1, "")
	next.Updates = v.Updates + 1
	next.History = append(next.History, v.History...)
	return next
}

func TestAStoreOfTheSeventhVersionForgetsConflictsOfEqualVersions(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 7, seventhVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Groceries")
		if err != nil {
			return err
		}
		counts, err := r.Count(set.Key)
		same(t, "error", err, nil)
		same(t, "counts", counts, store.Counts{Items: 4, Conflicted: 1, Open: 4, Deleted: 1, Trash: 1})
		for _, q := range []store.Query{{Conflicted: true}, {Conflicted: true, Search: "title"}} {
			rows, err := r.Rows(set.Key, q)
			same(t, "error", err, nil)
			same(t, "to resolve", slices.Collect(ids(rows)), []string{"other"})
		}
		for _, id := range []string{"equal", "other", "back", "gone", "marked"} {
			it, err := r.Item(set.Key, id)
			same(t, "error", err, nil)
			same(t, id+": conflicts", len(it.Conflicts), 1)
			same(t, id+": flagged", it.Flagged, id == "marked")
		}
		return nil
	})
	same(t, "error", err, nil)
}

func ids(rows []store.Row) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, r := range rows {
			if !yield(r.ID) {
				return
			}
		}
	}
}
