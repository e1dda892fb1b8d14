package transfer

import (
	"fmt"
	"io"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
	"crossfeed/engine/record/vcard"
)

// Format is a file format for export.
type Format string

// The export formats.
const (
	// Calendar is iCalendar 2.0 (RFC 5545), with todos.
	Calendar Format = "ics"
	// Cards3 is vCard 3.0 (RFC 2426), which most programs read.
	Cards3 Format = "vcard-3.0"
	// Cards4 is vCard 4.0 (RFC 6350).
	Cards4 Format = "vcard-4.0"
	// Outlines is OPML 2.0.
	Outlines Format = "opml"
	// Table is CSV (RFC 4180), with the fields of any kind.
	Table Format = "csv"
	// Feed is the list as a feed, in its own format and dialect.
	Feed Format = "feed"
)

// Formats returns the export formats for a kind, the usual one first. The feed of an outline
// would be OPML, too.
func Formats(k record.Kind) []Format {
	switch k {
	case record.Contact:
		return []Format{Cards3, Cards4, Table, Feed}
	case record.Outline:
		return []Format{Outlines, Table}
	}
	return []Format{Calendar, Table, Feed}
}

// kind returns the kind of records in files of the format.
func (f Format) kind() record.Kind {
	switch f {
	case Calendar:
		return record.Todo
	case Outlines:
		return record.Outline
	}
	return record.Contact
}

// Write writes items to a file of calendars, cards or outlines. Notes are written as records with only a title and a text. If
// an item has a record of another kind, Write fails before it writes anything. Outlines are
// written in the order in which they are shown, whatever the order of items.
func Write(w io.Writer, f Format, items []*item.Item) error {
	if f == Outlines {
		_, err := WriteOutlines(w, "", items, nil)
		return err
	}
	all := make([]exchange.Out, len(items))
	for i, it := range items {
		out, err := f.out(it)
		if err != nil {
			return err
		}
		all[i] = out
	}
	switch f {
	case Cards3:
		return vcard.Write(w, vcard.V3, all)
	case Cards4:
		return vcard.Write(w, vcard.V4, all)
	case Calendar:
		return ical.Write(w, all)
	}
	return fmt.Errorf("%q is no format of calendars, cards or outlines", f)
}

// out returns an item in the form in which it is written.
func (f Format) out(it *item.Item) (exchange.Out, error) {
	v := it.Winner
	content, err := contentAs(it, f.kind())
	if err != nil {
		return exchange.Out{}, err
	}
	uid := record.FactsOf(v.Content).UID
	if uid == "" {
		uid = it.ID()
	}
	return exchange.Out{UID: uid, Content: content, Changed: v.Top().When.Time()}, nil
}

// contentAs returns the content of an item as a record of a kind. It may be a note.
func contentAs(it *item.Item, want record.Kind) (*item.Content, error) {
	v := it.Winner
	kind := record.KindOf(v.Content)
	if kind != record.Note && kind != want {
		return nil, fmt.Errorf("exporting “%s”: a %s cannot go into a file of %ss", v.Title(), kind, want)
	}
	content, err := record.As(v.Content, want)
	if err == nil {
		content, err = record.Adopt(content)
	}
	return content, err
}
