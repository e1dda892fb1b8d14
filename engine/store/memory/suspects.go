package memory

import (
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// Suspects implements store.SuspectReader.
func (r *reader) Suspects(set int64) (found []store.Suspect, err error) {
	for _, s := range r.state.suspects {
		if s.Set == set || set == 0 && !r.state.sets[s.Set].Deleted {
			s.Alarms = slices.Clone(s.Alarms)
			found = append(found, s)
		}
	}
	return found, r.call()
}

// PutSuspect implements store.SuspectWriter.
func (w *writer) PutSuspect(s store.Suspect) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := slices.IndexFunc(w.state.suspects, func(o store.Suspect) bool { return o.Key == s.Key })
	if err := w.state.refuseSuspect(s, at); err != nil {
		return 0, fmt.Errorf("keeping what is alarming in %s: %w", s.ID, err)
	}
	s.Alarms = slices.Clone(s.Alarms)
	if s.Key == 0 {
		s.Key = w.state.newKey()
		w.state.suspects = append(w.state.suspects, s)
	} else {
		w.state.suspects[at] = s
	}
	w.note(store.SuspectsKey)
	return s.Key, nil
}

// refuseSuspect tells why a suspect cannot be put at an index.
func (s *state) refuseSuspect(suspect store.Suspect, at int) error {
	if suspect.Key != 0 && at < 0 {
		return store.ErrNoSuspect
	}
	if _, ok := s.sets[suspect.Set]; !ok {
		return store.ErrNoSet
	}
	return nil
}

// RemoveSuspects implements store.SuspectWriter.
func (w *writer) RemoveSuspects(subscription int64, id string) error {
	if err := w.call(); err != nil {
		return err
	}
	w.dropSuspects(func(s store.Suspect) bool {
		return s.Subscription == subscription && s.State == store.Waiting && (id == "" || s.ID == id)
	})
	return nil
}

// DropSuspects implements store.SuspectWriter.
func (w *writer) DropSuspects(keys ...int64) error {
	if err := w.call(); err != nil {
		return err
	}
	w.dropSuspects(func(s store.Suspect) bool { return slices.Contains(keys, s.Key) })
	return nil
}

// dropSuspects forgets some.
func (w *writer) dropSuspects(these func(store.Suspect) bool) {
	kept := slices.DeleteFunc(slices.Clone(w.state.suspects), these)
	if len(kept) < len(w.state.suspects) {
		w.note(store.SuspectsKey)
	}
	w.state.suspects = kept
}
