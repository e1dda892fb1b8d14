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

// change is what an arrival does to the local item.
type change struct {
	// before is the local item before the merge, or nil.
	before *item.Item
	merged rules.Result
	// reissued reports whether versions of this endpoint were rewritten under its current
	// identifier.
	reissued bool
	// dropped are versions for the archive.
	dropped []*item.Version
}

// each merges every arrival with the current local items.
func (n *news) each(ctx context.Context, now store.Reader, set int64, visit func(change) error) error {
	for _, a := range n.order {
		if err := ctx.Err(); err != nil {
			return err
		}
		before, err := findItem(now, set, a.Item.ID())
		if err != nil {
			return err
		}
		incoming := a.incoming(before)
		m, reissued, err := n.merge(now, before, incoming)
		if err != nil {
			return err
		}
		dropped := slices.Concat(a.dropped, m.Dropped, records(m.Item, incoming))
		if err := visit(change{before, m, reissued, dropped}); err != nil {
			return err
		}
	}
	return nil
}

// uniteForeign adds feed-level markup to that of a set, except elements whose names the set
// already has. Those remain as they are: otherwise, endpoints that read each other would
// exchange two values back and forth forever.
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

// addMissing adds those children of another element whose names an element lacks, and reports
// whether there were any.
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

// name returns what identifies an element, whatever its prefix.
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
