package storage

import (
	"database/sql"
	"errors"

	"crossfeed/engine/store"
)

// PutContentItems implements store.ContentWriter.
func (w *writer) PutContentItems(library int64, feed string, items ...store.ContentItem) error {
	return named(w.ofFeed(library, feed, func(p *feedPut) error { return p.behind(items) }), "keeping items of the feed "+feed)
}

// RemoveContentItems implements store.ContentWriter.
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

// CutContentItems implements store.ContentWriter.
func (w *writer) CutContentItems(library int64, feed string, most int) (left int, err error) {
	err = w.ofFeed(library, feed, func(p *feedPut) error {
		n, err := p.execCount(p.changes(), cutItems, p.feed, max(0, most))
		left = p.had - n
		return errors.Join(err, p.grow(-n))
	})
	return left, named(err, "forgetting items of the feed "+feed)
}

// cutItems takes the last items away.
const cutItems = "DELETE FROM content_items WHERE key IN (SELECT key FROM content_items WHERE feed = ? ORDER BY position DESC LIMIT ?)"

// ofFeed changes items of a feed where it is cached.
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

// behind puts items in their places, or behind all others.
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

// putBehind puts an item at a position, unless it has one.
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

// grow counts n items more.
func (p *feedPut) grow(n int) error {
	if n == 0 {
		return nil
	}
	_, err := p.exec(p.changes(), "UPDATE content_feeds SET items = items + ? WHERE key = ?", n, p.feed)
	return err
}
