package memory

import (
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// Names implements store.Reader.
func (r *reader) Names() (map[string]string, error) { return maps.Clone(r.state.names), r.call() }

// Endpoints implements store.Reader.
func (r *reader) Endpoints() (all []store.Endpoint, err error) {
	found := make(map[string]store.Endpoint)
	for by, name := range r.state.names {
		found[by] = store.Endpoint{Name: name}
	}
	for _, l := range r.state.lists {
		l.countMakers(found)
	}
	for _, by := range slices.Sorted(maps.Keys(found)) {
		e := found[by]
		e.By = by
		all = append(all, e)
	}
	return all, r.call()
}

// countMakers counts the versions of a list by the endpoint that made them.
func (l *list) countMakers(found map[string]store.Endpoint) {
	for _, versions := range l.archive {
		for _, k := range versions {
			top := k.Version.Top()
			if top.By == "" {
				continue
			}
			e := found[top.By]
			e.Versions++
			if when := top.When.Time(); when.After(e.Last) {
				e.Last = when
			}
			found[top.By] = e
		}
	}
}

// PutName implements store.Writer.
func (w *writer) PutName(by, name string) error {
	if err := w.call(); err != nil {
		return err
	}
	if w.state.names[by] == name {
		return nil
	}
	w.state.names[by] = name
	w.note(store.NamesKey)
	if name == "" {
		delete(w.state.names, by)
	}
	return nil
}

// Consent implements store.Reader.
func (r *reader) Consent(by string) (store.Consent, error) { return r.state.consents[by], r.call() }

// PutConsent implements store.Writer.
func (w *writer) PutConsent(by string, c store.Consent) error {
	if err := w.call(); err != nil {
		return err
	}
	if w.state.consents[by] == c {
		return nil
	}
	w.state.consents[by] = c
	w.note(store.NamesKey)
	if c == store.Unasked {
		delete(w.state.consents, by)
	}
	return nil
}
