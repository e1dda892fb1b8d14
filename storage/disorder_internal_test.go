package storage

import (
	"context"
	"encoding/binary"
	"os"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Rows whose keys are out of order would be read again and again. It is said, and nothing goes
// on for ever.
func TestRowsThatAreOutOfOrderAreReadOnce(t *testing.T) {
	for _, table := range []string{"versions", "items"} {
		s, set := eggsAndMilk(t)
		var root int64
		if err := s.db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", table).Scan(&root); err != nil {
			t.Fatal(err)
		}
		path := s.path
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := file[(root-1)*pageBytes : root*pageBytes]
		const leaf = 13
		if page[0] != leaf {
			t.Fatalf("the page of %s has the type %d", table, page[0])
		}
		cell := page[binary.BigEndian.Uint16(page[8+2*(binary.BigEndian.Uint16(page[3:])-1):]):]
		_, n := binary.Uvarint([]byte{cell[0] & 0x7f}) // the size of the row, in one or two bytes
		if cell[0]&0x80 != 0 {
			n++
		}
		if cell[n] < 2 || cell[n] > 0x7f {
			t.Fatalf("the last key of %s is %d", table, cell[n])
		}
		cell[n] = 0 // before all others
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		s = &Store{path: path, patience: patience}
		if err := s.connect(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		v, err := s.Verify(ctx, nil)
		if err != nil || !slices.ContainsFunc(v.Faults, func(f store.Fault) bool { return f.Kind == store.Structure }) {
			t.Errorf("%s: found %+v, %v", table, v.Faults, err)
		}
		read := 0
		_ = s.View(ctx, func(r store.Reader) error {
			return r.EachItem(set, func(*item.Item) error { read++; return nil })
		})
		if read > 2 || ctx.Err() != nil {
			t.Errorf("%s: %d items were read, %v", table, read, ctx.Err())
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
