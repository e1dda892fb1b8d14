package storage

import (
	"encoding/json"
	"fmt"

	"crossfeed/engine/store"
)

// details is the JSON of a decision. Versions stand there by the base64 of their
// identities.
type details struct {
	Deleted  bool         `json:"deleted,omitempty"`
	Update   int          `json:"update"`
	Before   identity     `json:"before"`
	After    identity     `json:"after"`
	Versions []considered `json:"versions,omitempty"`
	Fields   []decided    `json:"fields,omitempty"`
}

type considered struct {
	Version identity `json:"version"`
	By      string   `json:"by,omitempty"`
	When    string   `json:"when,omitempty"`
	Deleted bool     `json:"deleted,omitempty"`
	Taken   bool     `json:"taken,omitempty"`
}

type decided struct {
	Field    string `json:"field"`
	Value    string `json:"value"`
	Path     string `json:"path,omitempty"`
	From     int    `json:"from"`
	Proposed bool   `json:"proposed,omitempty"`
}

func encodeDetails(d store.Decision) (string, error) {
	all := details{Deleted: d.Deleted, Update: d.Update, Before: d.Before, After: d.After}
	for _, v := range d.Versions {
		all.Versions = append(all.Versions, considered{v.Version, v.By, v.When, v.Deleted, v.Taken})
	}
	for _, f := range d.Fields {
		all.Fields = append(all.Fields, decided(f))
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", fmt.Errorf("writing a decision: %w", err)
	}
	return string(text), nil
}

func decodeDetails(text string, d *store.Decision) error {
	var all details
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return fmt.Errorf("reading a decision: %w", err)
	}
	d.Deleted, d.Update, d.Before, d.After = all.Deleted, all.Update, all.Before, all.After
	for _, v := range all.Versions {
		d.Versions = append(d.Versions, store.Considered{Version: v.Version, By: v.By, When: v.When, Deleted: v.Deleted, Taken: v.Taken})
	}
	for _, f := range all.Fields {
		d.Fields = append(d.Fields, store.Decided(f))
	}
	return nil
}
