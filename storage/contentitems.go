package storage

import (
	"database/sql"
	"errors"
	"math"

	"crossfeed/engine/store"
)

const (
	selectOfFeed = "SELECT key, position, id, title, text, link, published, built, hidden, mark FROM content_items "
	selectItem   = selectOfFeed + "WHERE feed = (SELECT key FROM content_feeds WHERE library = ?1 AND address = ?2) AND id = ?3"
	// selectItemPage reads some items after a position, selectLinks the links of a stretch.
	selectItemPage = selectOfFeed + "WHERE feed = ?1 AND position > ?2 ORDER BY position LIMIT ?3"
	selectLinks    = "SELECT l.item, l.address, l.name, l.nested, l.on_demand FROM content_items i CROSS JOIN content_links l ON l.item = i.key " +
		"WHERE i.feed = ?1 AND i.position BETWEEN ?2 AND ?3 ORDER BY i.position, i.key, l.position"
)

// contentRow is an item as it is read, before its links are.
type contentRow struct {
	key, position int64
	store.ContentItem
}

func scanContentItem(row scanner) (i contentRow, err error) {
	err = row.Scan(&i.key, &i.position, &i.ID, &i.Title, &i.Text, &i.Link, (*instant)(&i.Published), (*instant)(&i.Built), &i.Hidden, &i.Mark)
	return i, err
}

// linkRow is a link, and the key of its item.
type linkRow struct {
	item int64
	store.ContentLink
}

func scanLink(row scanner) (l linkRow, err error) {
	err = row.Scan(&l.item, &l.Address, &l.Name, &l.Nested, &l.OnDemand)
	return l, err
}

// itemsAtOnce is how many items are read at a time, so that a feed of any size takes little
// memory and whoever gets them may use the transaction.
const itemsAtOnce = 64

// ContentItems implements store.ContentReader.
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

// stretch is a part of a feed.
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

// addLinks gives the items of a stretch their links.
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

// ContentItem implements store.ContentReader.
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

// selectReferrers looks who links to an address.
const selectReferrers = `SELECT f.address, f.depth, i.id, l.address, l.name, l.nested, l.on_demand
	FROM content_links l CROSS JOIN content_items i ON i.key = l.item CROSS JOIN content_feeds f ON f.key = i.feed
	WHERE l.library = ? AND l.address = ? ORDER BY f.address, i.position, l.position LIMIT ?`

// ContentReferrers implements store.ContentReader.
func (r *reader) ContentReferrers(library int64, address string, most int) ([]store.ContentReferrer, error) {
	return all(r, scanReferrer, selectReferrers, library, address, max(most, 0))
}

func scanReferrer(row scanner) (c store.ContentReferrer, err error) {
	l := &c.Link
	err = row.Scan(&c.Feed, &c.Depth, &c.Item, &l.Address, &l.Name, &l.Nested, &l.OnDemand)
	return c, err
}
