package storage

import (
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// eggsAndMilk returns a store with two items, of which eggs has a conflict and a reopened
// version.
func eggsAndMilk(t *testing.T) (s *Store, set int64) {
	t.Helper()
	s = impatient(t, t.TempDir())
	set = addItem(t, s)
	err := s.Update(t.Context(), func(w store.Writer) error {
		it, err := w.Item(set, "eggs")
		if err != nil {
			return err
		}
		it.Conflicts = []*item.Version{otherwise(madeBy("eggs", "phone", 2, ""))}
		it.Winner.Publisher = "<p>ours</p>"
		return errors.Join(w.PutItem(set, it, store.Seen{}), w.PutOffered(set, "eggs", [][32]byte{store.Identity(it.Winner)}),
			w.PutItem(set, &item.Item{Winner: madeBy("milk", "desk", 1, "")}, store.Seen{}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, set
}

// Damage of an item is noticed when that item is read, and everything else can be read and
// changed as before.
func TestADamagedItemIsAloneInIt(t *testing.T) {
	for _, statement := range []string{
		"UPDATE versions SET history = '[{' WHERE item = 'eggs'",
		`UPDATE versions SET history = '[{"sequence":1,"at":"noon"}]' WHERE item = 'eggs'`,
		"UPDATE versions SET content = '<entry' WHERE item = 'eggs'",
		"UPDATE versions SET content = replace(content, 'Eggs', 'Figs') WHERE item = 'eggs'",
		"UPDATE versions SET title = 'Figs' WHERE item = 'eggs'",
		"UPDATE versions SET meaning = x'00' WHERE item = 'eggs'",
		"UPDATE versions SET meaning = randomblob(32) WHERE item = 'eggs'",
		"UPDATE versions SET fullness = fullness + 1 WHERE item = 'eggs'",
		"UPDATE versions SET item = 'figs' WHERE item = 'eggs'",
		"UPDATE versions SET damaged = 1 WHERE item = 'eggs'",
		"UPDATE items SET details = 'half' WHERE id = 'eggs'",
		"UPDATE items SET publisher = '<p>yours</p>' WHERE id = 'eggs'",
		"UPDATE items SET winner = (SELECT max(key) FROM versions) WHERE id = 'eggs'",
		"UPDATE items SET flagged = 1 WHERE id = 'eggs'",
		"UPDATE items SET listed = 0 WHERE id = 'eggs'",
		"UPDATE conflicts SET publisher = 'x'",
		"UPDATE conflicts SET version = (SELECT max(key) FROM versions)",
		"DELETE FROM conflicts",
		"DELETE FROM versions WHERE item = 'eggs'",
	} {
		s, set := eggsAndMilk(t)
		if _, err := s.db.ExecContext(t.Context(), "PRAGMA foreign_keys = OFF"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(statement, err)
		}
		err := s.Update(t.Context(), func(w store.Writer) error {
			var read []string
			err := w.EachItem(set, func(it *item.Item) error { read = append(read, it.ID()); return nil })
			damaged, err := store.Spare(err)
			if err != nil || !slices.Equal(read, []string{"milk"}) || !slices.Equal(damaged, []string{"eggs"}) {
				t.Errorf("%s: read %v, damaged %v, error %v", statement, read, damaged, err)
			}
			for what, read := range map[string]func() error{
				"rows":     func() error { _, err := w.Rows(set, store.Query{}); return err },
				"places":   func() error { _, err := w.Places(set); return err },
				"versions": func() error { _, err := w.Versions(set, "eggs"); return err },
				"offered":  func() error { _, err := w.Offered(set, "eggs"); return err },
			} {
				if err := read(); err != nil {
					t.Errorf("%s: %s: error %v", statement, what, err)
				}
			}
			return w.PutItem(set, &item.Item{Winner: madeBy("milk", "desk", 2, "")}, store.Seen{})
		})
		if err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func TestWhatAListShowsIsCheckedWhenItIsRead(t *testing.T) {
	for _, statement := range []string{
		"UPDATE items SET title = 'Figs' WHERE id = 'eggs'",
		"UPDATE items SET title = 7 WHERE id = 'eggs'",
		"UPDATE items SET at = '1.x' WHERE id = 'eggs'",
		"UPDATE items SET at = '5' WHERE id = 'eggs'",
		`UPDATE items SET "by" = 'dusk' WHERE id = 'eggs'`,
		"UPDATE items SET details = 'half' WHERE id = 'eggs'",
		"UPDATE items SET facts = 'half' WHERE id = 'eggs'",
		"UPDATE items SET updates = 7 WHERE id = 'eggs'",
		"UPDATE items SET deleted = 1 WHERE id = 'eggs'",
		"UPDATE items SET sum = 7 WHERE id = 'eggs'",
	} {
		s, set := eggsAndMilk(t)
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		err := s.View(t.Context(), func(r store.Reader) error {
			rows, err := r.Rows(set, store.Query{})
			if err != nil || len(rows) != 2 || !rows[0].Damaged || rows[1].Damaged {
				t.Errorf("%s: got %+v, error %v", statement, rows, err)
			}
			_, err = r.Row(set, "milk")
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// If the same version is received again, it replaces a damaged one.
func TestAVersionThatComesAgainMendsADamagedOne(t *testing.T) {
	s, set := eggsAndMilk(t)
	var good *item.Item
	read := func(r store.Reader) (err error) { good, err = r.Item(set, "eggs"); return err }
	if err := s.View(t.Context(), read); err != nil {
		t.Fatal(err)
	}
	want := good
	if _, err := s.db.ExecContext(t.Context(), "UPDATE versions SET content = replace(content, 'Eggs', 'Figs')"); err != nil {
		t.Fatal(err)
	}
	if err := s.View(t.Context(), read); !errors.Is(err, store.ErrDamagedItem) {
		t.Fatalf("got error %v", err)
	}
	err := s.Update(t.Context(), func(w store.Writer) error { return w.PutArchive(set, want.Winner, store.Seen{From: "feed"}) })
	if err := errors.Join(err, s.View(t.Context(), read)); err != nil {
		t.Fatal(err)
	}
	if good.Winner.Title() != "Eggs" || good.Winner.Publisher != "<p>ours</p>" || len(good.Conflicts) != 1 {
		t.Errorf("got %+v", good.Winner)
	}
}
