package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// PutItem implements store.ItemWriter.
func (w *writer) PutItem(set int64, it *item.Item, seen store.Seen) error {
	return named(noSet(w.putItem(set, it, seen)), "saving item "+it.ID())
}

func (w *writer) putItem(set int64, it *item.Item, seen store.Seen) error {
	it, err := w.supplied(set, it)
	if err != nil {
		return err
	}
	versions, err := w.archiveAll(set, it.Versions(), seen)
	if err != nil {
		return err
	}
	it, lacks, err := w.complete(set, it)
	if err != nil {
		return err
	}
	var sorted ancestry.Sorted
	if len(it.Conflicts) > 0 {
		if sorted, err = w.sort(set, it); err != nil {
			return err
		}
	}
	row, text := store.Shown(it, sorted)
	orphaned, err := w.orphaned(set, it.Winner)
	if err != nil {
		return err
	}
	row = row.Orphaned(orphaned)
	winner, err := winnerOf(it, versions[0])
	if err != nil {
		return err
	}
	winner.lacks = lacks
	if winner.held, err = heldSum(it, versions, lacks); err != nil {
		return err
	}
	if winner.stamp, err = w.stamp(seen.At); err != nil {
		return err
	}
	key, reopened, err := w.putRow(set, row, winner)
	if err != nil {
		return err
	}
	if err := w.putConflicts(set, key, it.Conflicts, versions[1:]); err != nil {
		return err
	}
	if err := w.putSearchable(key, set, row, text); err != nil {
		return err
	}
	switch {
	case reopened && len(it.Conflicts) == 0:
		return w.recount(set, it.ID())
	case it.Winner.Place != item.Place{}:
		return w.recountIn(set, it.ID(), row.Gone())
	}
	return nil
}

// putSearchable stores the text that a search finds an item by, and copies of the columns that
// most searches also need.
func (w *writer) putSearchable(key, set int64, row store.Row, text string) error {
	sign := signatureOf(text)
	_, err := w.exec(store.ListKey(set), `INSERT INTO searchable VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
		gone = excluded.gone, conflicts = excluded.conflicts, open = excluded.open, text = excluded.text,
		sign0 = excluded.sign0, sign1 = excluded.sign1, sign2 = excluded.sign2, sign3 = excluded.sign3`,
		key, set, row.Gone(), conflicted(row), row.Open(), sign[0], sign[1], sign[2], sign[3], []byte(text))
	return err
}

// conflicted returns the number of conflicts to resolve. The mark of an item counts as one.
func conflicted(row store.Row) int {
	if row.Flagged {
		return row.Conflicts + 1
	}
	return row.Conflicts
}

func (w *writer) archiveAll(set int64, versions []*item.Version, seen store.Seen) ([]int64, error) {
	keys := make([]int64, len(versions))
	for i, v := range versions {
		key, err := w.archiveHeld(set, v, seen)
		if err != nil {
			return nil, err
		}
		keys[i] = key
	}
	return keys, nil
}

// The columns of an item after its versions: those that no index has, and the others.
const (
	plainColumns   = `winner, deleted, updates, at, "by", title, publisher, flagged, details, listed, lacks, held, sum, facts, uid`
	indexedColumns = `conflicts, gone, stands_in, marked, open, day, parent, alarms, place`
)

// winner has the winner's columns in an item's row: the key of the version, properties that
// are not fixed in the archive, and the stamp, or 0 to keep the current one.
type winner struct {
	key                int64
	publisher, details string
	stamp              int64
	// flagged and listed are the item's mark and the number of its conflicts. lacks reports
	// whether one of its versions lacks a record that the archive has.
	flagged bool
	listed  int
	lacks   bool
	// held is the checksum of the item's contents.
	held int64
}

func winnerOf(it *item.Item, key int64) (winner, error) {
	details, err := encodeVersionDetails(it.Winner)
	return winner{
		key: key, publisher: it.Winner.Publisher, details: details,
		flagged: it.Flagged, listed: len(it.Conflicts),
	}, err
}

// heldSum returns the checksum of an item whose versions have these keys.
func heldSum(it *item.Item, versions []int64, lacks bool) (int64, error) {
	var p parts
	for i, v := range it.Versions() {
		details, err := encodeVersionDetails(v)
		if err != nil {
			return 0, err
		}
		p.add(versions[i], v.Publisher, details)
	}
	return p.of(it.Flagged, lacks, len(it.Conflicts)), nil
}

// sumOfRow returns the checksum of what lists show of an item.
func sumOfRow(c *checksum, set int64, row *store.Row, at, details, facts string) int64 {
	c.number(set)
	for _, text := range []string{row.ID, row.Title, at, row.By, details, facts} {
		c.text(text)
	}
	c.number(int64(row.Updates))
	c.flag(row.Deleted)
	return c.sum()
}

// putRow adds an item without conflicts, or replaces its row with one, and then sets its tags.
// It returns the key, and whether versions of the item are reopened.
func (w *writer) putRow(set int64, row store.Row, v winner) (key int64, reopened bool, err error) {
	plain, indexed := rowValues(set, row, v)
	there, tagged := false, false // has the tags of the row
	if row.Updates > 1 {          // it is there, as a rule
		key, reopened, tagged, there, err = w.replaceRow(set, row, v, plain, indexed)
	}
	if err == nil && !there {
		key, there, err = w.add(store.ListKey(set), insertItem, slices.Concat(plain, indexed, args{set, row.ID, v.stamp})...)
		if err == nil && !there {
			key, reopened, tagged, _, err = w.replaceRow(set, row, v, plain, indexed)
		}
	}
	if err == nil && !tagged {
		err = w.putTags(set, key, row.Tags)
	}
	return key, reopened, err
}

// rowValues are the values of plainColumns and indexedColumns.
func rowValues(set int64, row store.Row, v winner) (plain, indexed args) {
	at, facts := instant(row.When).String(), factValues(row)
	plain = args{v.key, row.Deleted, row.Updates, at, row.By, row.Title, v.publisher, v.flagged, v.details, v.listed, v.lacks,
		v.held, sumOfRow(new(checksum), set, &row, at, v.details, facts[0].(string)), facts[0], facts[1]}
	return plain, append(args{row.Conflicts, row.Gone(), row.Place.Parent, row.Flagged}, facts[2:]...)
}

// SQLite writes each index with a column that a statement sets, even to the same value. Most
// updates of an item change none of these columns, so a statement of their own sets them.
var (
	insertItem = "INSERT INTO items (" + plainColumns + ", " + indexedColumns + ", set_key, id, stamp) VALUES (" +
		places(plainColumns) + ", " + places(indexedColumns) + ", ?, ?, ?) ON CONFLICT DO NOTHING"
	replacePlain   = "UPDATE items SET (" + plainColumns + ") = (" + places(plainColumns) + ") WHERE key = ?"
	replaceIndexed = "UPDATE items SET (" + indexedColumns + ", stale) = (" + places(indexedColumns) + `, 0), hidden = hidden AND winner = ?
		WHERE key = ? AND ((` + indexedColumns + ", stale) IS NOT (" + places(indexedColumns) + ", 0) OR hidden AND winner <> ?)"
)

// places returns one placeholder for each of the columns.
func places(columns string) string {
	return "?" + strings.Repeat(", ?", strings.Count(columns, ","))
}

// replaceRow replaces the row of an item, if there is one. The stamp is updated by a separate statement: SQLite
// keeps in memory what a statement overwrites, and including the stamp's index that would just
// exceed what it can get without asking the system for memory each time.
func (w *writer) replaceRow(set int64, row store.Row, v winner, plain, indexed args) (key int64, reopened, tagged, there bool, err error) {
	key, reopened, tagged, err = w.clear(set, row)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, false, false, nil
	}
	if err != nil {
		return 0, false, false, false, err
	}
	_, err = w.exec(store.ListKey(set), replaceIndexed, slices.Concat(indexed, args{v.key, key}, indexed, args{v.key})...)
	if err == nil {
		_, err = w.exec(store.ListKey(set), replacePlain, append(plain, key)...)
	}
	if err == nil && v.stamp != 0 {
		_, err = w.exec(store.ListKey(set), "UPDATE items SET stamp = ? WHERE key = ?", v.stamp, key)
	}
	return key, reopened, tagged, true, err
}

// clear removes the conflicts of an existing item, and its tags unless the new row has the same:
// most edits change none. It returns the item's key, whether versions of it are reopened, and
// whether its tags stay.
func (w *writer) clear(set int64, row store.Row) (key int64, reopened, tagged bool, err error) {
	var listed, stale bool
	var found, facts string
	const query = "SELECT key, id, listed > 0, facts, stale, offers > 0 FROM items WHERE set_key = ? AND id = ?"
	if err = w.one(query, args{set, row.ID}, &key, &found, &listed, &facts, &stale, &reopened); err == nil {
		err = w.leads(found, row.ID)
	}
	if err == nil && listed {
		_, err = w.exec(store.ListKey(set), "DELETE FROM conflicts WHERE item = ?", key)
	}
	before := tagsOf(facts)
	tagged = !stale && before == strings.Join(row.Tags, between)
	if err == nil && !tagged && (stale || before != "") {
		_, err = w.exec(store.ListKey(set), "DELETE FROM tags WHERE item = ?", key)
	}
	return key, reopened, tagged, err
}

// putConflicts inserts the open conflicts of an item that has none, in their order.
func (w *writer) putConflicts(set, key int64, conflicts []*item.Version, versions []int64) error {
	for i, v := range conflicts {
		details, err := encodeVersionDetails(v)
		if err == nil {
			const insert = "INSERT INTO conflicts (item, position, version, publisher, details) VALUES (?, ?, ?, ?, ?)"
			_, err = w.exec(store.ListKey(set), insert, key, i, versions[i], v.Publisher, details)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// RemoveItem implements store.ItemWriter. Conflicts, reopened versions, tags and searchable
// text are deleted with the row; the archive stays.
func (w *writer) RemoveItem(set int64, id string) error {
	err := w.execOne(store.ListKey(set), store.ErrNoItem, "DELETE FROM items WHERE set_key = ? AND id = ?", set, id)
	if err == nil {
		err = w.recountIn(set, id, false)
	}
	return named(err, "removing item "+id)
}

// HideDeleted implements store.ItemWriter.
func (w *writer) HideDeleted(set int64, ids ...string) error {
	for _, id := range ids {
		if _, err := w.exec(store.ListKey(set), "UPDATE items SET hidden = 1 WHERE set_key = ? AND id = ? AND gone", set, id); err != nil {
			return named(err, "removing item "+id+" from the trash")
		}
	}
	return nil
}

// absent marks a version whose content is not known.
const absent = "m"

// encodeVersionDetails returns the text of the properties that are not part of a version's identity:
// the parent, key and cycle of its position, whether it is missing, its digest, and the
// entries that it resolved. It is empty if the version has none of these.
func encodeVersionDetails(v *item.Version) (string, error) {
	if v.Place == (item.Place{}) && !v.Missing && v.Digest == "" && len(v.Resolved) == 0 {
		return "", nil
	}
	resolved := ""
	if len(v.Resolved) > 0 {
		var err error
		if resolved, err = encodeHistory(v.Resolved); err != nil {
			return "", err
		}
	}
	return strings.Join([]string{v.Place.Parent, v.Place.Key, v.Place.Cycle, letter(absent, v.Missing) + v.Digest, resolved}, between), nil
}

// decodeVersionDetails sets the properties that are not part of a version's identity.
func decodeVersionDetails(text string, v *item.Version) (err error) {
	if text == "" {
		return nil
	}
	p, err := detailParts(text)
	if err != nil {
		return err
	}
	v.Place = item.Place{Parent: p[0], Key: p[1], Cycle: p[2]}
	v.Digest, v.Missing = strings.CutPrefix(p[3], absent)
	if p[4] != "" {
		v.Resolved, err = decodeHistory(p[4])
	}
	return err
}

// placeIn returns only the position, which lists need.
func placeIn(text string) (item.Place, error) {
	if text == "" {
		return item.Place{}, nil
	}
	p, err := detailParts(text)
	if err != nil {
		return item.Place{}, err
	}
	return item.Place{Parent: p[0], Key: p[1], Cycle: p[2]}, nil
}

func detailParts(text string) ([]string, error) {
	const parts = 5
	p := strings.SplitN(text, between, parts)
	if len(p) != parts {
		return nil, fmt.Errorf("reading a place: %d parts", len(p))
	}
	return p, nil
}
