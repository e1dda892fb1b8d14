package document

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091/place"
)

// outline is an OPML document that is held whole, with its items where they stand
// (SSE 0.91 §3.2).
type outline struct {
	*feed.Outlines
	name string
	// items are in the order of the document, and then what came in; each identifier
	// is there once.
	items  []*placed
	byID   map[string]*placed
	rules  rules.Rules
	report Report
}

// placed is an item and where it stands.
type placed struct {
	// item has its place.
	item *item.Item
	// read is the item as it was read from the document, or nil where it is made of
	// several entries or came in.
	read *item.Item
	// at is where it stands in the document.
	at place.Located
	// changed tells that it says something else than what was read.
	changed bool
	line    int
}

// readOutline reads an OPML document.
func readOutline(s Source) (*outline, error) {
	in, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	o := &outline{name: s.Name, rules: feed.RulesOf(feed.SSE091)}
	o.Outlines, err = feed.ReadOutlines(in, s.Name)
	return o, err
}

// gather finds the items and their places. known tells what is held of an item
// elsewhere, and may be nil.
func (o *outline) gather(known func(*item.Item) (place.Known, bool)) {
	o.report.add(o.name, o.Document().Problems...)
	entries := o.Entries()
	o.items, o.byID = make([]*placed, 0, len(entries)), make(map[string]*placed, len(entries))
	spots := make([]place.Spot, len(entries))
	for i, e := range entries {
		spots[i] = place.Spot{Number: e.Outline.Number, Parent: e.Outline.Parent}
		o.report.add(o.name, e.Problems...)
		if e.Item != nil && o.take(e) {
			spots[i].ID, spots[i].Given, spots[i].Top = e.Item.ID(), e.Outline.Given, e.Item.Winner.Top()
		}
	}
	for _, at := range place.Locate(spots, o.asks(known)) {
		p := o.byID[at.ID]
		p.at = at
		p.item = standing(p.item, at.Place)
	}
}

// asks answers for the item that stands in this document.
func (o *outline) asks(known func(*item.Item) (place.Known, bool)) func(id string) (place.Known, bool) {
	if known == nil {
		return nil
	}
	return func(id string) (place.Known, bool) { return known(o.byID[id].item) }
}

// take takes in an entry. Entries of one identifier are merged with each other, unless
// what one of them says would be gone: a document has no archive. That one stays as it is
// and takes no part.
func (o *outline) take(e *feed.Entry) bool {
	id := e.Item.ID()
	first := o.byID[id]
	if first == nil {
		p := &placed{item: e.Item, read: e.Item, line: e.Line}
		o.byID[id], o.items = p, append(o.items, p)
		return true
	}
	t := incorporate.Twin{Item: first.item, Rules: o.rules}
	m, found, ok := t.Meet(e.Line, e.Item)
	if ok && len(m.Dropped) > 0 {
		found, ok = []feed.Problem{{
			Severity: feed.Error, Line: e.Line, Item: id, Rule: "repeated-id", Section: "SSE 0.91 §2.3",
			Text: fmt.Sprintf("the outline in line %d has this identifier and says something else: this one stays as it is and takes no part", first.line),
		}}, false
	}
	o.report.add(o.name, found...)
	if !ok {
		e.Item, e.SetAside = nil, true
		return false
	}
	first.item, first.read = t.Item, nil
	return true
}

// standing is an item whose winner stands in a place. Versions that conflict and say
// nothing of theirs stand there as well.
func standing(it *item.Item, at item.Place) *item.Item {
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
