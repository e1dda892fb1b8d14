// Package transfertest helps to measure imports: it generates files as programs export them,
// and does the minimum that any import of them has to do.
package transfertest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-vcard"
	_ "modernc.org/sqlite" // the driver that the store uses

	"crossfeed/engine/record"
)

// File returns a file of n records of a kind: cards of about 550 bytes, or todos of about 600.
func File(k record.Kind, n int) string {
	if k == record.Contact {
		return cards(n)
	}
	return todos(n)
}

func cards(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, card, i, i, i, i, i, i, i, i)
	}
	return strings.ReplaceAll(b.String(), "\n", "\r\n")
}

const card = `BEGIN:VCARD
VERSION:3.0
PRODID:-//Example//EN
UID:00000000-0000-4000-8000-%012d
FN:Given Family %d
N:Family;Given;%d;;
EMAIL;TYPE=INTERNET,HOME:given%d@example.org
EMAIL;TYPE=INTERNET,WORK:family%d@example.com
TEL;TYPE=CELL,VOICE:+49 171 39%05d
TEL;TYPE=WORK:+49 30 23%06d
ADR;TYPE=HOME:;;Example Street %d;Example City;;12345;Germany
ORG:Example GmbH;Sales
TITLE:Engineer
BDAY:1985-04-12
CATEGORIES:friends,choir
NOTE:Met at the fair\, likes tea.\nCall after six.
REV:2026-11-02T08:00:00Z
END:VCARD
`

func todos(n int) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n")
	for i := range n {
		fmt.Fprintf(&b, todo, i, i, i)
	}
	b.WriteString("END:VCALENDAR\n")
	return strings.ReplaceAll(b.String(), "\n", "\r\n")
}

const todo = `BEGIN:VTODO
UID:%08d-7b0d-4f0c-9a38-61d2b7c0e9a4
DTSTAMP:20261120T101112Z
CREATED:20261119T101112Z
LAST-MODIFIED:20261120T101112Z
SUMMARY:Buy milk\, %d litres
DESCRIPTION:From the market\, if there is any left by then\, and else from t
 he shop at the corner\nNot too cold.
DUE;TZID=Europe/Berlin:20261127T180000
PRIORITY:5
PERCENT-COMPLETE:0
STATUS:NEEDS-ACTION
CATEGORIES:dairy,shop
X-APPLE-SORT-ORDER:%d
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Buy milk
TRIGGER;RELATED=END:-PT15M
END:VALARM
END:VTODO
`

// Decode parses a file using the library alone.
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

// Insert inserts rows into a new database in a folder, in one transaction, as the store does:
// each under a unique identifier.
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
