package document

import (
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// Standing is an item of a document and where it stands there.
type Standing struct {
	Item *item.Item
	// Parent is the item that it stands in, or "", and Depth how many it stands in.
	Parent string
	Depth  int
}

// InOrder reads the items of a document in its order, and what is wrong with them.
func InOrder(s Source) (d feed.Document, items []Standing, problems []feed.Problem, err error) {
	var entries []*feed.Entry
	d, err = Read(s, func(e *feed.Entry) {
		if e.Item != nil || e.Outline != nil {
			entries = append(entries, &feed.Entry{Item: e.Item, Outline: e.Outline})
		}
		problems = append(problems, e.Problems...)
	})
	if d.Format == feed.OPML {
		slices.SortFunc(entries, func(a, b *feed.Entry) int { return a.Outline.Number - b.Outline.Number })
		slices.SortStableFunc(problems, func(a, b feed.Problem) int { return a.Line - b.Line })
	}
	return d, stand(entries), problems, err
}

// stand finds where items stand: in the nearest outline around them that is an item.
func stand(entries []*feed.Entry) (items []Standing) {
	within := map[int]Standing{}
	for _, e := range entries {
		var s Standing
		if e.Outline != nil {
			s = within[e.Outline.Parent]
		}
		if e.Item != nil {
			items = append(items, Standing{e.Item, s.Parent, s.Depth})
			s = Standing{Parent: e.Item.ID(), Depth: s.Depth + 1}
		}
		if e.Outline != nil {
			within[e.Outline.Number] = s
		}
	}
	return items
}
