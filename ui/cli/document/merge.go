package document

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/item"
)

// Merge merges an incoming document into a local one (SSE 0.93 §3.3). The
// result is the local document, in its format and with everything unknown in
// it; items that are new here come last. What stands in the incoming document
// at the level of the feed stays there. Both are read at the same time.
func Merge(target Target, local, incoming Source) (Report, error) {
	in := gather(incoming)
	m := merging{gathering: in, rewriting: rewriting{source: local}}
	m.concerns = func(string) bool { return true }
	m.change, m.added = m.into, m.rest
	report, err := m.to(target)
	if broken := in.end(); broken != nil {
		return Report{}, broken
	}
	report.Problems = append(report.Problems, in.report.Problems...)
	return report, err
}

// merging is the rewriting of a document with what is in another one.
type merging struct {
	rewriting
	*gathering
}

// into merges what came in under a local item's identifier into it.
func (m *merging) into(local *item.Item) (*item.Item, error) {
	incoming, err := m.find(local.ID())
	if incoming == nil || err != nil {
		return local, err
	}
	return m.merge(local, *incoming), nil
}

// rest writes the items that are new here.
func (m *merging) rest(write func(*item.Item) error) error {
	fresh, err := m.unmet()
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
	merged := feedsync.Merge(local, incoming.Item)
	m.rewriting.report.add(m.name, incorporate.Found(incoming.line, id, merged)...)
	if err := feed.Fits(merged.Item); merged.Changed && err != nil {
		m.rewriting.report.add(m.name, incorporate.Unfit(incoming.line, id, err))
		return local
	}
	return merged.Item
}
