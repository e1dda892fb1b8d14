package feed

import (
	"bytes"
	"slices"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// Entry is one item of a document, shared or not.
type Entry struct {
	// Raw is the item as it stands in the document, in UTF-8. That of an outline is
	// without the outlines in it, and without the layout between what is in it.
	Raw []byte
	// Line is where it begins, from 1.
	Line int
	// Item is nil where there is no sx:sync, which is no fault (SSE 0.93 §2.4),
	// and where the item was set aside.
	Item *item.Item
	// SetAside says that the item breaks a rule and takes no part.
	SetAside bool
	// Aside is the identifier of an item that was set aside, where one can be read.
	Aside string
	// Problems are the errors and warnings about the item.
	Problems []Problem
	// Outline is where the entry stands in an OPML document; nil in RSS and Atom.
	// Outlines come when they are complete: each after those that stand in it.
	Outline *Outline

	place place
}

// place is what has to be known to write into an item's place.
type place struct {
	sync   [2]int       // where sx:sync begins and ends in Raw
	inner  surroundings // of the item's children
	trivia trivia       // what stands in sx:sync besides
	tags   tags         // of an outline
}

// entry reads an item.
func (r *Reader) entry(t *xmlstream.Token) (*Entry, error) {
	from := t.From
	e := &Entry{Line: r.scan.Position(from).Line}
	e.place.inner = surroundings{slices.Clone(r.scan.Scope()), r.around.within(t)}
	r.scan.Hold()
	defer r.scan.Release()
	r.build.begin(maxNodes)
	d := r.build.item(t, r.around.ambient)
	to, err := r.rest(t)
	if err != nil {
		return nil, err
	}
	e.Raw = bytes.Clone(r.scan.Bytes(from, to))
	if d.sync != nil {
		e.place.sync = [2]int{int(d.sync.from - from), int(d.sync.to - from)}
	}
	return e, r.examine(e, d, lines{{text: e.Raw, from: from, first: e.Line}})
}

// rest feeds the builder until what it began is complete, and returns the
// offset of its end.
func (r *Reader) rest(first *xmlstream.Token) (to int64, err error) {
	if err := r.build.spend(first); err != nil {
		return 0, err
	}
	for {
		t, err := r.token()
		if err != nil {
			return 0, err
		}
		done, err := r.build.token(t)
		if done || err != nil {
			return t.To, err
		}
	}
}

// examine completes an entry from the draft that was read.
func (r *Reader) examine(e *Entry, d *draft, l lines) error {
	if d.sync == nil {
		return nil
	}
	x := examiner{lines: l, format: r.format, dialect: r.inUse(), checking: r.checking}
	if over := r.build.excess; over.why != "" {
		x.fail(over.at, xmlstream.RuleLimit, SectionLimits, "%s", over.why)
	}
	it, err := x.item(d)
	if err != nil {
		return err
	}
	e.Item, e.SetAside, e.Problems = it, x.failed, x.problems
	if e.SetAside {
		e.Aside = r.asideID(d.sync)
	}
	if it != nil {
		e.place.trivia = triviaOf(d.sync)
	}
	return nil
}
