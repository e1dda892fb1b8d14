package feed

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// rss is RSS 2.0. Its elements have no namespace.
var rss = format{
	name:      RSS,
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
