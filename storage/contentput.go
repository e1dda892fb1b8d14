package storage

import (
	"database/sql"
	"errors"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// PutContentFeed implements store.ContentWriter. Only what differs is written: an item that
// came to the top of a hundred thousand is one row.
func (w *writer) PutContentFeed(library int64, f store.ContentFeed, items func(add func(store.ContentItem) error) error) error {
	return named(w.putContentFeed(library, f, items), "keeping the feed "+f.Address)
}

func (w *writer) putContentFeed(library int64, f store.ContentFeed, items func(add func(store.ContentItem) error) error) error {
	if err := w.needLibrary(library); err != nil {
		return err
	}
	key, had, err := w.feedRow(library, f)
	if err != nil {
		return err
	}
	p := feedPut{writer: w, library: library, feed: key, had: had}
	if err := items(p.add); err != nil {
		return w.spoil(err)
	}
	if err := p.end(); err != nil {
		return err
	}
	return w.replaceFeed(library, f)
}

// feedPut is a feed whose items are put.
type feedPut struct {
	*writer
	library, feed int64
	// had is how many items it had.
	had int
	// order has the items of a feed that had some, as they come; added counts those of one
	// that had none, which have their positions at once.
	order []placedItem
	added int
}

// changes is what the statements change.
func (p *feedPut) changes() store.Key { return store.LibraryKey(p.library) }

// placedItem is an item in its order, and the position that it has, or noPosition.
type placedItem struct{ key, position int64 }

// add puts the next item.
func (p *feedPut) add(i store.ContentItem) error {
	if p.had == 0 {
		return p.addFirst(i)
	}
	digest := digestOf(i)
	old, there, err := p.find(i.ID)
	switch {
	case err != nil:
		return err
	case !there:
		old.position = noPosition
		if old.key, _, err = p.insert(i, noPosition, digest); err != nil {
			return err
		}
	case string(digest) != string(old.digest):
		if err := p.replace(old.key, i, digest); err != nil {
			return err
		}
	}
	p.order = append(p.order, placedItem{old.key, old.position})
	return nil
}

// addFirst puts the next item of a feed that had none. It is only looked for where it is
// there already: where it stands in the document twice.
func (p *feedPut) addFirst(i store.ContentItem) error {
	p.added++
	digest, position := digestOf(i), int64(p.added)*positionGap
	_, inserted, err := p.insert(i, position, digest)
	if err != nil || inserted {
		return err
	}
	old, _, err := p.find(i.ID)
	if err != nil {
		return err
	}
	return errors.Join(p.move(old.key, position), p.replace(old.key, i, digest))
}

// keptItem is what tells whether an item is as it was.
type keptItem struct {
	key, position int64
	digest        []byte
}

const selectKept = "SELECT key, position, digest FROM content_items WHERE feed = ? AND id = ?"

func (p *feedPut) find(id string) (i keptItem, there bool, err error) {
	err = p.one(selectKept, args{p.feed, id}, &i.key, &i.position, &i.digest)
	if errors.Is(err, sql.ErrNoRows) {
		return i, false, nil
	}
	return i, err == nil, err
}

func (p *feedPut) move(key, position int64) error {
	_, err := p.exec(p.changes(), "UPDATE content_items SET position = ? WHERE key = ?", position, key)
	return err
}

// contentColumns are those of an item that follow its position.
const contentColumns = "digest, title, text, link, published, built, hidden, mark"

func contentValues(i store.ContentItem, digest []byte) args {
	return args{digest, i.Title, i.Text, i.Link, instant(i.Published), instant(i.Built), i.Hidden, i.Mark}
}

// insert adds an item, unless one of its identifier is there.
func (p *feedPut) insert(i store.ContentItem, position int64, digest []byte) (key int64, inserted bool, err error) {
	const insert = "INSERT INTO content_items (feed, id, position, " + contentColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`
	key, inserted, err = p.writer.add(p.changes(), insert, append(args{p.feed, i.ID, position}, contentValues(i, digest)...)...)
	if err != nil || !inserted {
		return 0, false, err
	}
	return key, true, p.link(key, i.Links)
}

func (p *feedPut) replace(key int64, i store.ContentItem, digest []byte) error {
	const replace = "UPDATE content_items SET (" + contentColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?) WHERE key = ?"
	if _, err := p.exec(p.changes(), replace, append(contentValues(i, digest), key)...); err != nil {
		return err
	}
	if _, err := p.exec(p.changes(), "DELETE FROM content_links WHERE item = ?", key); err != nil {
		return err
	}
	return p.link(key, i.Links)
}

// linksAtOnce is how many links one statement puts.
const linksAtOnce = 32

// link puts the links of an item that has none.
func (p *feedPut) link(item int64, links []store.ContentLink) error {
	position := 0
	for some := range slices.Chunk(links, linksAtOnce) {
		values := args{item, p.library, p.feed}
		for _, l := range some {
			values = append(values, position, l.Address, l.Name, l.Nested, l.OnDemand)
			position++
		}
		const row = ", (?1, ?, ?2, ?3, ?, ?, ?, ?)"
		insert := "INSERT INTO content_links (item, position, library, feed, address, name, nested, on_demand) VALUES (?1, ?4, ?2, ?3, ?, ?, ?, ?)"
		if _, err := p.exec(p.changes(), insert+strings.Repeat(row, len(some)-1), values...); err != nil {
			return err
		}
	}
	return nil
}
