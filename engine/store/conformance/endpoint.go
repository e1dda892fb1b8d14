package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/store"
)

var endpointRules = []rule{
	{"is empty before the first start", func(t *testing.T, s store.Store) {
		equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "")
	}},
	{"is what was set last", func(t *testing.T, s store.Store) {
		for _, id := range []string{"desk", "laptop"} {
			update(t, s, func(w store.Writer) error { return w.PutDevice(store.Device{ID: id}) })
			equal(t, "endpoint", get(t, s, store.Reader.Endpoint), id)
		}
	}},
	{"is known with all that was put", func(t *testing.T, s store.Store) {
		at := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
		want := store.Device{
			ID: "desk", Since: at, Former: []store.Former{{ID: "old", Until: at, Why: "copied"}, {ID: "older", Until: at.Add(-time.Hour), Why: "restored"}},
			Home: store.Home{Machine: "m", File: "7", Born: "8"}, Backups: store.Backups{Folder: "/backups", Last: at, Tried: at, Error: "full"},
		}
		update(t, s, func(w store.Writer) error { return w.PutDevice(want) })
		equal(t, "device", get(t, s, store.Reader.Device), want)
		equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "desk")
	}},
	{"is read in the update that sets it", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			if err := w.PutDevice(store.Device{ID: "desk"}); err != nil {
				return err
			}
			id, err := w.Endpoint()
			equal(t, "endpoint", id, "desk")
			return err
		})
	}},
}
