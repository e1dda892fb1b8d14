package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var endpointRules = []rule{
	{"is empty before the first start", func(t *testing.T, s store.Store) {
		equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "")
	}},
	{"is what was set last", func(t *testing.T, s store.Store) {
		for _, id := range []string{"desk", "laptop"} {
			update(t, s, func(w store.Writer) error { return w.SetEndpoint(id) })
			equal(t, "endpoint", get(t, s, store.Reader.Endpoint), id)
		}
	}},
	{"is read in the update that sets it", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			if err := w.SetEndpoint("desk"); err != nil {
				return err
			}
			id, err := w.Endpoint()
			equal(t, "endpoint", id, "desk")
			return err
		})
	}},
}
