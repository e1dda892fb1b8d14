package storage

import "slices"

// end puts the items where they belong, takes away what the feed has no more, and counts.
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

// lastOfEach has each item once, where it came last.
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

// arrange writes the positions that change.
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

// removeOthers removes the items that the feed had and that did not come.
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
