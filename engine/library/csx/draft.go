package csx

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strings"
	"time"

	"crossfeed/engine/internal/xmlstream"
)

// draft is an item being read.
type draft struct {
	Item
	guid  string
	built time.Time
	// summary is the text of an Atom entry that has no content, and dated the dc:date of an
	// RSS 1.0 item.
	summary string
	dated   time.Time
	// enclosures are the links of RSS enclosures and of Atom links to files. enclosed has their
	// addresses, and excess counts those beyond the limit.
	enclosures []Link
	enclosed   map[string]bool
	excess     int
	// links are links to files, nested those to feeds; seen has the indexes of the links.
	links  []Link
	nested []Link
	seen   map[string]int
	// all counts the links, and feeds those to feeds; over is the line of the first link
	// beyond the limit.
	all, feeds, over int
	// reportedBefore is the number of problems recorded before the item.
	reportedBefore int
	sum            hash.Hash
	buf            []byte
}

// These marks stand for tags in an item's content. No document can contain them.
const (
	startMark = "\x01"
	valueMark = "\x02"
	endMark   = "\x03"
)

// begin begins an item. It returns false if there are too many.
func (b *builder) begin(f *frame, e *event) bool {
	if b.item != nil {
		b.between(f)
		b.declare(e.attrs) // again: between dropped their scope
	}
	b.closed = false
	b.items++
	if b.items > b.limits.Items {
		b.reportOnce("", e.line, TooManyItems, "there are more than %d items; those beyond are left out", b.limits.Items)
		return false
	}
	d := &b.draft
	if d.sum == nil {
		d.sum, d.seen = sha256.New(), map[string]int{}
	}
	d.sum.Reset()
	clear(d.seen)
	*d = draft{Item: Item{Line: e.line}, seen: d.seen, sum: d.sum, buf: d.buf, reportedBefore: len(b.reported)}
	b.item = d
	return true
}

// between ends an item without an end tag, inside which another one begins. The frame of the
// new item moves to its place.
func (b *builder) between(f *frame) {
	next := *f
	b.open = b.open[:len(b.open)-1]
	for b.item != nil {
		b.pop()
	}
	next.scope, next.text = len(b.scope), nil
	b.open = append(b.open, next)
}

// addToHash adds to the item's content hash.
func (d *draft) addToHash(s string) {
	d.buf = append(d.buf[:0], s...)
	d.sum.Write(d.buf)
}

// mark adds a start tag to the item's content hash, with namespaces instead of prefixes.
func (b *builder) mark(f *frame, attrs []xmlstream.Attr) {
	d := b.item
	if d == nil {
		return
	}
	d.buf = append(append(append(append(d.buf[:0], startMark...), f.space...), ' '), f.name.Local...)
	for _, a := range attrs {
		if _, ok := a.Declares(); !ok {
			d.buf = append(append(append(append(d.buf, valueMark...), a.Name.Local...), '='), a.Value...)
		}
	}
	d.sum.Write(d.buf)
}

// take takes over the first value of each child element of the item.
func (d *draft) take(b *builder, f *frame) {
	switch f.meaning {
	case title:
		first(&d.Title, f)
	case description:
		first(&d.Text, f)
	case link:
		first(&d.Link, f)
	case guid:
		first(&d.guid, f)
	case pubDate:
		if d.Published.IsZero() {
			d.Published = b.date(f)
		}
	case summary:
		first(&d.summary, f)
	case dcDate:
		if d.dated.IsZero() {
			d.dated = b.date(f)
		}
	case csxBuilt:
		if d.built.IsZero() {
			d.built = b.date(f)
		}
	case csxHidden:
		b.report(f.line, HiddenElement, "<%s> is an attribute of <item>; the element counts all the same", f.name)
		d.Hidden = d.Hidden || b.flag(f.line, f.name.String(), strings.TrimSpace(string(f.text)))
	}
}

// finish passes on a finished item.
func (b *builder) finish() {
	d := b.item
	b.item = nil
	d.Text = cmp.Or(d.Text, d.summary)
	if d.Published.IsZero() {
		d.Published = d.dated
	}
	if d.Built = d.built; d.built.IsZero() {
		d.Built = d.Published
	}
	d.Mark = hex.EncodeToString(d.sum.Sum(nil))
	b.choose(d)
	b.identify(d)
	b.enclose(d)
	b.err = b.take(d)
	for i := min(d.reportedBefore, len(b.reported)); i < len(b.reported); i++ {
		b.reported[i].Item = d.ID
	}
}

// identify determines the ID of an item.
func (b *builder) identify(d *draft) {
	if d.ID = d.guid; d.ID != "" {
		return
	}
	by, what := "text", d.Mark
	switch {
	case len(d.Links) > 0:
		by, what = "csx:links", ""
		for _, l := range d.Links {
			what += l.Address + "\n"
		}
	case d.Link != "":
		by, what = "link", d.Link
	case d.Title != "":
		by, what = "title", d.Title
	}
	sum := sha256.Sum256([]byte(by + "\n" + what))
	d.ID = "sha256:" + hex.EncodeToString(sum[:])
	b.report(d.Line, MissingGUID, "the item has no "+b.idName()+", and is known by its %s: where that changes, it is another item", by)
}
