package transfer

import (
	"context"
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/store"
)

// remarkDuplicates adds a problem to each new contact that may be one of the list. It is imported
// nevertheless: only a person can tell, and the duplicates of a list can be merged.
func (p *Plan) remarkDuplicates(ctx context.Context, r Reader, set int64) error {
	if p.Kind != record.Contact || p.Count(New) == 0 {
		return nil
	}
	titles := map[string]string{}
	var all []record.Candidate
	_, err := store.Spare(r.EachItem(set, func(it *item.Item) error {
		read := record.Read(it.Winner.Content)
		if !it.Winner.Deleted && read.Kind == record.Contact {
			titles["="+it.ID()] = it.Winner.Title()
			all = append(all, record.Candidate{Key: "=" + it.ID(), Record: read})
		}
		return ctx.Err()
	}))
	if err != nil || len(all) == 0 {
		return err
	}
	for i, e := range p.Entries {
		if e.State == New {
			all = append(all, record.Candidate{Key: strconv.Itoa(i), Record: record.Read(e.Content)})
		}
	}
	said := map[int]bool{}
	for _, pair := range record.Duplicates(all) {
		title, listed := titles[pair.A]
		if i, err := strconv.Atoi(pair.B); listed && err == nil && !said[i] {
			said[i] = true
			p.Entries[i].remark(exchange.Problem{Kind: exchange.Duplicate, Value: exchange.Shortened(title)})
		}
	}
	return nil
}
