package storage

import (
	"testing"

	"crossfeed/engine/store"
)

// sixthVersion writes what a store of the sixth version may hold: the names that a person
// gave to this device and to another one, and a feed that was read.
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
