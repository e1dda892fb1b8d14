package incorporate

import (
	"context"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// arrival is an item that brings something.
type arrival struct {
	// Twin holds what the feed says.
	Twin
	// dropped are versions that were lost when entries of one identifier in the
	// feed were merged with each other.
	dropped []*item.Version
	// came is the item as it came, where versions of this endpoint were altered in it, and
	// altered are the alarms about these; dropped has them, too.
	came    *item.Item
	altered []trust.Alarm
	// harm is what it would do to the item that is here.
	harm harm
	// number is that of the document that tells where the item stands.
	number int
	// at is where the item stands in an ordered set, once that is known.
	at *item.Place
}

// take notes which versions of this endpoint were altered.
func (a *arrival) take(ours altered) {
	a.dropped, a.altered = append(a.dropped, ours.copies...), append(a.altered, ours.alarms...)
}

// asItCame is the item as a person is shown it, and as a decision is about it.
func (a *arrival) asItCame() *item.Item {
	if a.came != nil {
		return a.came
	}
	return a.Item
}

// news are the items of a feed that bring something, in the feed's order.
type news struct {
	rules rules.Rules
	// merge merges an item with what is here of it (reading.merge).
	merge func(now store.Reader, local, incoming *item.Item) (m rules.Result, anew bool, err error)
	byID  map[string]*arrival
	order []*arrival
}

func (n *news) add(a *arrival) {
	n.byID[a.Item.ID()] = a
	n.order = append(n.order, a)
}

// change is what an arrival does to the item that is there.
type change struct {
	// before is the item that was there, or nil.
	before *item.Item
	merged rules.Result
	// anew tells that what was made here was said anew.
	anew bool
	// dropped belongs in the archive.
	dropped []*item.Version
}

// each merges every arrival with the items as they now stand.
func (n *news) each(ctx context.Context, now store.Reader, set int64, visit func(change) error) error {
	for _, a := range n.order {
		if err := ctx.Err(); err != nil {
			return err
		}
		before, err := lookUp(now, set, a.Item.ID())
		if err != nil {
			return err
		}
		incoming := a.incoming(before)
		m, anew, err := n.merge(now, before, incoming)
		if err != nil {
			return err
		}
		dropped := slices.Concat(a.dropped, m.Dropped, records(m.Item, incoming))
		if err := visit(change{before, m, anew, dropped}); err != nil {
			return err
		}
	}
	return nil
}
