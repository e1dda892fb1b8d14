package transfer

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// outlines are the outlines in a file, before they are compared with a list.
type outlines struct {
	all []branch
	// open are the possible parents of the next outline, the innermost last.
	open []outlineSpot
	// times counts how often an identifier would occur.
	times map[string]int
	// ids are the identifiers in use.
	ids map[string]bool
}

// branch is an outline in a file.
type branch struct {
	exchange.Entry
	// id is derived only from the file, so that two endpoints that import it get one item.
	id string
	// parent is the index of the parent outline, or -1.
	parent int
}

// outlineSpot is an outline's level and index. Deleted outlines are left out, and their children
// take their position.
type outlineSpot struct{ level, index int }

// readOutlines reads a file. It returns nothing from a file that cannot be read completely.
func readOutlines(ctx context.Context, in io.Reader) (*outlines, error) {
	o := &outlines{times: map[string]int{}, ids: map[string]bool{}}
	err := readOPML(in, func(e exchange.Entry) error {
		o.add(e)
		return ctx.Err()
	})
	return o, err
}

// add adds the next outline in the file.
func (o *outlines) add(e exchange.Entry) {
	for n := len(o.open); n > 0 && o.open[n-1].level >= e.Level; n-- {
		o.open = o.open[:n-1]
	}
	parent := -1
	if n := len(o.open); n > 0 {
		parent = o.open[n-1].index
	}
	if e.Deleted {
		o.open = append(o.open, outlineSpot{e.Level, parent})
		return
	}
	b := branch{Entry: e, parent: parent}
	b.id = o.identify(b)
	o.ids[b.id] = true
	o.open = append(o.open, outlineSpot{e.Level, len(o.all)})
	o.all = append(o.all, b)
}

// identify returns the identifier of an outline: in a shared file the one in its sx:sync, and
// otherwise one derived from what it is and from its parent. Several equal outlines in the
// same parent are separate items.
func (o *outlines) identify(b branch) string {
	if b.ID != "" {
		return b.ID
	}
	if b.UID != "" && item.ValidNSS(b.UID) && !o.ids[b.UID] {
		return b.UID
	}
	within := ""
	if b.parent >= 0 {
		within = o.all[b.parent].id
	}
	what := whatIs(b.Content)
	key := within + "\x00" + what
	for {
		nth := o.times[key]
		o.times[key]++
		id := identifier("outline", within, what)
		if nth > 0 {
			id = identifier("outline", within, what, strconv.Itoa(nth))
		}
		if !o.ids[id] {
			return id
		}
	}
}

// whatIs returns what identifies an outline among its siblings: the address of a feed, the
// title of a folder or line, and the whole content of an outline with neither.
func whatIs(c *item.Content) string {
	r := record.Read(c)
	if url := strings.TrimSpace(r.Get("xmlUrl")); url != "" {
		return "feed " + url
	}
	if title := strings.TrimSpace(r.Get("title")); title != "" {
		return "title " + title
	}
	return "outline " + meaning(c)
}

// planOutlines determines what an import does with the outlines of a file. They are matched by
// their identifiers, wherever a person moved them, and otherwise by what they are within their
// parent.
func planOutlines(ctx context.Context, r Reader, set int64, _ record.Kind, in io.Reader) ([]Planned, []exchange.Problem, error) {
	read, err := readOutlines(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	planned, err := read.plan(ctx, r, set)
	if err == nil {
		read.remark(planned)
	}
	return planned, nil, err
}

// plan compares the outlines with a list.
func (o *outlines) plan(ctx context.Context, r Reader, set int64) ([]Planned, error) {
	m := places{store: r, set: set, of: o}
	planned := make([]Planned, len(o.all))
	for i, b := range o.all {
		p := Planned{Entry: b.Entry, ID: b.id, kind: record.Outline}
		if b.parent >= 0 {
			p.Parent = planned[b.parent].ID
		}
		if err := m.find(&p); err != nil {
			return nil, err
		}
		planned[i] = p
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return planned, nil
}

// remark notes that a file is a shared feed, which can be subscribed to instead of imported.
func (o *outlines) remark(planned []Planned) {
	for i := range planned {
		if planned[i].UID != "" {
			planned[i].remark(exchange.Problem{Kind: exchange.SharedFile})
			return
		}
	}
}

// places finds the items that correspond to outlines in a file.
type places struct {
	store Reader
	set   int64
	of    *outlines
	// there has the items that are not deleted, by parent and by what they are. It is nil
	// until it is needed.
	there map[location][]string
}

// location is an item's parent, and what the item is within it.
type location struct{ parent, what string }

// find compares an outline with its item, if that exists.
func (m *places) find(p *Planned) error {
	it, err := m.store.Item(m.set, p.ID)
	if errors.Is(err, store.ErrNoItem) && p.Entry.ID == "" {
		it, err = m.unidentified(p)
	}
	switch {
	case errors.Is(err, store.ErrNoItem):
		p.State, p.Take, p.after = New, true, p.Content
		return nil
	case err != nil:
		return err
	}
	p.ID = it.ID()
	return p.compare(it.Winner)
}

// unidentified finds an item at the outline's location that the file has no identifier for: one that
// a person added.
func (m *places) unidentified(p *Planned) (*item.Item, error) {
	if m.there == nil {
		if err := m.indexItems(); err != nil {
			return nil, err
		}
	}
	at := location{p.Parent, whatIs(p.Content)}
	found := m.there[at]
	if len(found) == 0 {
		return nil, store.ErrNoItem
	}
	m.there[at] = found[1:]
	return m.store.Item(m.set, found[0])
}

// indexItems finds the locations of all items that the file has no identifier for.
func (m *places) indexItems() error {
	m.there = map[location][]string{}
	_, err := store.Spare(m.store.EachItem(m.set, func(it *item.Item) error {
		v := it.Winner
		if !v.Deleted && !m.of.ids[v.ID] && record.KindOf(v.Content) == record.Outline {
			at := location{v.Place.Parent, whatIs(v.Content)}
			m.there[at] = append(m.there[at], v.ID)
		}
		return nil
	}))
	return err
}

// positions records the parents of the entries so far, and which of them are in the list, to find
// the position of each new one.
type positions struct {
	parents map[string]string
	present map[string]bool
}

// spot returns the position of a new entry: last in the nearest of its ancestors in the file
// that is in the list. It is zero in unordered lists.
func (s *positions) spot(e Planned) edit.Spot {
	if e.outside {
		return edit.Spot{Parent: e.Parent, AtEnd: true}
	}
	parent := e.Parent
	for parent != "" && !s.present[parent] {
		parent = s.parents[parent]
	}
	return edit.Spot{Parent: parent, AtEnd: true}
}

// note records the result for an entry.
func (s *positions) note(e Planned, done bool) {
	s.parents[e.ID] = e.Parent
	s.present[e.ID] = s.present[e.ID] || done || e.State == Same || e.State == Changed
}

// WriteOutlines writes the outlines of a list to an OPML file with that title: all that are
// not deleted, in the tree as it is shown, or the given ones with everything in them. items
// must be all items of the list, including tombstones, because children of a tombstone take
// its position. It returns the number of outlines written.
func WriteOutlines(w io.Writer, title string, items []*item.Item, ids []string) (int, error) {
	var all []exchange.Out
	for _, r := range shownRows(items, ids) {
		out, err := Outlines.out(items[r.Index])
		if err != nil {
			return 0, err
		}
		out.Level = r.Depth
		all = append(all, out)
	}
	return len(all), writeOPML(w, title, all)
}

// chosenRows returns the rows of the given items with everything in them, with depths relative
// to the items. Without identifiers it returns all rows.
func chosenRows(rows []order.Row, nodes []order.Node, ids []string) []order.Row {
	if len(ids) == 0 {
		return rows
	}
	var chosen []order.Row
	within := -1 // the depth of the item whose branch it is
	for _, r := range rows {
		if within >= 0 && r.Depth <= within {
			within = -1
		}
		if within < 0 && slices.Contains(ids, nodes[r.Index].ID) {
			within = r.Depth
		}
		if within >= 0 {
			r.Depth -= within
			chosen = append(chosen, r)
		}
	}
	return chosen
}
