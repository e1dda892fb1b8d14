package storage

import (
	"database/sql"
	"errors"
)

// Endpoint implements store.EndpointReader.
func (r *reader) Endpoint() (id string, err error) {
	err = r.one("SELECT id FROM endpoint", nil, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}

// SetEndpoint implements store.EndpointWriter.
func (w *writer) SetEndpoint(id string) error {
	_, err := w.exec("INSERT INTO endpoint VALUES (1, ?) ON CONFLICT DO UPDATE SET id = excluded.id", id)
	return err
}
