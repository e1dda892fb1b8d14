package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// versionColumns are the columns of table v that make up a version.
const versionColumns = `v.item, v.updates, v.deleted, v.undeleted, v.noconflicts, v.history, v.extra,
	v.title, v.meaning, v.fullness, v.content, v.hash, v.set_key, v.sum`

// storedVersion is a version in its stored form.
type storedVersion struct {
	version          item.Version
	history, content string
	known            item.Known
	meaning, hash    []byte
	set, sum         int64
	// publisher and details are stored elsewhere, because one version can have several values.
	publisher, details string
}

// fields returns the destinations of versionColumns.
func (r *storedVersion) fields() []any {
	v, k := &r.version, &r.known
	return []any{&v.ID, &v.Updates, &v.Deleted, &v.Undeleted, &v.NoConflicts, &r.history, &v.Extra,
		&k.Title, &r.meaning, &k.Full, &r.content, &r.hash, &r.set, &r.sum}
}

// beyond returns the destinations of the columns publisher and details, in whatever table.
func (r *storedVersion) beyond() []any { return []any{&r.publisher, &r.details} }

// decode decodes the version. Its identity proves that it is what was put, so that the content
// can be relied on without parsing it.
func (r *storedVersion) decode() (*item.Version, error) {
	v, err := r.identified()
	if err == nil && differs(r.sum, sumOfVersion(r.set, r.known.Title, r.meaning, r.known.Full)) {
		return nil, fmt.Errorf("item %s: the title of a version is not what was put", v.ID)
	}
	return v, err
}

// identified is decode without what the hash does not cover.
func (r *storedVersion) identified() (*item.Version, error) {
	v := &r.version
	var err error
	if v.History, err = decodeHistory(r.history); err != nil {
		return nil, fmt.Errorf("item %s: %w", v.ID, err)
	}
	copy(r.known.Hash[:], r.meaning)
	v.Content = item.StoredContent(r.content, r.known)
	if hash := store.Identity(v); !bytes.Equal(hash[:], r.hash) || len(r.meaning) != len(r.known.Hash) {
		return nil, fmt.Errorf("item %s: a version is not what was put", v.ID)
	}
	v.Publisher = r.publisher
	if err := decodeVersionDetails(r.details, v); err != nil {
		return nil, fmt.Errorf("item %s: %w", v.ID, err)
	}
	return v, nil
}

// sumOfVersion returns the checksum of what the hash does not cover.
func sumOfVersion(set int64, title string, meaning []byte, fullness int) int64 {
	var c checksum
	c.number(set)
	c.text(title)
	c.text(string(meaning))
	c.number(int64(fullness))
	return c.sum()
}

const selectArchived = `SELECT v.publisher, v.details, v.seen_at, v.seen_from, ` + versionColumns + `
	FROM versions v WHERE NOT v.damaged AND `

// Versions implements store.ArchiveReader.
func (r *reader) Versions(set int64, id string) ([]store.Archived, error) {
	const query = selectArchived + "v.set_key = ? AND v.item = ? ORDER BY v.key"
	found, err := all(r, scanArchived, query, set, id)
	return store.CompletedArchive(undamaged(found)), err
}

// The keys of the newest versions, and their number, are read from the index alone, and their
// length without their text, since a version may be long.
const (
	newestKeys   = "(SELECT key FROM versions WHERE set_key = ? AND item = ? ORDER BY key DESC LIMIT ?)"
	selectNewest = selectArchived + `v.key IN (SELECT key FROM (
			SELECT key, row_number() OVER newest AS place, sum(octet_length(history) + octet_length(content)) OVER newest AS bytes
			FROM versions WHERE key IN ` + newestKeys + ` WINDOW newest AS (ORDER BY key DESC)
		) WHERE place = 1 OR bytes <= ?) ORDER BY v.key`
	countVersions = "SELECT count(*) FROM versions WHERE set_key = ? AND item = ?"
)

// Newest implements store.ArchiveReader.
func (r *reader) Newest(set int64, id string, most, bytes int) (newest []store.Archived, n int, err error) {
	if newest, err = all(r, scanArchived, selectNewest, set, id, most, bytes); err != nil {
		return nil, 0, err
	}
	err = r.one(countVersions, args{set, id}, &n)
	return undamaged(newest), n, err
}

// Has implements store.ArchiveReader.
func (r *reader) Has(set int64, id string, update item.History) (has bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM versions WHERE set_key = ? AND item = ? AND "by" = ? AND sequence = ? AND "when" = ?)`
	err = r.one(query, args{set, id, update.By, update.Sequence, update.When.String()}, &has)
	return has, err
}

func undamaged(found []store.Archived) []store.Archived {
	return slices.DeleteFunc(found, func(a store.Archived) bool { return a.Version == nil })
}

// scanArchived reads an archived version; a damaged one has no Version. If only the time of
// arrival is damaged, the version is not.
func scanArchived(row scanner) (a store.Archived, _ error) {
	var rec storedVersion
	var at string
	into := append(rec.beyond(), &at, &a.Seen.From)
	if err := row.Scan(append(into, rec.fields()...)...); err == nil {
		a.Version, _ = rec.decode()
	}
	when, _ := parseInstant(at)
	a.Seen.At = time.Time(when)
	return a, nil
}

// Used implements store.ArchiveReader.
func (r *reader) Used(set int64, id, by string) (n int, err error) {
	const query = `SELECT coalesce(max(sequence), 0) FROM versions WHERE set_key = ? AND item = ? AND "by" = ?`
	err = r.one(query, args{set, id, by}, &n)
	return n, err
}

// Made implements store.ArchiveReader.
func (r *reader) Made(set int64, by string) (map[string]int, error) {
	type used struct {
		id       string
		sequence int
	}
	scan := func(row scanner) (u used, err error) {
		err = row.Scan(&u.id, &u.sequence)
		return u, err
	}
	const query = `SELECT item, max(sequence) FROM versions WHERE set_key = ? AND "by" = ? GROUP BY item`
	rows, err := all(r, scan, query, set, by)
	made := make(map[string]int, len(rows))
	for _, u := range rows {
		made[u.id] = u.sequence
	}
	return made, err
}

// entry is one update in the JSON of a history. Extra is XML as a JSON string.
type entry struct {
	Sequence int     `json:"sequence"`
	When     string  `json:"when,omitempty"`
	At       instant `json:"at,omitzero"`
	By       string  `json:"by,omitempty"`
	Extra    string  `json:"extra,omitempty"`
}

func encodeHistory(history []item.History) (string, error) {
	entries := make([]entry, len(history))
	for i, h := range history {
		entries[i] = entry{h.Sequence, h.When.String(), instant(h.When.Time()), h.By, h.Extra}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(entries); err != nil {
		return "", fmt.Errorf("writing a history: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func decodeHistory(text string) ([]item.History, error) {
	if history, plain := plainHistory(text); plain {
		return history, nil
	}
	var entries []entry
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, fmt.Errorf("reading a history: %w", err)
	}
	history := make([]item.History, len(entries))
	for i, e := range entries {
		history[i] = e.decoded()
	}
	return history, nil
}

func (e entry) decoded() item.History {
	return item.History{Sequence: e.Sequence, When: item.ReadWhen(e.When, time.Time(e.At)), By: e.By, Extra: e.Extra}
}

// plainHistory reads a history as written by encodeHistory if no text in it has an escape,
// which is rare. It takes a fifth of the time of a JSON decoder, and some histories have
// thousands of entries.
func plainHistory(text string) (history []item.History, plain bool) {
	const begins, between, ends = `[{"sequence":`, `},{"sequence":`, `}]`
	inner, begun := strings.CutPrefix(text, begins)
	inner, ended := strings.CutSuffix(inner, ends)
	if !begun || !ended || strings.Contains(text, `\`) {
		return nil, false
	}
	history = make([]item.History, 0, strings.Count(text, "{"))
	for one := range strings.SplitSeq(inner, between) {
		e, plain := plainEntry(one)
		if !plain {
			return nil, false
		}
		history = append(history, e.decoded())
	}
	return history, true
}

// plainEntry reads an entry, starting with its sequence:
// 3,"when":"…","at":"…","by":"…","extra":"…".
func plainEntry(text string) (e entry, plain bool) {
	number, rest, more := strings.Cut(text, `,"`)
	sequence, err := strconv.Atoi(number)
	e.Sequence, plain = sequence, err == nil
	for plain && more {
		var name, value string
		name, rest, _ = strings.Cut(rest, `":"`)
		value, rest, plain = strings.Cut(rest, `"`)
		switch name {
		case "when":
			e.When = value
		case "at":
			plain = plain && e.At.UnmarshalText([]byte(value)) == nil
		case "by":
			e.By = value
		case "extra":
			e.Extra = value
		default:
			return e, false
		}
		rest, more = strings.CutPrefix(rest, `,"`)
	}
	return e, plain && rest == ""
}
