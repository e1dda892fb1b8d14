package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// SaveCopy copies the database as it is, damaged or not, into a folder next to it, and returns
// the folder.
func (s *Store) SaveCopy(ctx context.Context, now time.Time) (kept string, err error) {
	// An open write transaction prevents others from checkpointing the log in the meantime.
	tx, err := s.begin(ctx)
	if err != nil {
		return "", err
	}
	defer tx.end()
	return copyDatabase(filepath.Dir(s.path), now)
}

// copyDatabase copies the database in a folder, with its log.
func copyDatabase(dir string, now time.Time) (kept string, err error) {
	if kept, err = damagedFolder(dir, now); err != nil {
		return "", err
	}
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(filepath.Join(dir, fileName+suffix), filepath.Join(kept, fileName+suffix)); err != nil && (suffix == "" || !errors.Is(err, os.ErrNotExist)) {
			return "", errors.Join(fmt.Errorf("keeping the damaged data: %w", err), removeAll(kept))
		}
	}
	return kept, nil
}

// damagedPrefix is the prefix of the names of folders with damaged data.
const damagedPrefix = "damaged-"

// damagedFolder creates a folder for damaged data.
func damagedFolder(dir string, now time.Time) (string, error) {
	name := filepath.Join(dir, damagedPrefix+now.UTC().Format("20060102T150405Z"))
	kept := name
	for n := 2; ; n++ {
		err := os.Mkdir(kept, 0o700)
		if err == nil {
			return kept, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return "", fmt.Errorf("keeping the damaged data: %w", err)
		}
		kept = fmt.Sprintf("%s-%d", name, n)
	}
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// Mend restores in one transaction what can be derived from undamaged data: what lists show,
// and titles of versions. Texts that cannot be read are emptied.
func (s *Store) Mend(ctx context.Context) error {
	err := s.Update(ctx, func(st store.Writer) error {
		w := st.(*writer)
		w.stamps.preserve = true
		if err := w.restoreCopies(); err != nil {
			return err
		}
		err := w.brokenTexts(func(kind int, key int64, _ error) error {
			if err := w.readAgain(texts[kind].feeds, key); err != nil {
				return err
			}
			_, err := w.exec(store.AllKey, texts[kind].reset, key)
			if mirror := texts[kind].mirror; err == nil && mirror != nil {
				err = w.copyRow(*mirror, key)
			}
			return err
		})
		return errors.Join(err, w.mendVersions(), w.mendItems())
	})
	return named(err, "repairing what lists show")
}

// readAgain makes the next sync read all feeds of the subscription that a query finds by a
// key, to receive again what was emptied. With the query "" it does nothing.
func (w *writer) readAgain(query string, key int64) error {
	if query == "" {
		return nil
	}
	found, err := all(w.reader, scanKey, query, key)
	if err != nil {
		return err
	}
	subscriptions, err := w.Subscriptions(0)
	for _, s := range subscriptions {
		if !slices.Contains(found, s.Key) {
			continue
		}
		for address, f := range s.Feeds {
			f.Known = transport.Known{}
			s.Feeds[address] = f
		}
		s.Next = time.Time{}
		if _, err := w.PutSubscription(s); err != nil {
			return err
		}
	}
	return err
}

// mendVersions restores the data derived from the contents of versions.
func (w *writer) mendVersions() error {
	keys, err := all(w.reader, scanKey, "SELECT key FROM versions WHERE NOT damaged ORDER BY key")
	if err != nil {
		return err
	}
	const query = `SELECT v.key, v.publisher, v.details, ` + versionColumns + `, v."by", v.sequence, v."when", v.seen_at, v.seen_from, v.came, v.damaged
		FROM versions v WHERE v.key = ?`
	for _, key := range keys {
		found, err := all(w.reader, scanMendable, query, key)
		if err != nil {
			return err
		}
		for _, v := range found {
			if err := w.mendVersion(v); err != nil {
				return err
			}
		}
	}
	return w.ctx.Err()
}

// scanMendable is scanVerified for a version of which only the hash has to be right.
func scanMendable(row scanner) (v verifiedVersion, _ error) {
	var rec storedVersion
	into := append(append([]any{&v.key}, rec.beyond()...), rec.fields()...)
	o := &v.origin
	if v.bad = row.Scan(append(into, &o.by, &o.sequence, &o.when, &o.at, &o.from, &v.received, &v.damaged)...); v.bad == nil {
		v.version, v.bad = rec.identified()
	}
	o.publisher = rec.publisher
	v.set, v.content, v.sum = rec.set, rec.content, rec.sum
	return v, nil
}

func (w *writer) mendVersion(v verifiedVersion) error {
	if v.bad != nil {
		return nil
	}
	parsed, err := item.ParseContent(v.content)
	if err != nil {
		return nil // that is another fault
	}
	top, o := v.version.Top(), v.origin
	o.by, o.sequence, o.when = top.By, top.Sequence, top.When.String()
	if _, err := parseInstant(o.at); err != nil {
		o.at = ""
	}
	known := parsed.Known()
	sum := sumOfVersion(v.set, known.Title, known.Hash[:], known.Full)
	if known == v.version.Content.Known() && o == v.origin && v.received == o.sum() && v.sum == sum {
		return nil
	}
	const update = `UPDATE OR IGNORE versions SET title = ?, meaning = ?, fullness = ?, sum = ?,
		"by" = ?, sequence = ?, "when" = ?, seen_at = ?, came = ? WHERE key = ?`
	_, err = w.exec(store.ListKey(v.set), update, known.Title, known.Hash[:], known.Full, sum, o.by, o.sequence, o.when, o.at, o.sum(), v.key)
	return err
}

// mendItems puts the items again whose rows differ from their contents.
func (w *writer) mendItems() error {
	c := &check{reader: w.reader}
	if err := c.items(); err != nil {
		return err
	}
	for _, f := range c.result.Faults {
		if f.Kind == store.Derived {
			if err := putAgain(w, place{f.Set, f.Item}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Quarantine marks the damaged versions of an item, so that nothing reads them again, and
// returns how many the item has now. They still count for their endpoints.
func (w *writer) Quarantine(set int64, id string) (n int, err error) {
	const query = "SELECT v.key, v.publisher, v.details, " + versionColumns + " FROM versions v WHERE v.set_key = ? AND v.item = ? AND NOT v.damaged"
	found, err := all(w.reader, scanVersion, query, set, id)
	if err != nil {
		return 0, err
	}
	for _, k := range found {
		if k.bad == nil {
			continue
		}
		if _, err := w.exec(store.ListKey(set), "UPDATE versions SET damaged = 1 WHERE key = ?", k.key); err != nil {
			return 0, err
		}
	}
	err = w.one("SELECT count(*) FROM versions WHERE set_key = ? AND item = ? AND damaged", args{set, id}, &n)
	return n, err
}
