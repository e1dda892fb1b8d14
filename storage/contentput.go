package storage

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"hash"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// PutContentFeed implements store.Writer. It writes only differences: a new item at the top of
// a hundred thousand is one row.
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

// feedPut is a feed whose items are being put.
type feedPut struct {
	*writer
	library, feed int64
	// had is its former number of items.
	had int
	// If the feed had items, order has the new items in order. If it had none, added counts
	// them, and they get their positions at once.
	order []placedItem
	added int
}

func (p *feedPut) changes() store.Key { return store.LibraryKey(p.library) }

// placedItem is an item in its order, with its position or noPosition.
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

// addFirst puts the next item of a feed that had none. It looks up an item only if inserting
// fails, because the document has it twice.
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

// storedItem has what is needed to detect whether an item changed.
type storedItem struct {
	key, position int64
	digest        []byte
}

const selectStored = "SELECT key, position, digest FROM content_items WHERE feed = ? AND id = ?"

func (p *feedPut) find(id string) (i storedItem, there bool, err error) {
	err = p.one(selectStored, args{p.feed, id}, &i.key, &i.position, &i.digest)
	if errors.Is(err, sql.ErrNoRows) {
		return i, false, nil
	}
	return i, err == nil, err
}

func (p *feedPut) move(key, position int64) error {
	_, err := p.exec(p.changes(), "UPDATE content_items SET position = ? WHERE key = ?", position, key)
	return err
}

// contentColumns are the columns of an item after its position.
const contentColumns = "digest, title, text, link, published, built, hidden, mark"

func contentValues(i store.ContentItem, digest []byte) args {
	return args{digest, i.Title, i.Text, i.Link, instant(i.Published), instant(i.Built), i.Hidden, i.Mark}
}

// insert adds an item, unless there is one with its identifier. It is as read as it was in the
// backup that was restored.
func (p *feedPut) insert(i store.ContentItem, position int64, digest []byte) (key int64, inserted bool, err error) {
	const insert = "INSERT INTO content_items (feed, id, position, " + contentColumns + `, read) VALUES (?1, ?2, ?, ?, ?, ?, ?, ?, ?, ?, ?,
		coalesce((SELECT r.read FROM content_feeds f CROSS JOIN content_read r ON r.library = f.library AND r.feed = f.address WHERE f.key = ?1 AND r.id = ?2), 0))
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

// linksAtOnce is how many links one statement inserts.
const linksAtOnce = 32

// link inserts the links of an item that has none.
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

// digestOf returns a hash of everything stored about an item.
func digestOf(i store.ContentItem) []byte {
	h := digest{sha256.New()}
	h.texts(i.Title, i.Text, i.Link, i.Mark, instant(i.Published).String(), instant(i.Built).String())
	h.flags(i.Hidden)
	for _, l := range i.Links {
		h.texts(l.Address, l.Name)
		h.flags(l.Nested, l.OnDemand)
	}
	return h.Sum(nil)
}

// digest hashes values so that no two different lists of them have the same hash input.
type digest struct{ hash.Hash }

func (d digest) texts(all ...string) {
	for _, text := range all {
		_, _ = d.Write(binary.AppendUvarint(nil, uint64(len(text)))) // a hash never fails
		_, _ = d.Write([]byte(text))
	}
}

func (d digest) flags(all ...bool) {
	for _, flag := range all {
		if flag {
			d.texts("1")
		} else {
			d.texts("")
		}
	}
}

// end updates the positions, removes what the feed no longer has, and updates the number of
// items.
func (p *feedPut) end() error {
	if p.had > 0 {
		p.order = lastOfEach(p.order)
		if err := p.arrange(); err != nil {
			return err
		}
		if err := p.removeOthers(); err != nil {
			return err
		}
	}
	const count = "UPDATE content_feeds SET items = (SELECT count(*) FROM content_items WHERE feed = ?1) WHERE key = ?1"
	_, err := p.exec(p.changes(), count, p.feed)
	return err
}

// lastOfEach returns each item once, at its last occurrence.
func lastOfEach(order []placedItem) []placedItem {
	seen := make(map[int64]bool, len(order))
	kept := make([]placedItem, 0, len(order))
	for n := len(order) - 1; n >= 0; n-- {
		if !seen[order[n].key] {
			seen[order[n].key] = true
			kept = append(kept, order[n])
		}
	}
	slices.Reverse(kept)
	return kept
}

// arrange writes the positions that changed.
func (p *feedPut) arrange() error {
	for n, position := range positions(p.order) {
		if position == p.order[n].position {
			continue
		}
		if err := p.move(p.order[n].key, position); err != nil {
			return err
		}
	}
	return nil
}

// removeOthers removes the items that the feed had and no longer has.
func (p *feedPut) removeOthers() error {
	keep := make([]int64, len(p.order))
	for n, i := range p.order {
		keep[n] = i.key
	}
	slices.Sort(keep)
	keys, err := all(p.reader, scanKey, "SELECT key FROM content_items WHERE feed = ?", p.feed)
	if err != nil || len(keys) == len(keep) {
		return err
	}
	for _, key := range keys {
		if _, kept := slices.BinarySearch(keep, key); kept {
			continue
		}
		if _, err := p.exec(p.changes(), "DELETE FROM content_items WHERE key = ?", key); err != nil {
			return err
		}
	}
	return nil
}

// PutContentItems implements store.Writer.
func (w *writer) PutContentItems(library int64, feed string, items ...store.ContentItem) error {
	return named(w.ofFeed(library, feed, func(p *feedPut) error { return p.behind(items) }), "keeping items of the feed "+feed)
}

// RemoveContentItems implements store.Writer.
func (w *writer) RemoveContentItems(library int64, feed string, ids ...string) error {
	err := w.ofFeed(library, feed, func(p *feedPut) error {
		removed := 0
		for _, id := range ids {
			n, err := p.execCount(p.changes(), "DELETE FROM content_items WHERE feed = ? AND id = ?", p.feed, id)
			if err != nil {
				return err
			}
			removed += n
		}
		return p.grow(-removed)
	})
	return named(err, "forgetting items of the feed "+feed)
}

// CutContentItems implements store.Writer.
func (w *writer) CutContentItems(library int64, feed string, most int) (left int, err error) {
	err = w.ofFeed(library, feed, func(p *feedPut) error {
		n, err := p.execCount(p.changes(), cutItems, p.feed, max(0, most))
		left = p.had - n
		return errors.Join(err, p.grow(-n))
	})
	return left, named(err, "forgetting items of the feed "+feed)
}

// cutItems deletes the last items.
const cutItems = "DELETE FROM content_items WHERE key IN (SELECT key FROM content_items WHERE feed = ? ORDER BY position DESC LIMIT ?)"

// ofFeed changes items of a feed, if it is cached.
func (w *writer) ofFeed(library int64, feed string, change func(*feedPut) error) error {
	if err := w.needLibrary(library); err != nil {
		return err
	}
	p := feedPut{writer: w, library: library}
	err := w.one(selectFeedKey, args{library, feed}, &p.feed, &p.had)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	if err := change(&p); err != nil {
		return w.spoil(err)
	}
	return nil
}

// behind puts items at their positions, or after all others.
func (p *feedPut) behind(items []store.ContentItem) error {
	var last int64
	if err := p.one("SELECT coalesce(max(position), 0) FROM content_items WHERE feed = ?", args{p.feed}, &last); err != nil {
		return err
	}
	inserted := 0
	for _, i := range items {
		added, err := p.putBehind(i, last+positionGap)
		if err != nil {
			return err
		}
		if added {
			last += positionGap
			inserted++
		}
	}
	return p.grow(inserted)
}

// putBehind puts an item at a position, unless it already has one.
func (p *feedPut) putBehind(i store.ContentItem, position int64) (inserted bool, err error) {
	digest := digestOf(i)
	if _, inserted, err = p.insert(i, position, digest); err != nil || inserted {
		return inserted, err
	}
	old, _, err := p.find(i.ID)
	if err != nil || string(digest) == string(old.digest) {
		return false, err
	}
	return false, p.replace(old.key, i, digest)
}

// grow adds n to the number of items.
func (p *feedPut) grow(n int) error {
	if n == 0 {
		return nil
	}
	_, err := p.exec(p.changes(), "UPDATE content_feeds SET items = items + ? WHERE key = ?", n, p.feed)
	return err
}
