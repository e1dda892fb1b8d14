package intake

import (
	"context"
	"fmt"
	"slices"

	"github.com/beevik/etree"

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

// uniteForeign adds to the feed-level markup of a set what a feed has of other
// names. Markup of a name that the set has stays as it is: endpoints that read
// each other would otherwise hand two values to and fro for ever.
func uniteForeign(have, more string) (string, error) {
	switch {
	case more == "" || more == have:
		return have, nil
	case have == "":
		return more, nil
	}
	mine, err := parseForeign(have)
	if err != nil {
		return "", err
	}
	theirs, err := parseForeign(more)
	if err != nil {
		return "", err
	}
	added, err := addMissing(mine.Root(), theirs.Root())
	if err != nil || !added {
		return have, err
	}
	return mine.WriteToString()
}

// addMissing adds to an element those children of another one whose names it
// lacks, and tells whether there were any.
func addMissing(to, from *etree.Element) (added bool, err error) {
	known := map[[2]string]bool{}
	for _, e := range to.ChildElements() {
		known[name(e)] = true
	}
	for _, e := range from.ChildElements() {
		if known[name(e)] {
			continue
		}
		alone, err := parseForeign(item.Canonical(e))
		if err != nil {
			return false, err
		}
		to.AddChild(alone.Root())
		added = true
	}
	return added, nil
}

// name is what an element is known by, whatever its prefix.
func name(e *etree.Element) [2]string { return [2]string{e.NamespaceURI(), e.Tag} }

func parseForeign(xml string) (*etree.Document, error) {
	doc := etree.NewDocument()
	doc.ReadSettings.PreserveCData = true
	doc.WriteSettings = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}
	if err := doc.ReadFromString(xml); err != nil {
		return nil, fmt.Errorf("markup of the feed: %w", err)
	}
	if doc.Root() == nil {
		return nil, fmt.Errorf("markup of the feed: there is no element in %q", xml)
	}
	return doc, nil
}
