package feed

import (
	"slices"
	"strings"

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
	name item.Format
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
func formatNamed(name item.Format) *format {
	switch name {
	case item.Atom:
		return &atom
	case item.OPML:
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
func (f *format) speaks(d item.Dialect) bool {
	switch f.name {
	case item.OPML:
		return d == item.SSE091
	case item.Atom:
		return d != item.SSE091
	}
	return true
}

// isFeedLevel tells whether a child of the feed is the format's own.
func (f *format) isFeedLevel(t *xmlstream.Token) bool {
	return t.Space == f.space && f.feedLevel(t.Name.Local) || t.Space == item.NamespaceAtom
}

// atom is Atom 1.0 (RFC 4287). Its vocabulary is that of the neutral form.
var atom = format{
	name:      item.Atom,
	space:     item.NamespaceAtom,
	path:      []string{"feed"},
	item:      "entry",
	feedLevel: func(string) bool { return true },
	child:     atomChild,
}

var (
	atomPublisher = []string{"id", "updated", "published", "author", "contributor", "source"}
	sharedLinks   = []string{"", "alternate", "related", "enclosure", "via"}
)

// atomChild keeps the names. What Atom does not define is shared like any other
// markup.
func atomChild(t *xmlstream.Token) (role, string, conversion) {
	local := t.Name.Local
	rel, _ := t.Attr("rel")
	if slices.Contains(atomPublisher, local) || local == "link" && !slices.Contains(sharedLinks, rel) {
		return publisherSpecific, local, nil
	}
	return shared, local, nil
}

// rss is RSS 2.0. Its elements have no namespace.
var rss = format{
	name:      item.RSS,
	version:   "2.0",
	path:      []string{"rss", "channel"},
	item:      "item",
	feedLevel: func(local string) bool { return slices.Contains(rssChannel, local) },
	child:     rssChild,
}

// rssChannel lists the elements of a channel that RSS 2.0 defines.
var rssChannel = []string{
	"title", "link", "description", "language", "copyright", "managingEditor", "webMaster", "pubDate", "lastBuildDate", "category",
	"generator", "docs", "cloud", "ttl", "image", "rating", "textInput", "skipHours", "skipDays",
}

var rssPublisher = []string{"guid", "pubDate", "author", "comments", "source"}

// rssChild maps the shared elements of an RSS item to the neutral form:
//
//	title        title
//	description  content, of type html where it holds markup characters
//	link         link, its text the href
//	category     category, its text the term and its domain the scheme
//	enclosure    link with rel="enclosure", its url the href
func rssChild(t *xmlstream.Token) (role, string, conversion) {
	switch local := t.Name.Local; local {
	case "title":
		return shared, "title", noAttrs.attrs
	case "description":
		return shared, "content", descriptionToContent
	case "link":
		return shared, "link", linkToNeutral
	case "category":
		return shared, "category", categoryToNeutral
	case "enclosure":
		return shared, "link", enclosureToLink
	default:
		if slices.Contains(rssPublisher, local) {
			return publisherSpecific, local, nil
		}
		return foreign, "", nil
	}
}

// renamed are the attributes that RSS defines for an element, and what they are
// called in the neutral form.
type renamed map[string]string

// attrs renames attributes and drops the others that have no namespace: RSS
// gives them no meaning, and Atom might.
func (r renamed) attrs(e *etree.Element) {
	e.Attr = slices.DeleteFunc(e.Attr, func(a etree.Attr) bool {
		_, known := r[a.Key]
		return a.Space == "" && !known
	})
	for i, a := range e.Attr {
		if a.Space == "" {
			e.Attr[i].Key = r[a.Key]
		}
	}
}

var (
	noAttrs        renamed
	categoryAttrs  = renamed{"domain": "scheme"}
	enclosureAttrs = renamed{"url": "href", "length": "length", "type": "type"}
)

func descriptionToContent(e *etree.Element) {
	noAttrs.attrs(e)
	if strings.ContainsAny(textOf(e), "<&") {
		e.CreateAttr("type", "html")
	}
}

func linkToNeutral(e *etree.Element) {
	noAttrs.attrs(e)
	e.CreateAttr("href", strings.TrimSpace(textOf(e)))
	e.Child = nil
}

func categoryToNeutral(e *etree.Element) {
	categoryAttrs.attrs(e)
	e.CreateAttr("term", textOf(e))
	e.Child = nil
}

func enclosureToLink(e *etree.Element) {
	enclosureAttrs.attrs(e)
	e.CreateAttr("rel", "enclosure")
	e.Child = nil
}

// textOf is all text within an element.
func textOf(e *etree.Element) string {
	var b strings.Builder
	for _, t := range e.Child {
		switch t := t.(type) {
		case *etree.CharData:
			b.WriteString(t.Data)
		case *etree.Element:
			b.WriteString(textOf(t))
		}
	}
	return b.String()
}
