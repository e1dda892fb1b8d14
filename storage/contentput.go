package storage

import (
	"database/sql"
	"errors"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// PutContentFeed implements store.ContentWriter. Only what differs is written: an item that
// was added at the top of a hundred thousand is one row.
func (w *writer) PutContentFeed(library int64, f store.ContentFeed, items func(add func(store.ContentItem) error) error) error {
	return named(w.putContentFeed(library, f, items), "keeping the feed "+f.Address)
}

func (w *writer) putContentFeed(library int64, f store.ContentFeed, items func(add func(store.ContentItem) error) error) error {
	if err := w.needLibrary(library); err != nil {
		return err
	}
	key, there, err := w.feedRow(library, f)
	if err != nil {
		return err
	}
	p := feedPut{writer: w, library: library, feed: key, there: there}
	if err := errors.Join(p.begin(), items(p.add)); err != nil {
		return err
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
	// there is how many items it had, last the greatest key of any: what is added has a
	// greater one. kept are the keys of those that it has still, added counts new ones.
	there int
	last  int64
	kept  []int64
	added int
	// position is that of the item that was added last.
	position int64
}

// positionGap is how far apart the positions of items are that come one after another.
const positionGap = 1 << 20

// begin finds where to begin: one gap before the first item, so that there is room for new
// ones before it.
func (p *feedPut) begin() error {
	const ends = `SELECT coalesce((SELECT min(position) FROM content_items WHERE feed = ?), 0),
		coalesce((SELECT max(key) FROM content_items), 0)`
	err := p.one(ends, args{p.feed}, &p.position, &p.last)
	p.position -= positionGap
	return err
}

// add puts the next item.
func (p *feedPut) add(i store.ContentItem) error {
	var old struct {
		key, position int64
		digest        []byte
	}
	err := p.one("SELECT key, position, digest FROM content_items WHERE feed = ? AND id = ?", args{p.feed, i.ID}, &old.key, &old.position, &old.digest)
	if errors.Is(err, sql.ErrNoRows) {
		return p.insert(i)
	}
	if err != nil {
		return err
	}
	if old.key <= p.last {
		p.kept = append(p.kept, old.key)
	}
	if err := p.move(old.key, old.position); err != nil {
		return err
	}
	if digest := digestOf(i); string(digest) != string(old.digest) {
		return p.replace(old.key, i, digest)
	}
	return nil
}

// next is a position after that of the item before, and before that of the item that now
// follows it, if there is room: an item that follows no more than that has to move on.
func (p *feedPut) next() (int64, error) {
	if p.there == 0 {
		return p.position + positionGap, nil
	}
	var follows bool
	const query = "SELECT EXISTS (SELECT 1 FROM content_items WHERE feed = ? AND position > ?)"
	if err := p.one(query, args{p.feed, p.position}, &follows); err != nil || !follows {
		return p.position + positionGap, err
	}
	return p.position + 1, nil
}

// move gives an item that is there a place after the item before, where it has none.
func (p *feedPut) move(key, position int64) (err error) {
	if position > p.position {
		p.position = position
		return nil
	}
	if p.position, err = p.next(); err != nil {
		return err
	}
	_, err = p.exec("UPDATE content_items SET position = ? WHERE key = ?", p.position, key)
	return err
}

// itemColumns of content follow its key.
const contentColumns = "digest, title, text, link, published, built, hidden, mark"

func contentValues(i store.ContentItem, digest []byte) args {
	return args{digest, i.Title, i.Text, i.Link, instant(i.Published), instant(i.Built), i.Hidden, i.Mark}
}

func (p *feedPut) insert(i store.ContentItem) (err error) {
	if p.position, err = p.next(); err != nil {
		return err
	}
	const insert = "INSERT INTO content_items (feed, id, position, " + contentColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	key, err := lastKey(p.exec(insert, append(args{p.feed, i.ID, p.position}, contentValues(i, digestOf(i))...)...))
	if err != nil {
		return err
	}
	p.added++
	return p.link(key, i.Links)
}

func (p *feedPut) replace(key int64, i store.ContentItem, digest []byte) error {
	const replace = "UPDATE content_items SET (" + contentColumns + ") = (?, ?, ?, ?, ?, ?, ?, ?) WHERE key = ?"
	if _, err := p.exec(replace, append(contentValues(i, digest), key)...); err != nil {
		return err
	}
	if _, err := p.exec("DELETE FROM content_links WHERE item = ?", key); err != nil {
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
		if _, err := p.exec(insert+strings.Repeat(row, len(some)-1), values...); err != nil {
			return err
		}
	}
	return nil
}

// end takes away what the feed has no more, and counts.
func (p *feedPut) end() error {
	slices.Sort(p.kept)
	p.kept = slices.Compact(p.kept)
	if len(p.kept) < p.there {
		if err := p.removeOthers(); err != nil {
			return err
		}
	}
	_, err := p.exec("UPDATE content_feeds SET items = ? WHERE key = ?", len(p.kept)+p.added, p.feed)
	return err
}

// removeOthers removes the items that were there and were not kept.
func (p *feedPut) removeOthers() error {
	const there = "SELECT key FROM content_items WHERE feed = ? AND key <= ?"
	keys, err := all(p.reader, scanKey, there, p.feed, p.last)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if _, kept := slices.BinarySearch(p.kept, key); kept {
			continue
		}
		if _, err := p.exec("DELETE FROM content_items WHERE key = ?", key); err != nil {
			return err
		}
	}
	return nil
}
