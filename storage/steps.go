package storage

import (
	"encoding/json"
	"fmt"

	"crossfeed/engine/store"
)

// step is one step in the JSON of an edit. Versions stand there by the base64 of
// their identities; none before is left out.
type step struct {
	Set    int64  `json:"set"`
	Item   string `json:"item"`
	Before []byte `json:"before,omitempty"`
	After  []byte `json:"after"`
}

func encodeSteps(steps []store.Step) (string, error) {
	all := make([]step, len(steps))
	for i, s := range steps {
		all[i] = step{Set: s.Set, Item: s.Item, After: s.After[:]}
		if s.Before != (store.Step{}).Before {
			all[i].Before = s.Before[:]
		}
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
		step := store.Step{Set: s.Set, Item: s.Item}
		copy(step.Before[:], s.Before)
		copy(step.After[:], s.After)
		steps = append(steps, step)
	}
	return steps, nil
}
