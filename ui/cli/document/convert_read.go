package document

import (
	"cmp"
	"fmt"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/rules"
)

// read reads the items of the document, in its order.
func (x *converting) read(s Source) (err error) {
	var entries []*feed.Entry
	x.doc, err = Read(s, func(e *feed.Entry) { entries = append(entries, e) })
	if err != nil {
		return err
	}
	if x.doc.Dialect == "" && x.doc.Format == feed.OPML {
		x.doc.Dialect = feed.SSE091
	}
	slices.SortStableFunc(entries, func(a, b *feed.Entry) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	x.report.add(s.Name, x.doc.Problems...)
	by, nested := rulesOf(s), false
	for _, e := range entries {
		x.entry(e, by)
		nested = nested || e.Outline != nil && e.Outline.Parent != 0
	}
	if x.doc.Format == feed.OPML && (nested || len(x.order) > 1) && x.Format != feed.OPML {
		x.losses.add("the order and the hierarchy of its outlines", "")
	}
	return nil
}

// entry takes in one entry; a later one of an identifier is merged with the first.
func (x *converting) entry(e *feed.Entry, by rules.Rules) {
	x.report.add(x.name, e.Problems...)
	if e.Item == nil {
		x.passed(e)
		return
	}
	first := x.byID[e.Item.ID()]
	if first == nil {
		a := &arrival{Twin: incorporate.Twin{Item: e.Item, Rules: by}, line: e.Line}
		x.byID[e.Item.ID()], x.order = &a.Twin, append(x.order, a)
		return
	}
	m, found, ok := first.Meet(e.Line, e.Item)
	x.report.add(x.name, found...)
	if !ok || len(m.Dropped) > 0 {
		x.losses.add("what one of several entries of an identifier says", e.Item.ID())
	}
}

// numberOf is the place of an outline in its document, 0 for what is none.
func numberOf(e *feed.Entry) int {
	if e.Outline == nil {
		return 0
	}
	return e.Outline.Number
}

// passed notes an entry that is no item: it has no place in a document that is made
// anew.
func (x *converting) passed(e *feed.Entry) {
	what := "what takes no part in sharing"
	if e.SetAside {
		what = "what breaks the rules"
	}
	x.losses.add(what, fmt.Sprintf("line %d", e.Line))
}
