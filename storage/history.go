package storage

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/item"
)

// entry is one update in the JSON of a history. Extra is XML, and stands in
// the JSON as it is.
type entry struct {
	Sequence int     `json:"sequence"`
	When     string  `json:"when,omitempty"`
	At       instant `json:"at,omitzero"`
	By       string  `json:"by,omitempty"`
	Extra    string  `json:"extra,omitempty"`
}

func encodeHistory(history []item.History) (string, error) {
	entries := make([]entry, len(history))
	for i, h := range history {
		entries[i] = entry{h.Sequence, h.When.String(), instant(h.When.Time()), h.By, h.Extra}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(entries); err != nil {
		return "", fmt.Errorf("writing a history: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func decodeHistory(text string) ([]item.History, error) {
	var entries []entry
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, fmt.Errorf("reading a history: %w", err)
	}
	history := make([]item.History, len(entries))
	for i, e := range entries {
		when := item.ReadWhen(e.When, time.Time(e.At))
		history[i] = item.History{Sequence: e.Sequence, When: when, By: e.By, Extra: e.Extra}
	}
	return history, nil
}
