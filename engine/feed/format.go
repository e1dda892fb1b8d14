package feed

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// role is how a child of an item is treated when the item is shared (FeedSync implementation
// notes, note 1, and our interpretation of it).
type role uint8

const (
	// foreign children are shared as they are.
	foreign role = iota
	// shared children have their own name in the neutral form.
	shared
	// publisherSpecific children stay with the publisher.
	publisherSpecific
	// leftOut children are items of their own and not part of this one.
	leftOut
)

// format describes a feed format. To add a format, add a value.
type format struct {
	name item.Format
	// version is the version that is written, if the root element has one.
	version string
	// space is the namespace of the format's own elements.
	space string
	// path is the path from the root to the element that contains the items.
	path []string
	// head is the name of the element next to that path's end that contains the feed-level
	// data, or "" if the data surrounds the items.
	head string
	// item is the element name of an item.
	item string
	// feedLevel reports whether the format defines a child of the element that contains the
	// items.
	feedLevel func(local string) bool
	// child returns the role of an item's child in the format's namespace. For a shared one,
	// it also returns its name in the neutral form and its conversion.
	child func(t *xmlstream.Token) (role, string, conversion)
}

// conversion converts the attributes and text of a complete element from the format to the
// neutral form.
type conversion func(e *etree.Element)

// formats are the readable formats, by namespace and name of their root.
var formats = map[xmlstream.Name]*format{
	{Local: "rss"}:  &rss,
	{Local: "opml"}: &opml,
	{Prefix: item.NamespaceAtom, Local: "feed"}: &atom,
}

// formatNamed returns the format of that name; the default is RSS.
func formatNamed(name item.Format) *format {
	switch name {
	case item.Atom:
		return &atom
	case item.OPML:
		return &opml
	}
	return &rss
}

// roleOf returns the role of an item's child. Atom's elements mean the same in every format.
func (f *format) roleOf(t *xmlstream.Token) (role, string, conversion) {
	switch t.Space {
	case f.space:
		return f.child(t)
	case item.NamespaceAtom:
		return atom.child(t)
	}
	return foreign, "", nil
}

// speaks reports whether documents of the format can use a dialect: SSE 0.91 extends RSS and
// OPML, and FeedSync extends RSS and Atom.
func (f *format) speaks(d item.Dialect) bool {
	switch f.name {
	case item.OPML:
		return d == item.SSE091
	case item.Atom:
		return d != item.SSE091
	}
	return true
}

// isFeedLevel reports whether a child of the feed belongs to the format.
func (f *format) isFeedLevel(t *xmlstream.Token) bool {
	return t.Space == f.space && f.feedLevel(t.Name.Local) || t.Space == item.NamespaceAtom
}

// atom is Atom 1.0 (RFC 4287). The neutral form uses its vocabulary.
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

// atomChild returns the element's own name. Elements that Atom does not define are shared like
// other markup.
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
//	description  content, of type html if it contains markup characters
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

// renamed maps the attributes that RSS defines for an element to their names in the neutral
// form.
type renamed map[string]string

// attrs renames attributes and drops all others without a namespace: they have no meaning in
// RSS, but might have one in Atom.
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

// textOf returns all text within an element.
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
