package storage

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// A program that does not support todos edited one before a store supplied missing records.
func TestAStoreOfTheNinthVersionFindsTheRecordsThatVersionsLack(t *testing.T) {
	dir := t.TempDir()
	first := saying("bins", "phone", recordOf(t, record.Todo, record.Values{"title": "Bins", "due": "2026-11-27", "tags": "home"}))
	edited := after(first, "reader")
	edited.Content = item.Plain("Bins out", "")
	note := after(saying("note", "phone", item.Plain("Note", "")), "reader")
	olderVersion(t, dir, 9, func(w *writer) error {
		set, err := addOldSet(w, "Chores")
		if err == nil {
			_, err = archiveOld(w, set, []*item.Version{first})
		}
		if err == nil {
			_, err = putOldItem(w, set, &item.Item{Winner: edited})
		}
		if err == nil {
			_, err = putOldItem(w, set, &item.Item{Winner: note})
		}
		return err
	})
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Chores")
		if err != nil {
			return err
		}
		rows, err := r.Rows(set.Key, store.Query{Tag: "home"})
		if err != nil || len(rows) != 1 || rows[0].Due != "2026-11-27" || rows[0].Title != "Bins out" {
			t.Errorf("listed is %+v, %v", rows, err)
		}
		it, err := r.Item(set.Key, "bins")
		if err == nil && (!it.Winner.Same(edited) || record.Read(it.Winner.Content).Get("due") != "2026-11-27") {
			t.Errorf("the item says %s", it.Winner.Content.XML())
		}
		return err
	})
	same(t, "error", err, nil)
}

// sixthVersion writes what a store of the sixth version may have: the names that a person gave
// to this device and to another one, and a feed that was read.
func sixthVersion(w *writer) error {
	for _, query := range []string{
		"INSERT INTO endpoint VALUES (1, 'own')",
		"INSERT INTO names VALUES ('own', 'Anna'), ('other', 'laptop')",
		"INSERT INTO sets (name, kind, format, dialect, location, feed_id, foreign_markup, deleted) VALUES ('Groceries', '', '', '', '', '', '', 0)",
		`INSERT INTO subscriptions (set_key, location, paused, last_try, last_success, error, error_since, came, set_aside, details)
			VALUES (1, '/shared/a.xml', 0, '', '', '', '', 0, 0, '{"feeds":{"/shared/a.xml":{"author":"other","title":"Groceries"}}}')`,
	} {
		if _, err := w.exec(store.NothingKey, query); err != nil {
			return err
		}
	}
	return nil
}

func TestAStoreOfTheSixthVersionKeepsItsNamesAndPublishesNone(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 6, sixthVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.Update(t.Context(), func(w store.Writer) error {
		names, err := w.Names()
		same(t, "names", names, map[string]string{"own": "Anna", "other": "laptop"})
		same(t, "error", err, nil)
		for _, by := range []string{"own", "other"} {
			c, err := w.Consent(by)
			same(t, "consent of "+by, c, store.Unasked)
			same(t, "error", err, nil)
		}
		subscriptions, err := w.Subscriptions(0)
		same(t, "error", err, nil)
		same(t, "feeds", subscriptions[0].Feeds, map[string]store.Feed{"/shared/a.xml": {Author: "other", Title: "Groceries"}})
		same(t, "writing", w.PutConsent("own", store.Public), nil)
		c, err := w.Consent("own")
		same(t, "consent", c, store.Public)
		return err
	})
	same(t, "error", err, nil)
}

// eighthVersion writes items as the eighth version did, which marked no orphans: a deleted
// item with two children, of which one is deleted, too.
func eighthVersion(w *writer) error {
	set, err := addOldSet(w, "Plans")
	if err != nil {
		return err
	}
	folder, line, gone := madeBy("folder", "desk", 1, ""), madeBy("line", "phone", 1, ""), madeBy("gone", "phone", 1, "")
	folder.Deleted, gone.Deleted = true, true
	folder.Place = item.Place{Key: "1"}
	line.Place, gone.Place = item.Place{Parent: "folder", Key: "1"}, item.Place{Parent: "folder", Key: "2"}
	for _, v := range []*item.Version{folder, line, gone} {
		key, err := putOldItem(w, set, &item.Item{Winner: v})
		if err != nil {
			return err
		}
		details, err := encodeVersionDetails(v)
		if err == nil {
			_, err = w.exec(store.NothingKey, "UPDATE items SET beside = ?, stands_in = ? WHERE key = ?", details, v.Place.Parent, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAStoreOfTheEighthVersionMarksWhatIsInDeletedItems(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 8, eighthVersion)
	s := impatient(t, dir)
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Plans")
		if err != nil {
			return err
		}
		rows, err := r.Rows(set.Key, store.Query{Conflicted: true})
		same(t, "to resolve", slices.Collect(ids(rows)), []string{"line"})
		return err
	})
	same(t, "error", err, nil)
}

// fourthVersion writes what a store of the fourth version may have: two items and one with an
// implausible time, two subscriptions, and a key that was assigned and is gone.
func fourthVersion(w *writer) error {
	err := thirdVersion(w)
	do := func(query string, a ...any) {
		if err == nil {
			_, err = w.exec(store.NothingKey, query, a...)
		}
	}
	do("UPDATE versions SET seen_at = '1116676800.500000000' WHERE item = 'eggs' AND \"by\" = 'desk'")
	do("UPDATE versions SET seen_at = '1116676900' WHERE item = 'eggs' AND \"by\" = 'phone'")
	do("UPDATE versions SET seen_at = '1116676800.500000000' WHERE item = 'gone'")
	for i, at := range []string{"253402300799", "-7", "", "1116676800.500000000", "1116676800.500000000"} {
		if err == nil {
			err = addOld(w, "old "+string(rune('a'+i)), at)
		}
	}
	const subscribed = `INSERT INTO subscriptions
		(set_key, location, paused, last_try, last_success, error, error_since, came, set_aside)
		VALUES (1, ?, 1, '1', '', 'no answer', '2', 3, 4)`
	do(subscribed, "/shared/a.xml")
	do(subscribed, "/shared/b.xml")
	do(subscribed, "/shared/c.xml")
	do("DELETE FROM subscriptions WHERE location = '/shared/c.xml'")
	return err
}

// addOld adds an item whose version was seen at a time.
func addOld(w *writer, id, at string) error {
	v := madeBy(id, "tablet", 1, "")
	keys, err := archiveOld(w, 1, []*item.Version{v})
	if err != nil {
		return err
	}
	row, _ := store.Shown(&item.Item{Winner: v}, ancestry.Sorted{})
	_, errRow := addOldRow(w, 1, row, keys[0])
	_, errSeen := w.exec(store.NothingKey, "UPDATE versions SET seen_at = ? WHERE key = ?", at, keys[0])
	return errors.Join(errRow, errSeen)
}

func TestItemsOfTheFourthVersionAreStampedInTheOrderInWhichTheyCame(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 4, fourthVersion)
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	const second = int64(time.Second)
	half := 1116676800*second + second/2
	far := int64(1<<33) * second
	want := []store.Stamped{
		{ID: "old b", Stamp: 1}, {ID: "old c", Stamp: 2},
		{ID: "gone", Stamp: half}, {ID: "old d", Stamp: half + 1}, {ID: "old e", Stamp: half + 2},
		{ID: "eggs", Stamp: 1116676900 * second}, {ID: "old a", Stamp: far},
	}
	err := s.Update(t.Context(), func(w store.Writer) error {
		stamps, err := w.Stamps(1)
		same(t, "stamps", stamps, want)
		same(t, "error", err, nil)
		eggs, err := w.Item(1, "eggs")
		same(t, "error", err, nil)
		same(t, "putting", w.PutItem(1, eggs, store.Seen{At: time.Unix(1116677000, 0)}), nil)
		stamps, err = w.Stamps(1)
		same(t, "the newest", stamps[len(stamps)-1], store.Stamped{ID: "eggs", Stamp: far + 1})
		return err
	})
	same(t, "error", err, nil)
}

func TestSubscriptionsOfTheFourthVersionStayAndNoKeyIsGivenAgain(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 4, fourthVersion)
	s := impatient(t, dir)
	health := store.Health{LastTry: time.Unix(1, 0).UTC(), Error: "no answer", ErrorSince: time.Unix(2, 0).UTC(), Came: 3, Skipped: 4}
	a := store.Subscription{Key: 1, Set: 1, Location: "/shared/a.xml", Paused: true, Health: health}
	b := a
	b.Key, b.Location = 2, "/shared/b.xml"
	err := s.Update(t.Context(), func(w store.Writer) error {
		all, err := w.Subscriptions(1)
		same(t, "error", err, nil)
		same(t, "subscriptions", all, []store.Subscription{a, b})
		set, err := w.SetNamed("Groceries")
		same(t, "error", err, nil)
		same(t, "publication", set.Publication, store.Publication{})
		key, err := w.PutSubscription(store.Subscription{Set: 1, Location: "/shared/c.xml"})
		same(t, "key after the one that is gone", key, int64(4))
		file := store.Holder{Subscription: 2, Feed: "Groceries.phone.xml"}
		same(t, "noting what a file holds", w.Hold(file, "eggs"), nil)
		holders, errHolders := w.Holders(1, "eggs")
		same(t, "error", errHolders, nil)
		same(t, "holders", holders, []store.Holder{file})
		return err
	})
	same(t, "error", err, nil)
}

func TestAnEmptyStoreOfTheFourthVersionGivesNoStampAndNoKeyTwice(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 4, func(w *writer) error {
		_, err := addOldSet(w, "Groceries")
		return err
	})
	s := impatient(t, dir)
	err := s.Update(t.Context(), func(w store.Writer) error {
		same(t, "putting", w.PutItem(1, &item.Item{Winner: madeBy("x", "desk", 1, "")}, store.Seen{}), nil)
		stamps, err := w.Stamps(1)
		same(t, "stamps", stamps, []store.Stamped{{ID: "x", Stamp: 1}})
		same(t, "error", err, nil)
		key, err := w.PutSubscription(store.Subscription{Set: 1, Location: "one"})
		same(t, "key", key, int64(1))
		return err
	})
	same(t, "error", err, nil)
}

func TestItemsReadAnewAreNotIncorporatedAnew(t *testing.T) {
	s := impatient(t, t.TempDir())
	set := addItem(t, s)
	stamps := func() (all []store.Stamped) {
		err := s.View(t.Context(), func(r store.Reader) (err error) { all, err = r.Stamps(set); return err })
		same(t, "error", err, nil)
		return all
	}
	before := stamps()
	if _, err := s.db.ExecContext(t.Context(), "UPDATE items SET stale = 1"); err != nil {
		t.Fatal(err)
	}
	same(t, "error", s.renew(t.Context()), nil)
	same(t, "stamps", stamps(), before)
}

func TestStampsAndHoldingsAreReadFromTheirIndexes(t *testing.T) {
	s := impatient(t, t.TempDir())
	if plan := planOf(t, s, selectStamps, args{1}); plan != "SEARCH items USING COVERING INDEX items_by_stamp (set_key=?)" {
		t.Errorf("stamps are read by\n%s", plan)
	}
	plan := planOf(t, s, selectWithheld, args{1, "read-only"})
	for _, want := range []string{
		"SEARCH h USING PRIMARY KEY (holder=?)", "SEARCH p USING PRIMARY KEY (holder=? AND item=?)", "SEARCH v USING INDEX",
	} {
		if !strings.Contains(plan, want) {
			t.Errorf("what is withheld is read by\n%s\nwithout %s", plan, want)
		}
	}
	plan = planOf(t, s, selectHolders, args{1, "x"})
	for _, want := range []string{"SEARCH f USING", "SEARCH h USING PRIMARY KEY (holder=? AND item=?)"} {
		if !strings.Contains(plan, want) {
			t.Errorf("who holds an item is read by\n%s\nwithout %s", plan, want)
		}
	}
}

// A damaged item held for review does not prevent the others from being read.
func TestOneDamagedHeldItemIsMarkedAndTheOthersAreRead(t *testing.T) {
	for _, damage := range []string{"alarms = '{'", "at = 'x'", "document = 'x'", "title = 'x'", "mark = 'x'", "state = 'accepted'", "feed = 'x'"} {
		s := impatient(t, t.TempDir())
		set := addItem(t, s)
		want := []store.HeldItem{{Set: set, ID: "a", Mark: "m"}, {Set: set, ID: "b"}}
		err := s.Update(t.Context(), func(w store.Writer) (err error) {
			for i := range want {
				want[i].Key, err = w.PutHeldItem(want[i])
				if err != nil {
					return err
				}
			}
			return nil
		})
		same(t, "error", err, nil)
		if _, err := s.db.ExecContext(t.Context(), "UPDATE held_items SET "+damage+" WHERE item = 'a'"); err != nil {
			t.Fatal(err)
		}
		for _, of := range []int64{0, set} {
			err = s.View(t.Context(), func(r store.Reader) error {
				got, err := r.HeldItems(of)
				if len(got) != 2 || got[0].ID != "a" || !got[0].Damaged || got[0].State != store.Waiting || !reflect.DeepEqual(got[1], want[1]) {
					t.Errorf("%s: got %+v, want the first one damaged of %+v", damage, got, want)
				}
				return err
			})
			same(t, damage, err, nil)
		}
	}
}

func TestWhatIsKeptOfNetworksAndCannotBeReadIsDamage(t *testing.T) {
	for statement, read := range map[string]func(store.Reader) error{
		"DELETE FROM copies; UPDATE sets SET details = '{'":          func(r store.Reader) error { _, err := r.Sets(); return err },
		"DELETE FROM copies; UPDATE subscriptions SET details = '{'": func(r store.Reader) error { _, err := r.Subscriptions(0); return err },
	} {
		s := impatient(t, t.TempDir())
		set := addItem(t, s)
		err := s.Update(t.Context(), func(w store.Writer) error {
			_, errSub := w.PutSubscription(store.Subscription{Set: set, Location: "one"})
			return errSub
		})
		same(t, "error", err, nil)
		same(t, "before", s.View(t.Context(), read), nil)
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if err := s.View(t.Context(), read); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: got error %v", statement, err)
		}
	}
}

// What was stored before items could be read counts as read. Only later items are unread.
func TestContentOfTheSixteenthVersionCountsAsRead(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, 16, func(w *writer) error {
		for _, statement := range []string{
			"INSERT INTO libraries VALUES (1, 'a', '{}')",
			"INSERT INTO content_feeds VALUES (1, 1, 'a', '', 0, '', '', '', '', '{}', '', 0, 0, '[]', 0, 1)",
			"INSERT INTO content_items VALUES (1, 1, 'old', 1, x'', 'Old', '', '', '', '', 0, '')",
		} {
			if _, err := w.exec(store.NothingKey, statement); err != nil {
				return err
			}
		}
		return nil
	})
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.Update(t.Context(), func(w store.Writer) error {
		return w.PutContentItems(1, "a", store.ContentItem{ID: "new"})
	})
	same(t, "error", err, nil)
	err = s.View(t.Context(), func(r store.Reader) error {
		old, _, err := r.ContentItem(1, "a", "old")
		same(t, "old", old.Read, true)
		n, errUnread := r.UnreadContent(1)
		same(t, "unread", n, 1)
		return errors.Join(err, errUnread)
	})
	same(t, "error", err, nil)
}

// The rows of contacts had neither a phone number nor a last name.
func TestContactsOfTheSeventeenthVersionGetPhoneAndLastName(t *testing.T) {
	dir := t.TempDir()
	ada := recordOf(t, record.Contact, record.Values{"name": "Ada Lovelace", "family": "Lovelace", "phones": "+49 30 23125 001"})
	var key int64
	olderVersion(t, dir, 17, func(w *writer) (err error) {
		if key, err = w.PutSet(store.Set{Name: "Family"}); err != nil {
			return err
		}
		if err = w.PutItem(key, &item.Item{Winner: saying("ada", "phone", ada)}, store.Seen{}); err != nil {
			return err
		}
		_, err = w.exec(store.NothingKey, "UPDATE items SET facts = replace(replace(facts, 'Lovelace', ''), '+49 30 23125 001', '')")
		return err
	})
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		rows, err := r.Rows(key, store.Query{})
		if err == nil {
			same(t, "phone", rows[0].PhoneOrEmail, "+49 30 23125 001")
			same(t, "last name", rows[0].FamilyName, "Lovelace")
			same(t, "damaged", rows[0].Damaged, false)
		}
		return err
	})
	same(t, "error", err, nil)
}

// The trash of a store of the eighteenth version has what it had.
func TestDeletedItemsOfTheEighteenthVersionStayInTheTrash(t *testing.T) {
	dir := t.TempDir()
	gone := madeBy("gone", "desk", 1, "")
	gone.Deleted = true
	var key int64
	olderVersion(t, dir, 18, func(w *writer) (err error) {
		key, err = addOldSet(w, "Plans")
		if err == nil {
			_, err = putOldItem(w, key, &item.Item{Winner: gone})
		}
		return err
	})
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.Update(t.Context(), func(w store.Writer) error {
		counts, err := w.Count(key)
		same(t, "counts", counts, store.Counts{Deleted: 1, Trash: 1})
		if err == nil {
			err = w.HideDeleted(key, "gone")
		}
		rows, errRows := w.Rows(key, store.Query{Trash: true})
		same(t, "rows after hiding", len(rows), 0)
		return errors.Join(err, errRows)
	})
	same(t, "error", err, nil)
}

// The rows of todos had no section, though newer versions may have written some.
func TestTodosOfTheNineteenthVersionGetTheirSections(t *testing.T) {
	dir := t.TempDir()
	milk := recordOf(t, record.Todo, record.Values{"title": "Milk", "section": "Dairy", "tags": "shop"})
	var key int64
	olderVersion(t, dir, 19, func(w *writer) (err error) {
		if key, err = w.PutSet(store.Set{Name: "Groceries"}); err != nil {
			return err
		}
		if err = w.PutItem(key, &item.Item{Winner: saying("milk", "phone", milk)}, store.Seen{}); err != nil {
			return err
		}
		facts := record.FactsOf(milk)
		facts.Section = ""
		_, err = w.exec(store.NothingKey, "UPDATE items SET facts = ?", encodeFacts(facts))
		return err
	})
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		rows, err := r.Rows(key, store.Query{})
		if err == nil {
			same(t, "section", rows[0].Section, "Dairy")
			same(t, "tags", rows[0].Tags[0], "shop")
			same(t, "damaged", rows[0].Damaged, false)
		}
		return err
	})
	same(t, "error", err, nil)
}
