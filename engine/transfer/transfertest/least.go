package transfertest

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-vcard"
	_ "modernc.org/sqlite" // the driver that the store uses

	"crossfeed/engine/record"
)

// Decode reads a file by the library alone.
func Decode(k record.Kind, file string) error {
	if k == record.Todo {
		_, err := ical.NewDecoder(strings.NewReader(file)).Decode()
		return err
	}
	for d := vcard.NewDecoder(strings.NewReader(file)); ; {
		if _, err := d.Decode(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// Insert puts rows into a new database in a folder, in one transaction, as the
// store writes: each under an identifier that is there once.
func Insert(ctx context.Context, dir string, rows map[string]string) (err error) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "least.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-16384)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err = db.ExecContext(ctx, "CREATE TABLE items (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, content TEXT NOT NULL)"); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO items (id, content) VALUES (?, ?)")
	for id, content := range rows {
		if err == nil {
			_, err = insert.ExecContext(ctx, id, content)
		}
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
