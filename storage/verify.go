package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Verify reads everything in one state of the database, and changes nothing. progress is
// called with the number of versions and items read; it may be nil.
func (s *Store) Verify(ctx context.Context, progress func(done, all int)) (v store.Verified, err error) {
	err = s.View(ctx, func(r store.Reader) error {
		c := &check{reader: r.(*reader), progress: progress}
		err := c.everything()
		v = c.result
		return err
	})
	structure := func(f store.Fault) bool { return f.Kind == store.Structure }
	switch {
	case errors.Is(err, store.ErrDamaged):
		v.Faults = append(v.Faults, store.Fault{Kind: store.Structure, Text: err.Error()})
		err = nil
	case ctx.Err() == nil && slices.ContainsFunc(v.Faults, structure):
		s.noteDamage()
		err = nil // one of its consequences
	case err == nil && len(v.Faults) == 0:
		s.forgetDamage()
	}
	return v, err
}

// check verifies a database.
type check struct {
	*reader
	result    store.Verified
	progress  func(done, all int)
	done, all int
}

func (c *check) fault(kind store.FaultKind, set int64, id, format string, a ...any) {
	c.result.Faults = append(c.result.Faults, store.Fault{Kind: kind, Set: set, Item: id, Text: fmt.Sprintf(format, a...)})
}

// step reports the progress.
func (c *check) step() error {
	c.done++
	if c.progress != nil && c.done%100 == 0 {
		c.progress(c.done, c.all)
	}
	return c.ctx.Err()
}

func (c *check) everything() error {
	const counted = "SELECT (SELECT count(*) FROM versions) + (SELECT count(*) FROM items)"
	for _, part := range []func() error{
		c.structure,
		func() error { return c.one(counted, nil, &c.all) },
		c.versions, c.quarantine, c.items, c.copies, c.texts,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// structure has SQLite check the structure.
func (c *check) structure() error {
	found, err := all(c.reader, scanText, "PRAGMA integrity_check(100)")
	for _, text := range found {
		if text != "ok" {
			c.fault(store.Structure, 0, "", "%s", text)
		}
	}
	if err != nil {
		return err
	}
	if err := c.schema(); err != nil {
		return err
	}
	dangling, err := all(c.reader, scanText, `SELECT "table" FROM pragma_foreign_key_check WHERE NOT ("table" IN ('items', 'conflicts') AND parent = 'versions') GROUP BY "table"`)
	for _, table := range dangling {
		c.fault(store.Structure, 0, "", "table %s has orphaned rows", table)
	}
	return err
}

// schema compares tables and indexes with those of a new database.
func (c *check) schema() error {
	whole, err := sql.Open(driver, "file::memory:")
	if err != nil {
		return err
	}
	defer func() { _ = whole.Close() }() // it is in memory
	whole.SetMaxOpenConns(1)
	if _, err := whole.ExecContext(c.ctx, schema); err != nil {
		return err
	}
	want, err := objects(c.ctx, whole)
	if err != nil {
		return err
	}
	got, err := objects(c.ctx, c.tx.conn)
	if err != nil {
		return c.fail(err)
	}
	layout := strings.NewReplacer(" ", "", "\n", "", `"`, "")
	for _, w := range want {
		same := func(g object) bool {
			return g.name == w.name && g.kind == w.kind && g.table == w.table && layout.Replace(g.sql) == layout.Replace(w.sql)
		}
		if !slices.ContainsFunc(got, same) {
			c.fault(store.Structure, 0, "", "the %s %s is damaged", w.kind, w.name)
		}
	}
	return nil
}

func scanText(row scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// versions reads every version of the archive.
func (c *check) versions() error {
	const query = `SELECT v.key, v.publisher, v.details, ` + versionColumns + `, v."by", v.sequence, v."when", v.seen_at, v.seen_from, v.came, v.damaged
		FROM versions v WHERE v.key > ? ORDER BY v.key LIMIT 200`
	for after := int64(-1 << 62); ; {
		some, err := all(c.reader, scanVerified, query, after)
		if err != nil || len(some) == 0 {
			return err
		}
		if last := some[len(some)-1].key; last <= after {
			return c.fail(outOfOrder(c.store.path, "versions"))
		}
		for _, v := range some {
			after = v.key
			c.result.Versions++
			c.version(v)
			if err := c.step(); err != nil {
				return err
			}
		}
	}
}

// verifiedVersion is a version with its origin.
type verifiedVersion struct {
	scannedVersion
	id       string
	title    string
	content  string
	sum      int64
	origin   origin
	received int64
	damaged  bool
}

func scanVerified(row scanner) (v verifiedVersion, _ error) {
	var rec storedVersion
	into := append(append([]any{&v.key}, rec.beyond()...), rec.fields()...)
	o := &v.origin
	if v.bad = row.Scan(append(into, &o.by, &o.sequence, &o.when, &o.at, &o.from, &v.received, &v.damaged)...); v.bad == nil {
		v.version, v.bad = rec.decode()
	}
	o.publisher = rec.publisher
	v.set, v.id, v.title, v.content, v.details = rec.set, rec.version.ID, rec.known.Title, rec.content, rec.details
	return v, nil
}

func (c *check) version(v verifiedVersion) {
	if v.damaged {
		c.result.Quarantined++
		c.result.Quarantine = append(c.result.Quarantine, store.QuarantinedVersion{
			Key: v.key, Set: v.set, Item: v.id, By: v.origin.by, When: v.origin.when, Title: v.title, Content: v.content,
		})
		return
	}
	if v.bad != nil {
		c.fault(store.Lost, v.set, v.id, "a version is damaged: %v", v.bad)
		return
	}
	parsed, err := item.ParseContent(v.content)
	if err != nil || parsed.Known() != v.version.Content.Known() {
		c.fault(store.Lost, v.set, v.id, "the stored title of a version does not match its content")
		return
	}
	top, o := v.version.Top(), v.origin
	_, errAt := parseInstant(o.at)
	if top.By != o.by || top.Sequence != o.sequence || top.When.String() != o.when || errAt != nil || differs(v.received, o.sum()) {
		c.fault(store.Derived, v.set, v.id, "the author or the time of a version is damaged")
	}
}

// quarantine checks whether the lists have the items of the quarantined versions.
func (c *check) quarantine() error {
	const query = "SELECT NOT EXISTS (SELECT 1 FROM items WHERE set_key = ? AND id = ?)"
	for i := range c.result.Quarantine {
		q := &c.result.Quarantine[i]
		if err := c.one(query, args{q.Set, q.Item}, &q.Gone); err != nil {
			return err
		}
	}
	return nil
}

// items reads every item of every list.
func (c *check) items() error {
	sets, err := all(c.reader, scanKey, "SELECT DISTINCT set_key FROM items ORDER BY set_key")
	if err != nil {
		return err
	}
	for _, set := range sets {
		err := c.EachItem(set, func(it *item.Item) error { return c.item(set, it) })
		damaged, err := store.Spare(err)
		if err != nil {
			return err
		}
		for _, id := range damaged {
			c.result.Items++
			c.fault(store.Lost, set, id, "the item is damaged")
		}
	}
	return nil
}

// item compares what lists show of an item with its contents.
func (c *check) item(set int64, it *item.Item) error {
	c.result.Items++
	want, text, err := (&writer{reader: c.reader}).shown(set, it)
	if err != nil {
		return err
	}
	got, err := c.Row(set, it.ID())
	if err != nil {
		return err
	}
	if want.When.Equal(got.When) {
		want.When = got.When
	}
	if len(want.Tags) == 0 && len(got.Tags) == 0 {
		want.Tags, got.Tags = nil, nil
	}
	if !reflect.DeepEqual(want, got) {
		c.fault(store.Derived, set, it.ID(), "the data shown in lists does not match the item")
		return c.step()
	}
	const query = "SELECT EXISTS (SELECT 1 FROM searchable s JOIN items i ON i.key = s.item WHERE i.set_key = ? AND i.id = ? AND s.text = ?)"
	var found bool
	if err := c.one(query, args{set, it.ID(), []byte(text)}, &found); err != nil {
		return err
	}
	if !found {
		c.fault(store.Derived, set, it.ID(), "it is missing from the search index")
	}
	return c.step()
}

// texts are the columns with JSON, and the statements that empty them: text that cannot be
// decoded is useless, and prevents everything stored with it from being read.
var texts = []struct {
	what, read, reset string
	mirror            *mirrored
	// feeds finds the subscription whose feeds have the data again, or is "".
	feeds string
}{
	{"the publication of a list", "SELECT key FROM sets", "UPDATE sets SET details = '' WHERE key = ?", &mirroredSets, ""},
	{"the status of a feed", "SELECT key FROM subscriptions", "UPDATE subscriptions SET details = '', last_try = '', last_success = '', error_since = '' WHERE key = ?", &mirroredSubscriptions, ""},
	{"an edit in the undo history", "SELECT key FROM edits", "UPDATE edits SET steps = '[]', at = '' WHERE key = ?", nil, ""},
	{"an entry of the resolution log", "SELECT key FROM decisions", "DELETE FROM decisions WHERE key = ?", nil, ""},
	{"an item that is held for review", "SELECT key FROM held_items", "DELETE FROM held_items WHERE key = ?", nil, "SELECT subscription FROM held_items WHERE key = ?"},
}

// readText reads one row of texts. If it cannot be decoded, the error is *damage.
func (r *reader) readText(kind int, key int64) error {
	switch kind {
	case 0:
		return decodable(r, setScanner(), "SELECT key, "+setColumns+" FROM sets WHERE key = ?", key)
	case 1:
		return decodable(r, scanSubscription, "SELECT key, "+subscriptionColumns+" FROM subscriptions WHERE key = ?", key)
	case 2:
		return decodable(r, scanEdit, "SELECT key, at, what, undone, steps FROM edits WHERE key = ?", key)
	case 3:
		return decodable(r, scanDecision, selectDecisions+" WHERE key = ?", key)
	default:
		return decodable(r, scanQuarantinedItem, selectQuarantined+" WHERE key = ?", key)
	}
}

// decodable reads rows. A row that cannot be decoded does not end the transaction.
func decodable[T any](r *reader, scan func(scanner) (T, error), query string, key int64) error {
	var bad error
	_, err := all(r, func(row scanner) (t T, _ error) {
		t, bad = scan(row)
		return t, nil
	}, query, key)
	if err == nil && bad != nil {
		err = &damage{bad}
	}
	return err
}

// brokenTexts visits the texts that cannot be read.
func (r *reader) brokenTexts(visit func(kind int, key int64, why error) error) error {
	for kind, t := range texts {
		keys, err := all(r, scanKey, t.read)
		if err != nil {
			return err
		}
		for _, key := range keys {
			err := r.readText(kind, key)
			if isDamage(err) {
				err = visit(kind, key, err)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *check) texts() error {
	return c.brokenTexts(func(kind int, key int64, why error) error {
		what, again := texts[kind].what, ""
		if held, is := errors.AsType[quarantinedItemError](why); is {
			what = "item " + held.id + ", which is held for review,"
		}
		if texts[kind].feeds != "" {
			again = "; the next sync after a repair reads its feed again"
		}
		c.fault(store.Derived, 0, "", "%s is damaged%s", what, again)
		return nil
	})
}
