package storage

import (
	"database/sql"
	"errors"
	"math"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

const (
	// feedColumns are the columns of a cached feed that TouchContentFeed replaces.
	feedColumns   = "named_by, depth, title, text, link, built, known, processed, asked, stale, wrong, problems"
	selectFeed    = "SELECT address, items, " + feedColumns + " FROM content_feeds WHERE library = ?1 AND address = ?2"
	selectFeeds   = "SELECT address, items, " + feedColumns + " FROM content_feeds WHERE library = ?1 " + rootFirst
	selectFeedKey = "SELECT key, items FROM content_feeds WHERE library = ? AND address = ?"
	rootFirst     = "ORDER BY address <> (SELECT address FROM libraries WHERE key = ?1), address"
)

func scanFeed(row scanner) (f store.ContentFeed, err error) {
	err = row.Scan(&f.Address, &f.Items, &f.From, &f.Depth, &f.Title, &f.Text, &f.Link, (*instant)(&f.Built), jsonText[transport.Known]{&f.Known},
		(*instant)(&f.Processed), &f.Asked, &f.Stale, &f.Wrong, jsonText[[]store.ContentProblem]{&f.Problems})
	return f, err
}

// feedValues are the values of feedColumns.
func feedValues(f store.ContentFeed) (args, error) {
	f.Known.Whole = writable(f.Known.Whole)
	known, errKnown := jsonText[transport.Known]{&f.Known}.encode()
	problems, errProblems := jsonText[[]store.ContentProblem]{&f.Problems}.encode()
	return args{f.From, f.Depth, f.Title, f.Text, f.Link, instant(f.Built), known, instant(f.Processed), f.Asked, f.Stale, f.Wrong, problems},
		errors.Join(errKnown, errProblems)
}

// ContentFeeds implements store.Reader.
func (r *reader) ContentFeeds(library int64) ([]store.ContentFeed, error) {
	return all(r, scanFeed, selectFeeds, library)
}

// ContentFeed implements store.Reader.
func (r *reader) ContentFeed(library int64, address string) (store.ContentFeed, bool, error) {
	return first(r, scanFeed, selectFeed, library, address)
}

// TouchContentFeed implements store.Writer.
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

// RemoveContentFeed implements store.Writer. Items and their links are deleted with the row.
func (w *writer) RemoveContentFeed(library int64, address string) error {
	err := w.needLibrary(library)
	if err == nil {
		err = w.execQuietly(store.LibraryKey(library), "DELETE FROM content_feeds WHERE library = ? AND address = ?", library, address)
	}
	return named(err, "forgetting the feed "+address)
}

// feedRow returns the key of a cached feed and the number of its items, after adding it if it
// is not cached yet.
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

// UnreachableFeeds implements store.Reader. The root, which is the first of the feeds, is
// never among them.
func (r *reader) UnreachableFeeds(library int64) ([]string, error) {
	return all(r, scanID, selectUnreachable, library)
}

const (
	fileColumns   = "address, state, name, size, hash, type, known, since, asked, stale"
	fileColumnsOf = "f.address, f.state, f.name, f.size, f.hash, f.type, f.known, f.since, f.asked, f.stale"
	selectFile    = "SELECT " + fileColumns + " FROM content_files WHERE library = ? AND address = ?"
	selectFiles   = "SELECT " + fileColumns + " FROM content_files WHERE library = ? AND address > ? ORDER BY address LIMIT ?"
	// selectUnreferenced looks up each file among the links.
	selectUnreferenced = "SELECT " + fileColumnsOf + ` FROM content_files f WHERE f.library = ?1
		AND NOT EXISTS (SELECT 1 FROM content_links l WHERE l.library = ?1 AND l.address = f.address AND l.nested = 0) ORDER BY f.address`
	selectUse = `SELECT
		(SELECT count(*) FROM content_feeds WHERE library = ?1),
		(SELECT coalesce(sum(items), 0) FROM content_feeds WHERE library = ?1),
		files, bytes,
		(SELECT count(*) FROM content_wanted WHERE library = ?1),
		(SELECT count(*) FROM content_wanted WHERE library = ?1 AND tries > 0)
		FROM (SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM content_files WHERE library = ?1 AND state = ?2)`
)

func scanFile(row scanner) (f store.ContentFile, err error) {
	err = row.Scan(&f.Address, &f.State, &f.Name, &f.Size, &f.Hash, &f.Type, jsonText[transport.Known]{&f.Known}, (*instant)(&f.Since), &f.Asked, &f.Stale)
	return f, err
}

// ContentFile implements store.Reader.
func (r *reader) ContentFile(library int64, address string) (store.ContentFile, bool, error) {
	return first(r, scanFile, selectFile, library, address)
}

// filesAtOnce is how many files are read at a time.
const filesAtOnce = 512

// ContentFiles implements store.Reader.
func (r *reader) ContentFiles(library int64, each func(store.ContentFile) error) error {
	return paged(r, scanFile, selectFiles, library, filesAtOnce, func(f store.ContentFile) string { return f.Address }, each)
}

// paged calls each with the rows that belong to a key, of which it reads some at a time: the
// query has the parameters of, the position of the last row, and their number.
func paged[T any](r *reader, scan func(scanner) (T, error), query string, of int64, atOnce int, position func(T) string, each func(T) error) error {
	for after := ""; ; {
		some, err := all(r, scan, query, of, after, atOnce)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, row := range some {
			if err := each(row); err != nil {
				return err
			}
		}
		after = position(some[len(some)-1])
	}
}

// Unreferenced implements store.Reader.
func (r *reader) Unreferenced(library int64) ([]store.ContentFile, error) {
	return all(r, scanFile, selectUnreferenced, library)
}

// ContentUse implements store.Reader.
func (r *reader) ContentUse(library int64) (u store.ContentUse, err error) {
	err = r.one(selectUse, args{library, string(store.FileHere)}, &u.Feeds, &u.Items, &u.Files, &u.Bytes, &u.Waiting, &u.Failed)
	return u, err
}

// PutContentFile implements store.Writer.
func (w *writer) PutContentFile(library int64, f store.ContentFile) error {
	return named(noLibrary(w.putContentFile(library, f)), "noting the file "+f.Address)
}

func (w *writer) putContentFile(library int64, f store.ContentFile) error {
	f.Known.Whole = writable(f.Known.Whole)
	known, err := jsonText[transport.Known]{&f.Known}.encode()
	if err != nil {
		return err
	}
	const put = "INSERT INTO content_files (library, " + fileColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET state = excluded.state, name = excluded.name, size = excluded.size, hash = excluded.hash, type = excluded.type,
			known = excluded.known, since = excluded.since, asked = excluded.asked, stale = excluded.stale`
	_, err = w.exec(store.LibraryKey(library), put, library, f.Address, string(f.State), f.Name, f.Size, f.Hash, f.Type, known, instant(f.Since), f.Asked, f.Stale)
	return err
}

// noLibrary translates a foreign key violation that can only mean a missing library.
func noLibrary(err error) error {
	if isForeignKey(err) {
		return store.ErrNoLibrary
	}
	return err
}

// RemoveContentFile implements store.Writer.
func (w *writer) RemoveContentFile(library int64, address string) error {
	err := w.needLibrary(library)
	if err == nil {
		err = w.execQuietly(store.LibraryKey(library), "DELETE FROM content_files WHERE library = ? AND address = ?", library, address)
	}
	return named(err, "forgetting the file "+address)
}

const (
	selectOfFeed = "SELECT key, position, id, title, text, link, published, built, hidden, mark, read FROM content_items "
	selectItem   = selectOfFeed + "WHERE feed = (SELECT key FROM content_feeds WHERE library = ?1 AND address = ?2) AND id = ?3"
	// selectItemPage reads some items after a position, selectLinks the links of a range.
	selectItemPage = selectOfFeed + "WHERE feed = ?1 AND position > ?2 ORDER BY position LIMIT ?3"
	selectLinks    = "SELECT l.item, l.address, l.name, l.nested, l.on_demand FROM content_items i CROSS JOIN content_links l ON l.item = i.key " +
		"WHERE i.feed = ?1 AND i.position BETWEEN ?2 AND ?3 ORDER BY i.position, i.key, l.position"
)

// contentRow is an item before its links are read.
type contentRow struct {
	key, position int64
	store.ContentItem
}

func scanContentItem(row scanner) (i contentRow, err error) {
	var read readState
	err = row.Scan(&i.key, &i.position, &i.ID, &i.Title, &i.Text, &i.Link, (*instant)(&i.Published), (*instant)(&i.Built), &i.Hidden, &i.Mark, &read)
	read.onto(&i.ContentItem)
	return i, err
}

// linkRow is a link with the key of its item.
type linkRow struct {
	item int64
	store.ContentLink
}

func scanLink(row scanner) (l linkRow, err error) {
	err = row.Scan(&l.item, &l.Address, &l.Name, &l.Nested, &l.OnDemand)
	return l, err
}

// itemsAtOnce is how many items are read at a time, so that a feed of any size takes little
// memory and the callback may use the transaction.
const itemsAtOnce = 64

// ContentItems implements store.Reader.
func (r *reader) ContentItems(library int64, feed string, each func(store.ContentItem) error) error {
	return r.contentPages(library, feed, func(_ stretch, some []contentRow) error {
		for _, i := range some {
			if err := each(i.ContentItem); err != nil {
				return err
			}
		}
		return nil
	})
}

// stretch is a range of a feed's items.
type stretch struct{ feed, from, to int64 }

func (s stretch) args() args { return args{s.feed, s.from, s.to} }

// contentPages reads the items of a feed, some at a time.
func (r *reader) contentPages(library int64, address string, each func(stretch, []contentRow) error) error {
	var items int
	s := stretch{to: math.MinInt64}
	err := r.one(selectFeedKey, args{library, address}, &s.feed, &items)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	for err == nil {
		var some []contentRow
		some, err = all(r, scanContentItem, selectItemPage, s.feed, s.to, itemsAtOnce)
		if err != nil || len(some) == 0 {
			return err
		}
		s.from, s.to = some[0].position, some[len(some)-1].position
		if err = r.addLinks(s, some); err == nil {
			err = each(s, some)
		}
	}
	return err
}

// addLinks adds the links to the items of a range.
func (r *reader) addLinks(s stretch, items []contentRow) error {
	links, err := all(r, scanLink, selectLinks, s.args()...)
	at := 0
	for _, l := range links {
		for items[at].key != l.item {
			at++
		}
		items[at].Links = append(items[at].Links, l.ContentLink)
	}
	return err
}

// ContentItem implements store.Reader.
func (r *reader) ContentItem(library int64, feed, id string) (store.ContentItem, bool, error) {
	i, there, err := first(r, scanContentItem, selectItem, library, feed, id)
	if err != nil || !there {
		return store.ContentItem{}, false, err
	}
	links, err := all(r, scanLink, "SELECT item, address, name, nested, on_demand FROM content_links WHERE item = ? ORDER BY position", i.key)
	for _, l := range links {
		i.Links = append(i.Links, l.ContentLink)
	}
	return i.ContentItem, err == nil, err
}

// selectReferrers finds the links to an address.
const selectReferrers = `SELECT f.address, f.depth, i.id, l.address, l.name, l.nested, l.on_demand
	FROM content_links l CROSS JOIN content_items i ON i.key = l.item CROSS JOIN content_feeds f ON f.key = i.feed
	WHERE l.library = ? AND l.address = ? ORDER BY f.address, i.position, l.position LIMIT ?`

// ContentReferrers implements store.Reader.
func (r *reader) ContentReferrers(library int64, address string, most int) ([]store.ContentReferrer, error) {
	return all(r, scanReferrer, selectReferrers, library, address, max(most, 0))
}

func scanReferrer(row scanner) (c store.ContentReferrer, err error) {
	l := &c.Link
	err = row.Scan(&c.Feed, &c.Depth, &c.Item, &l.Address, &l.Name, &l.Nested, &l.OnDemand)
	return c, err
}
