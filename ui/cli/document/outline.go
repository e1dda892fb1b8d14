package document

import (
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/subscribe/intake"
)

// outline is an OPML document held in memory, with its items at their positions (SSE 0.91
// §3.2).
type outline struct {
	*feed.Outlines
	name string
	// items has each identifier once: first the items of the document in order, then those
	// merged in.
	items  []*placed
	byID   map[string]*placed
	rules  rules.Rules
	report Report
}

// placed is an item with its position.
type placed struct {
	// item includes its position.
	item *item.Item
	// read is the item as it was read from the document, or nil if it was merged from several
	// entries or comes from another document.
	read *item.Item
	// at is its position in the document.
	at order.Located
	// changed is set if the item differs from what was read.
	changed bool
	line    int
}

func readOutline(s Source) (*outline, error) {
	in, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	o := &outline{name: s.Name, rules: feed.RulesOf(item.SSE091)}
	o.Outlines, err = feed.ReadOutlines(in, s.Name)
	return o, err
}

// gather determines the items and their positions. known returns what another document has of
// an item; it may be nil.
func (o *outline) gather(known func(*item.Item) order.Known) {
	o.report.add(o.name, o.Document().Problems...)
	entries := o.Entries()
	o.items, o.byID = make([]*placed, 0, len(entries)), make(map[string]*placed, len(entries))
	spots := make([]order.Spot, len(entries))
	for i, e := range entries {
		spots[i] = order.Spot{Number: e.Outline.Number, Parent: e.Outline.Parent}
		o.report.add(o.name, e.Problems...)
		if e.Item != nil && o.take(e) {
			spots[i].ID, spots[i].Given, spots[i].Top = e.Item.ID(), e.Outline.Given, e.Item.Winner.Top()
		}
	}
	for _, at := range order.Locate(spots, o.asks(known)) {
		p := o.byID[at.ID]
		p.at = at
		p.item = withPosition(p.item, at.Place)
	}
}

// asks looks up the identifier in this document, so that known can be called with the item.
func (o *outline) asks(known func(*item.Item) order.Known) func(id string) order.Known {
	if known == nil {
		return nil
	}
	return func(id string) order.Known { return known(o.byID[id].item) }
}

// take adds an entry. Entries with the same identifier are merged, unless content of one of
// them would be lost: a document has no archive. In that case the later one stays as it is and
// does not take part.
func (o *outline) take(e *feed.Entry) bool {
	id := e.Item.ID()
	first := o.byID[id]
	if first == nil {
		p := &placed{item: e.Item, read: e.Item, line: e.Line}
		o.byID[id], o.items = p, append(o.items, p)
		return true
	}
	t := intake.EntryMerger{Item: first.item, Rules: o.rules}
	m, found, ok := t.Add(e.Line, e.Item)
	if ok && len(m.Dropped) > 0 {
		found, ok = []feed.Problem{{
			Severity: feed.Error, Line: e.Line, Item: id, Rule: "repeated-id", Section: "SSE 0.91 §2.3",
			Text: fmt.Sprintf("the outline in line %d has the same ID and other content: this one is skipped, and stays as it is", first.line),
		}}, false
	}
	o.report.add(o.name, found...)
	if !ok {
		e.Item, e.Skipped = nil, true
		return false
	}
	first.item, first.read = t.Item, nil
	return true
}

// withPosition returns a copy of an item with its winner at a position. Conflicting versions
// without a position of their own get the same one.
func withPosition(it *item.Item, at item.Place) *item.Item {
	out := *it
	winner := *it.Winner
	winner.Place = at
	out.Winner = &winner
	for i, c := range it.Conflicts {
		if c.Place != (item.Place{}) {
			continue
		}
		if i == 0 || &out.Conflicts[0] == &it.Conflicts[0] {
			out.Conflicts = append([]*item.Version(nil), it.Conflicts...)
		}
		v := *c
		v.Place = at
		out.Conflicts[i] = &v
	}
	return &out
}

// nodes returns the items as nodes of the tree.
func (o *outline) nodes() []order.Node {
	nodes := make([]order.Node, len(o.items))
	for i, p := range o.items {
		w := p.item.Winner
		nodes[i] = order.Node{ID: w.ID, Place: w.Place, Deleted: w.Deleted}
	}
	return nodes
}

// write writes the document with the items at their current positions.
func (o *outline) write(target Target) error {
	rows := o.rows()
	return target(func(w io.Writer) error { return o.Write(w, rows) })
}

// rows returns the items in tree order. Items that neither changed nor moved are written as
// they were read. If such an item had no explicit position, one is only written if its
// siblings changed, so that a document of a program that does not know positions is left
// alone.
func (o *outline) rows() []feed.Arranged {
	tree := order.Tree(o.nodes())
	still := o.still(tree)
	rows := make([]feed.Arranged, len(tree))
	for i, row := range order.Folded(tree) {
		p := o.items[row.Index]
		rows[i] = feed.Arranged{Item: p.item, Depth: row.Depth}
		folded := row.Depth == 0 && p.at.Parent != ""
		if p.asRead() && (!p.at.Derived || still[p.at.Parent] && !folded) {
			rows[i].Item = p.read
		}
		if len(p.item.Conflicts) > 0 || p.item.Flagged {
			o.report.Conflicts++
		}
	}
	return rows
}

// asRead reports whether an item neither changed nor moved.
func (p *placed) asRead() bool {
	return p.read != nil && !p.changed && p.item.Winner.Place == p.at.Place
}

// still returns the parents whose children are the same as before, in the same order.
func (o *outline) still(tree []order.Row) map[string]bool {
	before, next := map[string][]*placed{}, map[string]int{}
	for _, p := range o.items {
		if p.at.ID != "" {
			before[p.at.Parent] = append(before[p.at.Parent], p)
		}
	}
	still := make(map[string]bool, len(before))
	for parent := range before {
		still[parent] = true
	}
	for _, row := range tree {
		p := o.items[row.Index]
		parent := p.item.Winner.Place.Parent
		if n := next[parent]; n >= len(before[parent]) || before[parent][n] != p {
			still[parent] = false
		}
		next[parent]++
	}
	for parent, all := range before {
		still[parent] = still[parent] && next[parent] == len(all)
	}
	return still
}
