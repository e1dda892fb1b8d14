package storage

import (
	"math"
	"slices"
	"sort"

	"crossfeed/engine/store"
)

// Queries for the targets of the links in a range. Each is one statement for the whole range:
// one for each link would take most of the time for a page.
const (
	stretchFiles = "SELECT " + fileColumnsOf + " " + linksTo + "content_files f ON f.library = l.library AND f.address = l.address " +
		"WHERE i.feed = ?1 AND i.position BETWEEN ?2 AND ?3 AND NOT l.nested"
	stretchFeeds = "SELECT f.address, f.items, f.named_by, f.depth, f.title, f.text, f.link, f.built, f.known, f.processed, f.asked, f.stale, f.wrong, '' " +
		linksTo + "content_feeds f ON f.library = l.library AND f.address = l.address " +
		"WHERE i.feed = ?1 AND i.position BETWEEN ?2 AND ?3 AND l.nested"
	stretchWanted = "SELECT " + wantedColumnsOf + " " + linksTo +
		"content_wanted w ON w.library = l.library AND w.address = l.address AND w.nested = l.nested " +
		"WHERE i.feed = ?1 AND i.position BETWEEN ?2 AND ?3"
	linksTo = "FROM content_items i CROSS JOIN content_links l ON l.item = i.key CROSS JOIN "
)

// become has the state of the targets of some links.
type become struct {
	files  map[string]*store.ContentFile
	feeds  map[string]*store.ContentFeed
	wanted map[wantedKey]*store.ContentWanted
}

// wantedKey identifies an entry of a queue.
type wantedKey struct {
	address string
	nested  bool
}

// ContentPage implements store.Reader.
func (r *reader) ContentPage(library int64, feed string, each func(store.ContentItem, []store.ContentAt) error) error {
	return r.contentPages(library, feed, func(s stretch, some []contentRow) error {
		b, err := r.becomeOf(s)
		if err != nil {
			return err
		}
		for _, i := range some {
			if err := each(i.ContentItem, b.at(i.Links)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *reader) becomeOf(s stretch) (b become, err error) {
	fileOf := func(f store.ContentFile) string { return f.Address }
	if b.files, err = mapped(r, scanFile, fileOf, stretchFiles, s.args()...); err != nil {
		return b, err
	}
	feedOf := func(f store.ContentFeed) string { return f.Address }
	if b.feeds, err = mapped(r, scanFeed, feedOf, stretchFeeds, s.args()...); err != nil {
		return b, err
	}
	b.wanted, err = mapped(r, scanWanted, keyOf, stretchWanted, s.args()...)
	return b, err
}

func keyOf(w store.ContentWanted) wantedKey { return wantedKey{w.Address, w.Nested} }

// mapped returns all rows by their keys.
func mapped[K comparable, T any](r *reader, scan func(scanner) (T, error), key func(T) K, query string, a ...any) (map[K]*T, error) {
	rows, err := all(r, scan, query, a...)
	found := make(map[K]*T, len(rows))
	for n := range rows {
		found[key(rows[n])] = &rows[n]
	}
	return found, err
}

// at returns the state of the targets of some links, as copies.
func (b become) at(links []store.ContentLink) []store.ContentAt {
	all := make([]store.ContentAt, len(links))
	for n, l := range links {
		all[n].Wanted = copied(b.wanted[wantedKey{l.Address, l.Nested}])
		if l.Nested {
			all[n].Feed = copied(b.feeds[l.Address])
		} else {
			all[n].File = copied(b.files[l.Address])
		}
	}
	return all
}

func copied[T any](v *T) *T {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}

// positionGap is the distance between the positions of consecutive items, to leave room for
// others.
const positionGap = 1 << 20

// noPosition stands for an item without a position.
const noPosition = math.MinInt64

// positions assigns a position to each item. As many items as possible keep theirs. If there
// is no room between two of them, all get new ones.
func positions(order []placedItem) []int64 {
	stay := staying(order)
	places := make([]int64, len(order))
	for n := 0; n < len(order); {
		if stay[n] {
			places[n] = order[n].position
			n++
			continue
		}
		end := n + slices.Index(stay[n:], true)
		if !fill(places, order, n, end) {
			return renumber(places)
		}
		n = end
	}
	return places
}

// fill assigns positions to the items from n to end, which have none, between the positions at
// both ends. It reports whether there was room.
func fill(places []int64, order []placedItem, n, end int) bool {
	step, count := int64(positionGap), int64(end-n)
	var before int64
	switch {
	case n > 0:
		before = places[n-1]
	case end < len(order):
		before = order[end].position - (count+1)*step
	}
	if n > 0 && end < len(order) {
		step = min(step, (order[end].position-before)/(count+1))
	}
	for i := n; i < end; i++ {
		before += step
		places[i] = before
	}
	return step > 0
}

// renumber assigns new positions to all items.
func renumber(places []int64) []int64 {
	for n := range places {
		places[n] = int64(n+1) * positionGap
	}
	return places
}

// staying returns which items keep their positions: a longest ascending subsequence. The
// result has one more element, for the end, which is true.
func staying(order []placedItem) []bool {
	// ends has, for each length, the item with the lowest position that a subsequence of that
	// length can end with; before has the predecessor of each item in its subsequence.
	var ends []int
	before := make([]int, len(order))
	for n, i := range order {
		if i.position == noPosition {
			continue
		}
		at := sort.Search(len(ends), func(k int) bool { return order[ends[k]].position >= i.position })
		before[n] = -1
		if at > 0 {
			before[n] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, n)
		} else {
			ends[at] = n
		}
	}
	stay := make([]bool, len(order)+1)
	stay[len(order)] = true
	if len(ends) > 0 {
		for n := ends[len(ends)-1]; n >= 0; n = before[n] {
			stay[n] = true
		}
	}
	return stay
}
