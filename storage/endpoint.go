package storage

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"crossfeed/engine/store"
)

// device is the JSON of what is known of this device beside its identifier.
type device struct {
	Since   time.Time      `json:"since,omitzero"`
	Former  []store.Former `json:"former,omitempty"`
	Home    store.Home     `json:"home,omitzero"`
	Backups store.Backups  `json:"backups,omitzero"`
}

// Endpoint implements store.EndpointReader.
func (r *reader) Endpoint() (id string, err error) {
	err = r.one("SELECT id FROM endpoint", nil, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}

// Device implements store.EndpointReader.
func (r *reader) Device() (d store.Device, err error) {
	var text string
	err = r.one("SELECT id, details FROM endpoint", nil, &d.ID, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return d, nil
	}
	if err != nil || text == "" {
		return d, err
	}
	var known device
	if err := json.Unmarshal([]byte(text), &known); err != nil {
		return d, fmt.Errorf("reading what is known of this device: %w", err)
	}
	d.Since, d.Former, d.Home, d.Backups = known.Since, known.Former, known.Home, known.Backups
	return d, nil
}

// PutDevice implements store.EndpointWriter.
func (w *writer) PutDevice(d store.Device) error {
	text, err := json.Marshal(device{d.Since, d.Former, d.Home, d.Backups})
	if err != nil {
		return fmt.Errorf("saving what is known of this device: %w", err)
	}
	const put = "INSERT INTO endpoint (one, id, details) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET (id, details) = (excluded.id, excluded.details)"
	_, err = w.exec(put, d.ID, string(text))
	return err
}
