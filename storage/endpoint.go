package storage

import (
	"database/sql"
	"encoding/json"
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
	Damaged int            `json:"damaged,omitzero"`
}

// Endpoint implements store.EndpointReader.
func (r *reader) Endpoint() (string, error) {
	d, err := r.Device()
	return d.ID, err
}

var selectDevice = "SELECT one, id, details, " + mirroredEndpoint.differs() + " FROM (SELECT 1 AS one) LEFT JOIN endpoint USING (one)"

// Device implements store.EndpointReader. Where the row is gone, its copy counts.
func (r *reader) Device() (d store.Device, err error) {
	found, err := doubled(r, mirroredEndpoint, mirroredEndpoint.columns, scanDevice, selectDevice)
	if len(found) == 1 {
		d = found[0]
	}
	return d, err
}

func scanDevice(row scanner) (d store.Device, err error) {
	var key int64
	var id, text sql.NullString
	if err := row.Scan(&key, &id, &text); err != nil || text.String == "" {
		d.ID = id.String
		return d, err
	}
	var known device
	if err := json.Unmarshal([]byte(text.String), &known); err != nil {
		return d, fmt.Errorf("reading what is known of this device: %w", err)
	}
	return store.Device{ID: id.String, Since: known.Since, Former: known.Former, Home: known.Home, Backups: known.Backups, Damaged: known.Damaged}, nil
}

// PutDevice implements store.EndpointWriter.
func (w *writer) PutDevice(d store.Device) error {
	text, err := json.Marshal(device{d.Since, d.Former, d.Home, d.Backups, d.Damaged})
	if err != nil {
		return fmt.Errorf("saving what is known of this device: %w", err)
	}
	const put = "INSERT INTO endpoint (one, id, details) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET (id, details) = (excluded.id, excluded.details)"
	if _, err = w.exec(store.DeviceKey, put, d.ID, string(text)); err != nil {
		return err
	}
	return w.keepCopy(mirroredEndpoint, 1)
}
