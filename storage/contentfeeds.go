package storage

import (
	"database/sql"
	"errors"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

const (
	// feedColumns are those of a cached feed that TouchContentFeed replaces.
	feedColumns   = "named_by, depth, title, text, link, built, known, processed, asked, stale, wrong, problems"
	selectFeed    = "SELECT address, items, " + feedColumns + " FROM content_feeds WHERE library = ?1 AND address = ?2"
	selectFeeds   = "SELECT address, items, " + feedColumns + " FROM content_feeds WHERE library = ?1 " + rootFirst
	selectFeedKey = "SELECT key, items FROM content_feeds WHERE library = ? AND address = ?"
	rootFirst     = "ORDER BY address <> (SELECT address FROM libraries WHERE key = ?1), address"
)

func scanFeed(row scanner) (f store.ContentFeed, err error) {
	err = row.Scan(&f.Address, &f.Items, &f.From, &f.Depth, &f.Title, &f.Text, &f.Link, (*instant)(&f.Built), jsonText[location.Known]{&f.Known},
		(*instant)(&f.Processed), &f.Asked, &f.Stale, &f.Wrong, jsonText[[]store.ContentProblem]{&f.Problems})
	return f, err
}

// feedValues are the values of feedColumns.
func feedValues(f store.ContentFeed) (args, error) {
	f.Known.Whole = writable(f.Known.Whole)
	known, errKnown := jsonText[location.Known]{&f.Known}.encode()
	problems, errProblems := jsonText[[]store.ContentProblem]{&f.Problems}.encode()
	return args{f.From, f.Depth, f.Title, f.Text, f.Link, instant(f.Built), known, instant(f.Processed), f.Asked, f.Stale, f.Wrong, problems},
		errors.Join(errKnown, errProblems)
}

// ContentFeeds implements store.ContentReader.
func (r *reader) ContentFeeds(library int64) ([]store.ContentFeed, error) {
	return all(r, scanFeed, selectFeeds, library)
}

// ContentFeed implements store.ContentReader.
func (r *reader) ContentFeed(library int64, address string) (store.ContentFeed, bool, error) {
	return first(r, scanFeed, selectFeed, library, address)
}

// TouchContentFeed implements store.ContentWriter.
func (w *writer) TouchContentFeed(library int64, f store.ContentFeed) error {
	err := w.needLibrary(library)
	if err == nil {
		err = w.replaceFeed(library, f)
	}
	return named(err, "noting when the feed "+f.Address+" was processed")
}

func (w *writer) replaceFeed(library int64, f store.ContentFeed) error {
	values, err := feedValues(f)
	if err != nil {
		return err
	}
	const replace = "UPDATE content_feeds SET (" + feedColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE library = ? AND address = ?"
	return w.execQuietly(store.LibraryKey(library), replace, append(values, library, f.Address)...)
}

// RemoveContentFeed implements store.ContentWriter. Its items and their links go with the
// row.
func (w *writer) RemoveContentFeed(library int64, address string) error {
	err := w.needLibrary(library)
	if err == nil {
		err = w.execQuietly(store.LibraryKey(library), "DELETE FROM content_feeds WHERE library = ? AND address = ?", library, address)
	}
	return named(err, "forgetting the feed "+address)
}

// feedRow gives the key of a cached feed and the number of its items, and adds one that is
// not cached yet.
func (w *writer) feedRow(library int64, f store.ContentFeed) (key int64, items int, err error) {
	err = w.one(selectFeedKey, args{library, f.Address}, &key, &items)
	if !errors.Is(err, sql.ErrNoRows) {
		return key, items, err
	}
	values, err := feedValues(f)
	if err != nil {
		return 0, 0, err
	}
	const insert = "INSERT INTO content_feeds (library, address, items, " + feedColumns + ") VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	key, err = w.insert(store.LibraryKey(library), insert, append(args{library, f.Address}, values...)...)
	return key, 0, err
}

// selectUnreachable follows the nested links from the root, each feed once.
const selectUnreachable = `WITH RECURSIVE reached (address) AS (
		SELECT address FROM libraries WHERE key = ?1
		UNION SELECT l.address FROM reached r
			CROSS JOIN content_feeds f ON f.library = ?1 AND f.address = r.address
			CROSS JOIN content_links l ON l.feed = f.key AND l.nested
	)
	SELECT address FROM content_feeds WHERE library = ?1
		AND EXISTS (SELECT 1 FROM content_feeds r JOIN libraries l ON l.key = ?1 WHERE r.library = ?1 AND r.address = l.address)
		AND address NOT IN reached ORDER BY address`

// UnreachableFeeds implements store.ContentReader. The root, which comes first among the
// feeds, is never one of them.
func (r *reader) UnreachableFeeds(library int64) ([]string, error) {
	return all(r, scanID, selectUnreachable, library)
}
