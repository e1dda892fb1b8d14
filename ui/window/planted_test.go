package window

import (
	"context"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// planted is an engine that keeps where the outlines of its one outline stand by
// itself.
type planted struct {
	*engine.Engine
	// order are all items, each after those that stand before it in the same, and
	// parents what each is in.
	order   []string
	parents map[string]string
}

func (p *planted) Outline(ctx context.Context, set string) ([]engine.OutlineRow, error) {
	rows, _, err := p.Found(ctx, set, store.Query{})
	byID := map[string]store.Row{}
	for _, r := range rows {
		byID[r.ID] = r
	}
	return p.in("", 0, byID), err
}

func (p *planted) in(parent string, depth int, rows map[string]store.Row) []engine.OutlineRow {
	var all []engine.OutlineRow
	for _, id := range p.order {
		if r, there := rows[id]; there && p.parents[id] == parent {
			inside := p.in(id, depth+1, rows)
			row := engine.OutlineRow{Row: r, Depth: depth}
			for _, i := range inside {
				if i.Depth == depth+1 {
					row.Children++
				}
			}
			all = append(append(all, row), inside...)
		}
	}
	return all
}

func (p *planted) Add(ctx context.Context, set string, f record.Values, o engine.AddOptions) (*item.Item, error) {
	it, err := p.Engine.Add(ctx, set, f, engine.AddOptions{ID: o.ID})
	if err == nil {
		p.put(it.ID(), o.Parent, o.After, o.AtEnd)
	}
	return it, err
}

func (p *planted) put(id, parent, after string, last bool) {
	p.order = slices.DeleteFunc(p.order, func(other string) bool { return other == id })
	at := slices.Index(p.order, after) + 1
	if last {
		at = len(p.order)
	}
	p.order = slices.Insert(p.order, at, id)
	if p.parents == nil {
		p.parents = map[string]string{}
	}
	p.parents[id] = parent
}

func (p *planted) Place(_ context.Context, _ string, ids []string, parent, after string) error {
	for _, id := range ids {
		p.put(id, parent, after, false)
		after = id
	}
	return nil
}

func (p *planted) DeleteBranch(ctx context.Context, set string, ids []string) (engine.Outcome, error) {
	var refs []engine.Ref
	for _, id := range ids {
		for _, inside := range append([]string{id}, p.inside(id)...) {
			refs = append(refs, engine.Ref{Set: set, ID: inside})
		}
	}
	return p.DeleteAll(ctx, refs)
}

func (p *planted) inside(id string) []string {
	var all []string
	for _, other := range p.order {
		if p.parents[other] == id {
			all = append(append(all, other), p.inside(other)...)
		}
	}
	return all
}
