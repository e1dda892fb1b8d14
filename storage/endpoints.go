package storage

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// device is the JSON of what is stored about this device, apart from its identifier.
type device struct {
	Former  []store.Former `json:"former,omitempty"`
	Home    store.Home     `json:"home,omitzero"`
	Backups store.Backups  `json:"backups,omitzero"`
	Damaged int            `json:"damaged,omitzero"`
}

// Endpoint implements store.Reader.
func (r *reader) Endpoint() (string, error) {
	d, err := r.Device()
	return d.ID, err
}

var selectDevice = "SELECT one, id, details, " + mirroredEndpoint.differs() + " FROM (SELECT 1 AS one) LEFT JOIN endpoint USING (one)"

// Device implements store.Reader. If the row is gone, it uses the copy.
func (r *reader) Device() (d store.Device, err error) {
	found, err := doubled(r, mirroredEndpoint, mirroredEndpoint.columns, scanDevice, 1, selectDevice)
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
	return store.Device{ID: id.String, Former: known.Former, Home: known.Home, Backups: known.Backups, Damaged: known.Damaged}, nil
}

// PutDevice implements store.Writer.
func (w *writer) PutDevice(d store.Device) error {
	text, err := json.Marshal(device{d.Former, d.Home, d.Backups, d.Damaged})
	if err != nil {
		return fmt.Errorf("saving what is known of this device: %w", err)
	}
	const put = "INSERT INTO endpoint (one, id, details) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET (id, details) = (excluded.id, excluded.details)"
	if _, err = w.exec(store.DeviceKey, put, d.ID, string(text)); err != nil {
		return err
	}
	return w.copyRow(mirroredEndpoint, 1)
}

// made counts the versions that a transaction archived from one endpoint.
type made struct {
	versions int
	last     time.Time
}

// count counts a version just archived for its endpoint. The rows are updated for all versions
// together, before they are read and at the commit, because an import has thousands of
// versions by one endpoint.
func (w *writer) count(v *item.Version) {
	top := v.Top()
	if top.By == "" {
		return
	}
	if w.made == nil {
		w.made = make(map[string]made)
	}
	m := w.made[top.By]
	m.versions++
	m.last = later(m.last, top.When.Time())
	w.made[top.By] = m
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// flush writes the counts to the rows.
func (w *writer) flush() error {
	for _, by := range slices.Sorted(maps.Keys(w.made)) {
		m := w.made[by]
		there, err := all(w.reader, scanMade, `SELECT versions, last FROM makers WHERE "by" = ?`, by)
		if err != nil {
			return err
		}
		for _, t := range there {
			m.versions, m.last = m.versions+t.versions, later(m.last, t.last)
		}
		if _, err := w.exec(store.MakersKey, "INSERT OR REPLACE INTO makers VALUES (?, ?, ?)", by, m.versions, instant(m.last)); err != nil {
			return err
		}
	}
	w.made = nil
	return nil
}

// scanMade reads a row that will be put again. A damaged time is ignored.
func scanMade(row scanner) (m made, err error) {
	var last string
	err = row.Scan(&m.versions, &last)
	at, _ := parseInstant(last)
	m.last = time.Time(at)
	return m, err
}

// Endpoints implements store.Reader.
func (r *reader) Endpoints() ([]store.Endpoint, error) {
	const query = `SELECT "by", coalesce(name, ''), coalesce(versions, 0), coalesce(last, '')
		FROM makers FULL JOIN names USING ("by") ORDER BY "by"`
	return all(r, scanEndpoint, query)
}

func scanEndpoint(row scanner) (e store.Endpoint, err error) {
	err = row.Scan(&e.By, &e.Name, &e.Versions, (*instant)(&e.Last))
	return e, err
}

// Endpoints implements store.Reader.
func (w *writer) Endpoints() ([]store.Endpoint, error) {
	if err := w.flush(); err != nil {
		return nil, err
	}
	return w.reader.Endpoints()
}

// Names implements store.Reader.
func (r *reader) Names() (map[string]string, error) {
	pairs, err := all(r, scanPair, `SELECT "by", name FROM names`)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(pairs))
	for _, p := range pairs {
		names[p[0]] = p[1]
	}
	return names, nil
}

// PutName implements store.Writer.
func (w *writer) PutName(by, name string) error {
	names, err := w.Names()
	if err != nil || names[by] == name {
		return err
	}
	if name == "" {
		_, err = w.exec(store.NamesKey, `DELETE FROM names WHERE "by" = ?`, by)
	} else {
		_, err = w.exec(store.NamesKey, "INSERT OR REPLACE INTO names VALUES (?, ?)", by, name)
	}
	return err
}

// Consent implements store.Reader.
func (r *reader) Consent(by string) (store.Consent, error) {
	var published bool
	err := r.one(`SELECT published FROM consents WHERE "by" = ?`, args{by}, &published)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return store.Unasked, nil
	case published:
		return store.Public, err
	}
	return store.Private, err
}

// PutConsent implements store.Writer.
func (w *writer) PutConsent(by string, c store.Consent) error {
	before, err := w.Consent(by)
	if err != nil || before == c {
		return err
	}
	if c == store.Unasked {
		_, err = w.exec(store.NamesKey, `DELETE FROM consents WHERE "by" = ?`, by)
	} else {
		_, err = w.exec(store.NamesKey, "INSERT OR REPLACE INTO consents VALUES (?, ?)", by, c == store.Public)
	}
	return err
}
