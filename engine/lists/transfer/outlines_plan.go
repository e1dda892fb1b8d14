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
	"crossfeed/engine/record/opml"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// outlines are those of a file, before they are compared with a list.
type outlines struct {
	all []branch
	// open are those that the next one may stand in, the innermost last.
	open []standing
	// times counts what would have one identifier.
	times map[string]int
	// ids are the identifiers that were given.
	ids map[string]bool
}

// branch is an outline of a file.
type branch struct {
	exchange.Entry
	// id comes from the file alone, so that two endpoints that import it get one item.
	id string
	// parent is the index of the outline that it stands in, or -1.
	parent int
}

// standing is an outline at its level, by its index; what is deleted is not there, and
// what stands in it stands where it stood.
type standing struct{ level, index int }

// readOutlines reads a file. Nothing is given of one that cannot be read.
func readOutlines(ctx context.Context, in io.Reader) (*outlines, error) {
	o := &outlines{times: map[string]int{}, ids: map[string]bool{}}
	err := opml.Read(in, func(e exchange.Entry) error {
		o.add(e)
		return ctx.Err()
	})
	return o, err
}

// add takes in the next outline of the file.
func (o *outlines) add(e exchange.Entry) {
	for n := len(o.open); n > 0 && o.open[n-1].level >= e.Level; n-- {
		o.open = o.open[:n-1]
	}
	parent := -1
	if n := len(o.open); n > 0 {
		parent = o.open[n-1].index
	}
	if e.Deleted {
		o.open = append(o.open, standing{e.Level, parent})
		return
	}
	b := branch{Entry: e, parent: parent}
	b.id = o.identify(b)
	o.ids[b.id] = true
	o.open = append(o.open, standing{e.Level, len(o.all)})
	o.all = append(o.all, b)
}

// identify gives an outline its identifier: that of its sx:sync in a shared file, and
// otherwise one that comes from what it is and what it stands in. What stands there
// several times are several items.
func (o *outlines) identify(b branch) string {
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

// whatIs says what an outline is among those beside it: a feed by its address, a
// folder or a line by its title, and what has neither by all that it says.
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

// planOutlines says what an import does with the outlines of a file. They are known
// by their identifiers, wherever a person moved them; and else by what they are in
// what they stand in.
func planOutlines(ctx context.Context, r Reader, set int64, _ record.Kind, in io.Reader) ([]Planned, error) {
	read, err := readOutlines(ctx, in)
	if err != nil {
		return nil, err
	}
	m := places{store: r, set: set, of: read}
	planned := make([]Planned, len(read.all))
	for i, b := range read.all {
		p := Planned{Entry: b.Entry, ID: b.id}
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
	read.remark(planned)
	return planned, nil
}

// remark tells of a file that is shared that there is more to it than an import.
func (o *outlines) remark(planned []Planned) {
	for i := range planned {
		if planned[i].UID != "" {
			planned[i].remark("this file is shared: its items keep their identifiers; subscribe to it to get its changes")
			return
		}
	}
}

// places finds the items that outlines of a file are.
type places struct {
	store Reader
	set   int64
	of    *outlines
	// there are the live items by what they stand in and what they are; nil until
	// they are asked for.
	there map[location][]string
}

// location is what an item stands in, and what it is there.
type location struct{ parent, what string }

// find compares an outline with its item, if that is there.
func (m *places) find(p *Planned) error {
	it, err := m.store.Item(m.set, p.ID)
	if errors.Is(err, store.ErrNoItem) {
		it, err = m.beside(p)
	}
	switch {
	case errors.Is(err, store.ErrNoItem):
		p.State, p.Take, p.says = New, true, p.Content
		return nil
	case err != nil:
		return err
	}
	p.ID = it.ID()
	return p.compare(it.Winner)
}

// beside finds an item that the file gives no identifier for and that stands where
// the outline does: one that a person added.
func (m *places) beside(p *Planned) (*item.Item, error) {
	if m.there == nil {
		if err := m.look(); err != nil {
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

// look finds where everything stands that the file gives no identifier for.
func (m *places) look() error {
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

// stands remembers of the entries so far what they stand in and which of them are in
// the list, so that every new one finds its place.
type stands struct {
	parents map[string]string
	there   map[string]bool
}

// spot is where a new entry is put: last in the nearest of those that it stands in in
// the file and that are in the list. In lists without order it says nothing.
func (s *stands) spot(e Planned) edit.Spot {
	parent := e.Parent
	for parent != "" && !s.there[parent] {
		parent = s.parents[parent]
	}
	return edit.Spot{Parent: parent, AtEnd: true}
}

// note takes in what became of an entry.
func (s *stands) note(e Planned, done bool) {
	s.parents[e.ID] = e.Parent
	s.there[e.ID] = s.there[e.ID] || done || e.State == Same || e.State == Changed
}

// WriteOutlines writes the outlines of a list into an OPML file of that title: all
// that live, in the order and in each other as they are shown; or those of some
// identifiers with all that is in them. items are all of the list, tombstones too, as
// what is in them stands where they stood. It returns how many are written.
func WriteOutlines(w io.Writer, title string, items []*item.Item, ids []string) (int, error) {
	var all []exchange.Out
	nodes := make([]order.Node, len(items))
	for i, it := range items {
		nodes[i] = order.Node{ID: it.ID(), Place: it.Winner.Place, Deleted: it.Winner.Deleted}
	}
	for _, r := range chosenRows(order.Shown(nodes, nil), nodes, ids) {
		out, err := Outlines.out(items[r.Index])
		if err != nil {
			return 0, err
		}
		out.Level = r.Depth
		all = append(all, out)
	}
	return len(all), opml.Write(w, title, all)
}

// chosenRows are those of some items with all that is in them, from the depth of
// these; all where there are no identifiers.
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
