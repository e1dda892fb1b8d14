package storage

import "crossfeed/engine/store"

// Stamps implements store.ItemReader.
func (r *reader) Stamps(set int64) ([]store.Stamped, error) { panic("to be written") }

// Held implements store.HoldingReader.
func (r *reader) Held(subscription int64) (map[string]bool, error) { panic("to be written") }

// HeldElsewhere implements store.HoldingReader.
func (r *reader) HeldElsewhere(subscription int64, id string) (bool, error) {
	panic("to be written")
}

// Withheld implements store.HoldingReader.
func (r *reader) Withheld(set int64) (map[string]bool, error) { panic("to be written") }

// Hold implements store.HoldingWriter.
func (w *writer) Hold(subscription int64, ids ...string) error { panic("to be written") }

// LetGo implements store.HoldingWriter.
func (w *writer) LetGo(subscription int64, ids ...string) error { panic("to be written") }

// Suspects implements store.SuspectReader.
func (r *reader) Suspects(set int64) ([]store.Suspect, error) { panic("to be written") }

// PutSuspect implements store.SuspectWriter.
func (w *writer) PutSuspect(s store.Suspect) (int64, error) { panic("to be written") }

// RemoveSuspects implements store.SuspectWriter.
func (w *writer) RemoveSuspects(subscription int64, id string) error { panic("to be written") }
