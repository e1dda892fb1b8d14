package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// planTable determines what an import does with the rows of a table.
func planTable(ctx context.Context, r Reader, set int64, kind record.Kind, columns Mapping, in io.Reader) ([]Planned, []exchange.Problem, error) {
	m, err := newMatching(r, set, kind)
	if err != nil {
		return nil, nil, err
	}
	t := table{matching: m}
	problems, err := readCSV(in, kind, columns, func(row csvRow) error {
		if err := t.add(row); err != nil {
			return err
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, nil, err
	}
	var planned []Planned
	if kind == record.Outline {
		planned, err = t.outlines(ctx)
	} else {
		planned, err = t.records(ctx)
	}
	return planned, problems, err
}

// table has the rows of a table as entries.
type table struct {
	*matching
	rows []tableRow
}

// tableRow is a row as an entry. id and parent are as in the file.
type tableRow struct {
	exchange.Entry
	id, parent string
}

// add adds the next row.
func (t *table) add(row csvRow) error {
	e := tableRow{Entry: exchange.Entry{Line: row.Line, Problems: row.Problems}, id: row.ID, parent: row.Parent}
	if !row.Bad {
		var now *item.Content
		if row.ID != "" {
			it, err := t.itemOf(row.ID)
			if err != nil && !errors.Is(err, store.ErrNoItem) {
				return err
			}
			if err == nil {
				now = it.Winner.Content
				e.ID = it.ID()
			} else {
				e.ID = newID(row.ID)
			}
		}
		t.read(&e, row, now)
	}
	t.rows = append(t.rows, e)
	return nil
}

// itemOf returns the item with an identifier that a table has: its own, or the UID of its
// record. The error may be store.ErrNoItem.
func (t *table) itemOf(id string) (*item.Item, error) {
	if t.none {
		return nil, store.ErrNoItem
	}
	it, err := t.store.Item(t.set, id)
	if known, has := t.uids[id]; errors.Is(err, store.ErrNoItem) && has && known != id {
		it, err = t.store.Item(t.set, known)
	}
	return it, err
}

// newID returns the identifier of a new item: the one in the file, if that is possible.
func newID(id string) string {
	if item.ValidNSS(id) {
		return id
	}
	return identifier(id)
}

// read takes the values of a row, unless one of them is invalid. A value that the item already
// has is never refused.
func (t *table) read(e *tableRow, row csvRow, now *item.Content) {
	var has record.Record
	if now != nil {
		if c, err := record.As(now, t.kind); err == nil {
			has = record.Read(c)
		}
	}
	var wrong []exchange.Problem
	for _, f := range record.Fields(t.kind) {
		value, named := row.Values[f.Name]
		if !named || now != nil && cellText(has.Get(f.Name)) == value {
			continue
		}
		if _, err := f.Canonical(value); err != nil {
			wrong = append(wrong, exchange.Problem{Line: row.LineOf(f.Name), Kind: exchange.Invalid, Err: err})
		}
	}
	if len(wrong) > 0 {
		e.Problems = append(wrong, e.Problems...)
		return
	}
	if now == nil && row.ID == "" && !slices.ContainsFunc(record.Fields(t.kind), func(f record.Field) bool { return row.Values[f.Name] != "" }) {
		e.Problems = append([]exchange.Problem{{Line: row.Line, Kind: exchange.EmptyRow}}, e.Problems...)
		return
	}
	content, err := record.New(t.kind, row.Values)
	if err != nil && now != nil {
		content, err = withCells(now, t.kind, row.Values)
	}
	if err != nil {
		e.Problems = append([]exchange.Problem{{Line: row.Line, Kind: exchange.Invalid, Err: err}}, e.Problems...)
		return
	}
	e.Content, e.Values = content, row.Values
}

// withCells returns a content with the values of a table, and everything else as it is. It is
// c itself if that has these values, whatever its kind.
func withCells(c *item.Content, kind record.Kind, v record.Values) (*item.Content, error) {
	as, err := record.As(c, kind)
	if err != nil {
		return nil, err
	}
	r, changed := record.Read(as), record.Values{}
	for name, value := range v {
		if cellText(r.Get(name)) != value {
			changed[name] = value
		}
	}
	next, err := record.Apply(as, changed)
	if err == nil && next == as {
		return c, nil
	}
	return next, err
}

// records determines what happens to the rows of a list without an order.
func (t *table) records(ctx context.Context) ([]Planned, error) {
	planned := make([]Planned, len(t.rows))
	for i, row := range t.rows {
		p, err := t.match(row.Entry)
		if err != nil {
			return nil, err
		}
		planned[i] = p
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return planned, nil
}

// outlines determines what happens to the rows of an outline. They are planned as a tree,
// parents first, in the order of the file.
func (t *table) outlines(ctx context.Context) ([]Planned, error) {
	tree := t.tree()
	read := &outlines{times: map[string]int{}, ids: map[string]bool{}}
	var bad []Planned
	var at []int
	for _, n := range tree {
		row := &t.rows[n.row]
		if row.Content == nil {
			bad = append(bad, Planned{Entry: row.Entry, State: Unreadable})
			continue
		}
		row.Level = n.level
		read.add(row.Entry)
		at = append(at, n.row)
	}
	planned, err := read.plan(ctx, t.store, t.set)
	if err != nil {
		return nil, err
	}
	for i := range planned {
		if err := t.place(&planned[i], t.rows[at[i]].parent); err != nil {
			return nil, err
		}
	}
	return append(planned, bad...), nil
}

// node is a row in a tree.
type node struct{ row, level int }

// tree returns the rows in the order of a tree. A row whose parent is not in the file, or that
// would contain itself, is at the top. Rows that repeat an identifier get one of their own.
func (t *table) tree() []node {
	of, children := map[string]int{}, map[int][]int{}
	const top = -1
	for i := range t.rows {
		row := &t.rows[i]
		if row.ID == "" {
			continue
		}
		if first, twice := of[row.ID]; twice {
			row.ID = identifier(row.ID, fmt.Sprint(i))
			row.Problems = append(slices.Clip(row.Problems), exchange.Problem{
				Line: row.Line, Kind: exchange.SameID, N: t.rows[first].Line,
			})
			continue
		}
		of[row.ID] = i
	}
	for i := range t.rows {
		parent, known := of[t.idOf(t.rows[i].parent)]
		if !known || t.rows[i].parent == "" || t.rows[parent].Content == nil {
			parent = top
		}
		children[parent] = append(children[parent], i)
	}
	var all []node
	seen := make([]bool, len(t.rows))
	walk := func(from int) {
		for open := []node{{from, 0}}; len(open) > 0; {
			n := open[len(open)-1]
			open = open[:len(open)-1]
			if seen[n.row] {
				continue
			}
			seen[n.row] = true
			all = append(all, n)
			for _, child := range slices.Backward(children[n.row]) {
				open = append(open, node{child, n.level + 1})
			}
		}
	}
	for _, i := range children[top] {
		walk(i)
	}
	for i := range t.rows { // these are in a circle
		if !seen[i] {
			t.rows[i].Problems = append(slices.Clip(t.rows[i].Problems), exchange.Problem{
				Line: t.rows[i].Line, Kind: exchange.OwnAncestor,
			})
			t.rows[i].parent = ""
			walk(i)
		}
	}
	return all
}

// idOf returns the identifier of the item that an identifier in the file means.
func (t *table) idOf(id string) string {
	if id == "" {
		return ""
	}
	if it, err := t.itemOf(id); err == nil {
		return it.ID()
	}
	return newID(id)
}

// place finds the parent of an entry that is not in the file. An import moves nothing: if an
// existing item is somewhere else, it says so.
func (t *table) place(p *Planned, parent string) error {
	if p.State == New {
		if p.Parent != "" || parent == "" {
			return nil
		}
		it, err := t.itemOf(parent)
		switch {
		case errors.Is(err, store.ErrNoItem) || err == nil && it.Winner.Deleted:
			p.remark(exchange.Problem{Kind: exchange.NoParent, Value: parent})
			return nil
		case err != nil:
			return err
		}
		p.Parent, p.outside = it.ID(), true
		return nil
	}
	it, err := t.store.Item(t.set, p.ID)
	if err != nil || it.Winner.Deleted {
		return err
	}
	now := it.Winner.Place.Parent
	if now == t.idOf(parent) {
		return nil
	}
	if above, err := t.itemOf(now); now == "" || err == nil && !above.Winner.Deleted {
		p.remark(exchange.Problem{Kind: exchange.OtherParent})
	}
	return nil
}

// WriteTable writes a table of items of a kind (RFC 4180). Notes are written as records with
// only a title and a text. If an item has a record of another kind, WriteTable fails before it
// writes anything.
func WriteTable(w io.Writer, kind record.Kind, items []*item.Item) error {
	all := make([]csvItem, len(items))
	for i, it := range items {
		content, err := contentAs(it, kind)
		if err != nil {
			return err
		}
		all[i] = csvItem{ID: it.ID(), Content: content}
	}
	return writeCSV(w, kind, all)
}

// WriteOutlineTable is WriteTable for an outline, with the arguments and the result of
// WriteOutlines.
func WriteOutlineTable(w io.Writer, items []*item.Item, ids []string) (int, error) {
	var all []csvItem
	var open []string // the identifiers of the rows above, by depth
	for _, r := range shownRows(items, ids) {
		it := items[r.Index]
		content, err := contentAs(it, record.Outline)
		if err != nil {
			return 0, err
		}
		open = append(open[:r.Depth], it.ID())
		out := csvItem{ID: it.ID(), Content: content}
		if r.Depth > 0 {
			out.Parent = open[r.Depth-1]
		}
		all = append(all, out)
	}
	return len(all), writeCSV(w, record.Outline, all)
}

// shownRows returns the rows of an outline as it is shown, or those of the given items with
// everything in them.
func shownRows(items []*item.Item, ids []string) []order.Row {
	nodes := make([]order.Node, len(items))
	for i, it := range items {
		nodes[i] = order.Node{ID: it.ID(), Place: it.Winner.Place, Deleted: it.Winner.Deleted}
	}
	return chosenRows(order.Shown(nodes, nil), nodes, ids)
}
