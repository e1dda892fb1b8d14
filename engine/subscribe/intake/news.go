package intake

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// arrival is an item with news.
type arrival struct {
	// EntryMerger holds the merged entries of the feed.
	EntryMerger
	// dropped are versions that were lost when entries of one identifier in the feed were
	// merged.
	dropped []*item.Version
	// came is the item as received, if it has altered versions of this endpoint; altered are
	// the alarms about these. dropped contains them, too.
	came    *item.Item
	altered []trust.Alarm
	// harm is what it would do to the local item.
	harm harm
	// number is the number of the document that determines the item's position.
	number int
	// at is the item's position in an ordered set, once known.
	at *item.Place
}

// take adds versions of this endpoint that were altered.
func (a *arrival) take(ours altered) {
	a.dropped, a.altered = append(a.dropped, ours.copies...), append(a.altered, ours.alarms...)
}

// asItCame returns the item as received: the user is shown it and decides about it.
func (a *arrival) asItCame() *item.Item {
	if a.came != nil {
		return a.came
	}
	return a.Item
}

// EntryMerger merges the entries of a feed that have the same identifier (SSE 0.93 §2.4).
type EntryMerger struct {
	// Item is the result of merging the entries so far.
	Item *item.Item
	// Rules are the rules of the feed's dialect; nil means those of FeedSync.
	Rules rules.Rules
	// rivals is the number of entries so far that were neither older nor newer than the
	// entries before them.
	rivals int
	// full is why no further entries are merged, or nil.
	full error
}

// maxRivals limits the rivals of one identifier in a feed: each of them costs a comparison of
// all versions with each other.
const maxRivals = 100

// Add merges another entry with the previous ones and returns the problems found. It returns
// ok false if the entry is skipped because the merged item would be too large to be read
// again.
func (t *EntryMerger) Add(line int, other *item.Item) (m rules.Result, found []feed.Problem, ok bool) {
	if t.Rules == nil {
		t.Rules = feed.RulesOf(item.FeedSync10)
	}
	if t.full == nil {
		found = append(found, RepeatedID(t.Rules, line, t.Item, other))
		m = t.Rules.Merge(t.Item, other)
		t.full = t.count(found[0], m.Item)
	}
	if t.full != nil {
		return m, append(found, Unfit(line, other.ID(), t.full)), false
	}
	t.Item = m.Item
	return m, append(found, Found(t.Rules, line, other.ID(), m)...), true
}

// count refuses what exceeds the limits.
func (t *EntryMerger) count(p feed.Problem, merged *item.Item) error {
	if p.Severity == feed.Error {
		t.rivals++
	}
	if t.rivals > maxRivals {
		return fmt.Errorf("more than %d entries of this identifier are neither older nor newer than the others", maxRivals)
	}
	return feed.Fits(merged)
}

// news are the items of a feed that bring changes, in the feed's order.
type news struct {
	rules rules.Rules
	// merge merges an item with the local one (reading.merge).
	merge func(now store.Reader, local, incoming *item.Item) (m rules.Result, reissued bool, err error)
	byID  map[string]*arrival
	order []*arrival
}

func (n *news) add(a *arrival) {
	n.byID[a.Item.ID()] = a
	n.order = append(n.order, a)
}
