package storage

import (
	"encoding/json"
	"fmt"

	"crossfeed/engine/store"
)

// step is one step in the JSON of an edit. Versions stand there by the base64 of
// their identities; none before is left out, and so are lists that are nil.
type step struct {
	Set    int64      `json:"set"`
	Item   string     `json:"item"`
	Before identity   `json:"before,omitzero"`
	After  identity   `json:"after"`
	Marked bool       `json:"marked,omitempty"`
	Opens  []identity `json:"opens,omitzero"`
	Leaves []identity `json:"leaves,omitzero"`
	Offers []identity `json:"offers,omitzero"`
	Name   string     `json:"name,omitempty"`
}

func encodeSteps(steps []store.Step) (string, error) {
	all := make([]step, len(steps))
	for i, s := range steps {
		all[i] = step{s.Set, s.Item, s.Before, s.After, s.Flagged, identities(s.Opens), identities(s.Leaves), identities(s.Offers), s.Name}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", fmt.Errorf("writing the steps of an edit: %w", err)
	}
	return string(text), nil
}

func decodeSteps(text string) ([]store.Step, error) {
	var all []step
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("reading the steps of an edit: %w", err)
	}
	var steps []store.Step
	for _, s := range all {
		steps = append(steps, store.Step{
			Set: s.Set, Item: s.Item, Before: s.Before, After: s.After, Flagged: s.Marked,
			Opens: hashes(s.Opens), Leaves: hashes(s.Leaves), Offers: hashes(s.Offers), Name: s.Name,
		})
	}
	return steps, nil
}
