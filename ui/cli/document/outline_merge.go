package document

import (
	"fmt"

	"crossfeed/engine/crash"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/subscribe/intake"
)

// together returns an error for documents whose dialects have different rules, or if only one
// of them is ordered.
func together(incoming Source, in feed.Document, local Source, into feed.Document) error {
	switch {
	case in.Format == "" || into.Format == "":
	case in.Dialect != "" && into.Dialect != "" && !in.Dialect.SameRules(into.Dialect):
		return &feed.DialectError{Document: incoming.Name, Dialect: in.Dialect, Local: local.Name, Into: into.Dialect}
	case in.Format.Ordered() != into.Format.Ordered():
		return fmt.Errorf("%s is %s, %s is %s, and only one of them is an outline; convert one of them with crossfeed feed convert",
			incoming.Name, in.Format, local.Name, into.Format)
	}
	return nil
}

// mergeOutlines merges an OPML document into another one (SSE 0.91 §3.2, §4.4). Items that
// would be inside themselves are moved to the root once all are merged (§4.4.2).
func mergeOutlines(target Target, local, incoming Source) (Report, error) {
	o, in, err := readBoth(local, incoming)
	if err != nil {
		return Report{}, err
	}
	o.gather(nil)
	in.gather(o.known)
	for _, p := range in.items {
		o.merge(in.name, p)
	}
	o.breakCycles(in)
	o.reportOrphans()
	if err := o.write(target); err != nil {
		return Report{}, err
	}
	o.report.Problems = append(o.report.Problems, in.report.Problems...)
	return o.report, nil
}

// readBoth reads two documents concurrently. If both fail, it returns the error of the
// incoming one.
func readBoth(local, incoming Source) (o, in *outline, err error) {
	done := make(chan error)
	go func() {
		done <- crash.Guard(func() (err error) {
			in, err = readOutline(incoming)
			return err
		})
	}()
	o, err = readOutline(local)
	if broken := <-done; broken != nil {
		err = broken
	}
	return o, in, err
}

// known returns the local position of an incoming item.
func (o *outline) known(incoming *item.Item) order.Known {
	p := o.byID[incoming.ID()]
	if p == nil {
		return order.Known{}
	}
	if v := sameIn(p.item, incoming.Winner); v != nil {
		return order.Known{Place: v.Place, Same: true}
	}
	return order.Known{Place: p.item.Winner.Place}
}

// sameIn returns the version of an item that is the same as v, or nil. A copy whose history
// was truncated (SSE 0.91 §4.2 step 2) is the same.
func sameIn(it *item.Item, v *item.Version) *item.Version {
	for _, o := range it.Versions() {
		if o.Updates == v.Updates && o.Top().Same(v.Top()) && o.Deleted == v.Deleted && (o.Deleted || o.Content.Hash() == v.Content.Hash()) {
			return o
		}
	}
	return nil
}

// merge merges an incoming item, or skips it if the merged item could not be read again.
func (o *outline) merge(from string, in *placed) {
	p := o.byID[in.item.ID()]
	var local *item.Item
	if p != nil {
		local = p.item
	}
	merged := o.rules.Merge(local, in.item)
	id := in.item.ID()
	o.report.add(from, intake.Found(o.rules, in.line, id, merged)...)
	switch err := feed.Fits(merged.Item); {
	case !merged.Changed:
	case err != nil:
		o.report.add(from, intake.Unfit(in.line, id, err))
	case p == nil:
		p = &placed{item: merged.Item, changed: true}
		o.byID[id], o.items = p, append(o.items, p)
	default:
		p.item, p.changed = merged.Item, true
	}
}

// breakCycles moves items that are inside themselves to the root, and flags them.
func (o *outline) breakCycles(in *outline) {
	for _, m := range order.Cycles(o.nodes()) {
		p := o.items[m.Index]
		p.item = withPosition(p.item, m.Place)
		p.item.Flagged, p.changed = true, true
		line := p.line
		if other := in.byID[p.item.ID()]; other != nil && line == 0 {
			line = other.line
		}
		o.report.add(o.name, feed.Problem{
			Severity: feed.Warning, Line: line, Item: p.item.ID(), Rule: "cycle", Section: "SSE 0.91 §4.4.2",
			Text: fmt.Sprintf("it was its own ancestor, through %q: it was moved to the end of the top level and marked as a conflict", m.Place.Cycle),
		})
	}
}

// reportOrphans counts items below a deleted one as conflicts: they are shown at the top level,
// and nobody has confirmed that they belong there.
func (o *outline) reportOrphans() {
	for _, p := range o.items {
		w := p.item.Winner
		around := o.byID[w.Place.Parent]
		if w.Deleted || around == nil || !around.item.Winner.Deleted {
			continue
		}
		if len(p.item.Conflicts) == 0 && !p.item.Flagged { // those are counted when they are written
			o.report.Conflicts++
		}
		o.report.add(o.name, feed.Problem{
			Severity: feed.Warning, Line: p.line, Item: w.ID, Rule: "deleted-parent", Section: "SSE 0.91 §3.2",
			Text: fmt.Sprintf("its parent %q was deleted, so it is at the top level and in conflict", around.item.Winner.Title()),
		})
	}
}
