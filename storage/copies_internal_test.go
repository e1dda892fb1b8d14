package storage

import (
	"errors"
	"testing"

	"crossfeed/engine/store"
)

// writeSettings writes a published list, a subscription and the device.
func writeSettings(w store.Writer) error {
	set, err := w.PutSet(store.Set{Name: "Groceries", Location: "/shared/desk.xml", Published: 7})
	if err != nil {
		return err
	}
	_, err = w.PutSubscription(store.Subscription{Set: set, Location: "/shared/phone.xml", Mode: store.TakeOnly})
	return errors.Join(err, w.PutDevice(store.Device{ID: "desk", Damaged: 3}))
}

// wantSettings checks that what writeSettings wrote can be read.
func wantSettings(t *testing.T, s *Store) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error {
		set, errSet := r.SetNamed("Groceries")
		same(t, "location", set.Location, "/shared/desk.xml")
		same(t, "published", set.Published, int64(7))
		sets, errSets := r.Sets()
		same(t, "lists", len(sets), 1)
		subs, errSubs := r.Subscriptions(set.Key)
		same(t, "subscriptions", len(subs), 1)
		for _, sub := range subs {
			same(t, "address", sub.Location, "/shared/phone.xml")
			same(t, "mode", sub.Mode, store.TakeOnly)
		}
		d, errDevice := r.Device()
		same(t, "device", d.ID, "desk")
		same(t, "damaged items", d.Damaged, 3)
		return errors.Join(errSet, errSets, errSubs, errDevice)
	})
	same(t, "error", err, nil)
}

func TestADamagedSettingIsTakenFromItsCopy(t *testing.T) {
	for _, damage := range []string{
		"UPDATE sets SET location = '/shared/somebody.xml'",
		"UPDATE sets SET published = 3, details = '{'",
		"UPDATE subscriptions SET location = '/shared/somebody.xml'",
		"UPDATE subscriptions SET mode = '', details = '{'",
		"UPDATE endpoint SET id = 'somebody'",
		"UPDATE endpoint SET details = '{'",
		"DELETE FROM endpoint",
		"UPDATE copies SET row = replace(row, 'shared', 'shaded') WHERE kind <> 'endpoint'",
		"UPDATE copies SET row = '{', sum = 0",
		"DELETE FROM copies",
	} {
		s := impatient(t, t.TempDir())
		same(t, "error", s.Update(t.Context(), writeSettings), nil)
		found, err := s.Verify(t.Context(), nil)
		same(t, "error", err, nil)
		same(t, "faults before", len(found.Faults), 0)
		if _, err := s.db.ExecContext(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
		t.Log(damage)
		wantSettings(t, s)
		if found, err = s.Verify(t.Context(), nil); err != nil || len(found.Faults) == 0 {
			t.Errorf("verifying finds %v, %v", found.Faults, err)
		}
		same(t, "mending", s.Mend(t.Context()), nil)
		wantSettings(t, s)
		found, err = s.Verify(t.Context(), nil)
		same(t, "error", err, nil)
		same(t, "faults after it was mended", len(found.Faults), 0)
	}
}

// A lost row is restored by verify --repair, because its copy shows that it existed.
func TestALostSettingIsPutBackFromItsCopy(t *testing.T) {
	s := impatient(t, t.TempDir())
	same(t, "error", s.Update(t.Context(), writeSettings), nil)
	for _, statement := range []string{"PRAGMA foreign_keys = OFF", "DELETE FROM sets", "DELETE FROM subscriptions"} {
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	found, err := s.Verify(t.Context(), nil)
	same(t, "error", err, nil)
	same(t, "faults", len(found.Faults), 2)
	same(t, "mending", s.Mend(t.Context()), nil)
	wantSettings(t, s)
}

func TestWhatIsRemovedLeavesNoCopy(t *testing.T) {
	s := impatient(t, t.TempDir())
	same(t, "error", s.Update(t.Context(), writeSettings), nil)
	err := s.Update(t.Context(), func(w store.Writer) error {
		subs, err := w.Subscriptions(0)
		if err != nil {
			return err
		}
		return w.RemoveSubscription(subs[0].Key)
	})
	same(t, "error", err, nil)
	found, err := s.Verify(t.Context(), nil)
	same(t, "error", err, nil)
	same(t, "faults", len(found.Faults), 0)
	same(t, "mending", s.Mend(t.Context()), nil)
	err = s.View(t.Context(), func(r store.Reader) error {
		subs, err := r.Subscriptions(0)
		same(t, "subscriptions", len(subs), 0)
		return err
	})
	same(t, "error", err, nil)
}

func TestAnOlderStoreGetsCopies(t *testing.T) {
	dir := t.TempDir()
	olderVersion(t, dir, copiesSince-1, func(w *writer) error {
		_, err := w.exec(store.NothingKey, `INSERT INTO sets (name, kind, format, dialect, location, feed_id, foreign_markup, deleted, published)
			VALUES ('Groceries', '', '', '', '/shared/desk.xml', '', '', 0, 7);`)
		return err
	})
	s := impatient(t, dir)
	if _, err := s.db.ExecContext(t.Context(), "UPDATE sets SET location = '/shared/somebody.xml'"); err != nil {
		t.Fatal(err)
	}
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Groceries")
		same(t, "location", set.Location, "/shared/desk.xml")
		return err
	})
	same(t, "error", err, nil)
}
