package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// role is what a child of an item is to the others who share the item
// (FeedSync implementation notes, note 1, and our reading of it).
type role uint8

const (
	// foreign children are shared and kept as they are.
	foreign role = iota
	// shared children have a name of their own in the neutral form.
	shared
	// publisherSpecific children stay with the publisher.
	publisherSpecific
	// leftOut are children that are items of their own, and no part of this one.
	leftOut
)

// format is what has to be known about a feed format. Another one is added by
// adding another value.
type format struct {
	name Format
	// version is the one that is written, where the root says one.
	version string
	// space is the namespace of the format's own elements.
	space string
	// path leads from the root to the element that holds the items.
	path []string
	// head is the name of the element beside those that holds what is said of the
	// feed, or "" where that stands around the items.
	head string
	// item is the name of an item.
	item string
	// feedLevel tells whether the format defines a child of the element that
	// holds the items.
	feedLevel func(local string) bool
	// child is the role of a child of an item in the format's namespace; of one
	// that is shared, its name in the neutral form and how it is converted.
	child func(t *xmlstream.Token) (role, string, conversion)
}

// conversion makes an element with the format's attributes and text one of the
// neutral form. It is called when the element is complete.
type conversion func(e *etree.Element)

// formats are those that can be read, by the namespace and name of their root.
var formats = map[xmlstream.Name]*format{
	{Local: "rss"}:  &rss,
	{Local: "opml"}: &opml,
	{Prefix: item.NamespaceAtom, Local: "feed"}: &atom,
}

// formatNamed is the format of that name: RSS, unless it is Atom or OPML.
func formatNamed(name Format) *format {
	switch name {
	case Atom:
		return &atom
	case OPML:
		return &opml
	}
	return &rss
}

// roleOf is what a child of an item is to others. Atom's elements mean the same
// wherever they stand.
func (f *format) roleOf(t *xmlstream.Token) (role, string, conversion) {
	switch t.Space {
	case f.space:
		return f.child(t)
	case item.NamespaceAtom:
		return atom.child(t)
	}
	return foreign, "", nil
}

// speaks tells whether documents of the format are written in a dialect: SSE 0.91
// extends RSS and OPML, and FeedSync RSS and Atom.
func (f *format) speaks(d Dialect) bool {
	switch f.name {
	case OPML:
		return d == SSE091
	case Atom:
		return d != SSE091
	}
	return true
}

// isFeedLevel tells whether a child of the feed is the format's own.
func (f *format) isFeedLevel(t *xmlstream.Token) bool {
	return t.Space == f.space && f.feedLevel(t.Name.Local) || t.Space == item.NamespaceAtom
}
