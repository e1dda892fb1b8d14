package document

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/item"
)

// Merge merges an incoming document into a local one (SSE 0.93 §3.3, SSE 0.91
// §4.4); documents of two families are refused with a *feed.DialectError. The result
// is the local document, in its format and with everything unknown in it; items that
// are new here come last. What stands in the incoming document at the level of the
// feed stays there. Both are read at the same time. Items of an outline come to
// stand where they belong in it (SSE 0.91 §3.2).
func Merge(target Target, local, incoming Source) (Report, error) {
	into, from := look(local), look(incoming)
	if err := together(incoming, from, local, into); err != nil {
		return Report{}, err
	}
	if into.Format == feed.OPML {
		return mergeOutlines(target, local, incoming)
	}
	dialect := dialectOf(into, from)
	by := feed.RulesOf(dialect)
	m := merging{source: local, incoming: gather(incoming, by), rules: by, dialect: dialect}
	report, err := m.to(target)
	if broken := m.incoming.end(); broken != nil {
		return Report{}, broken
	}
	report.Problems = append(report.Problems, m.incoming.report.Problems...)
	return report, err
}

// into merges what came in under a local item's identifier into it. An item that only the
// local document has is merged with itself, as one that is new here is.
func (m *merging) into(local *item.Item) (*item.Item, error) {
	incoming, err := m.incoming.find(local.ID())
	if err != nil {
		return local, err
	}
	if incoming == nil {
		return m.rules.Merge(local, local).Item, nil
	}
	return m.merge(local, *incoming), nil
}

// rest writes the items that are new here.
func (m *merging) rest(write func(*item.Item) error) error {
	fresh, err := m.incoming.unmet()
	if err != nil {
		return err
	}
	for _, a := range fresh {
		it := m.merge(nil, *a)
		if it == nil {
			continue
		}
		if err := write(it); err != nil {
			return err
		}
	}
	return nil
}

// merge sets what came in aside where the merged item could not be read again.
func (m *merging) merge(local *item.Item, incoming arrival) *item.Item {
	id := incoming.Item.ID()
	merged := m.rules.Merge(local, incoming.Item)
	m.report.add(m.incoming.name, incorporate.Found(m.rules, incoming.line, id, merged)...)
	if err := feed.Fits(merged.Item); merged.Changed && err != nil {
		m.report.add(m.incoming.name, incorporate.Unfit(incoming.line, id, err))
		return local
	}
	return merged.Item
}
