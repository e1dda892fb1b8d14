package csx

import (
	"strings"

	"crossfeed/engine/internal/xmlstream"
)

// meaning is the meaning of an element.
type meaning uint8

const (
	other meaning = iota
	root
	channel
	item
	// The following hold text.
	title
	description
	link
	guid
	pubDate
	lastBuild
	csxLink
	csxBuilt
	csxHidden
	summary
	dcDate
	// enclosure is an RSS enclosure, and atomLink an Atom link. Their attributes have the data.
	enclosure
	atomLink
	// aside is an element whose contents are ignored.
	aside
)

func (m meaning) holdsText() bool { return title <= m && m <= dcDate }

// isLong reports whether an element holds text for people, which may contain elements.
func (m meaning) isLong() bool { return m == title || m == description || m == summary }

// ofRSS, ofCSX and ofAtom map element names, as written and in lower case, to their meanings.
var (
	ofRSS = folded(map[string]meaning{
		"channel": channel, "item": item, "title": title, "description": description, "link": link,
		"guid": guid, "pubDate": pubDate, "lastBuildDate": lastBuild, "enclosure": enclosure,
	})
	ofCSX  = folded(map[string]meaning{"link": csxLink, "lastBuildDate": csxBuilt, "hiddenItem": csxHidden})
	ofAtom = folded(map[string]meaning{
		"entry": item, "title": title, "subtitle": description, "content": description, "summary": summary, "link": atomLink,
		"id": guid, "published": pubDate, "updated": csxBuilt,
		"issued": pubDate, "modified": csxBuilt, // Atom 0.3
	})
)

// names maps names to elements; exact reports whether the name is in the right case.
type names map[string]struct {
	meaning
	exact bool
}

func folded(as map[string]meaning) names {
	all := names{}
	for name, m := range as {
		all[strings.ToLower(name)] = struct {
			meaning
			exact bool
		}{m, false}
	}
	for name, m := range as {
		all[name] = struct {
			meaning
			exact bool
		}{m, true}
	}
	return all
}

// of returns the meaning of a name, regardless of case.
func (n names) of(local string) (m meaning, exact bool) {
	if e, ok := n[local]; ok {
		return e.meaning, e.exact
	}
	e := n[strings.ToLower(local)]
	return e.meaning, false
}

// undeclared is the prefix of the placeholder for the namespace of an undeclared prefix.
const undeclared = "undeclared:"

// spaceOf returns the namespace of a prefix. The specification's own prefix is understood even
// if undeclared, and so is a namespace that is almost right.
func (b *builder) spaceOf(prefix string, line int) string {
	space, ok := b.declared(prefix)
	switch {
	case space == Namespace:
	case !ok && strings.EqualFold(prefix, "csx"):
		b.reportOnce(prefix, line, UndeclaredPrefix, "the prefix %q is declared nowhere; it is taken for that of Content Sync Extensions", prefix)
		return Namespace
	case !ok:
		b.reportOnce(prefix, line, UndeclaredPrefix, "the prefix %q is declared nowhere; what has it counts as unknown", prefix)
		return undeclared + prefix
	case nearly(space):
		b.reportOnce(space, line, WrongNamespace, "the namespace %q is taken for %s", space, Namespace)
		return Namespace
	}
	return space
}

func (b *builder) declared(prefix string) (space string, ok bool) {
	if space, _, ok = b.scope.Lookup(prefix); ok {
		return space, ok
	}
	for i := len(b.scope) - 1; i >= 0; i-- {
		if strings.EqualFold(b.scope[i].Prefix, prefix) {
			return b.scope[i].Space, true
		}
	}
	return "", false
}

// nearly reports whether a namespace can only be a misspelling of Namespace.
func nearly(space string) bool {
	const tail = "microsoft.com/rss/2007/contentsyncextensions"
	if len(space) < len(tail) || len(space) > len(Namespace)+8 {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(strings.ToLower(strings.TrimSpace(space)), "/#"), tail)
}

// declare processes the namespace declarations of a start tag.
func (b *builder) declare(attrs []xmlstream.Attr) {
	for _, a := range attrs {
		prefix, ok := a.Declares()
		if !ok {
			continue
		}
		b.feed.Extended = b.feed.Extended || a.Value == Namespace // used or not: the feed may be empty now
		if len(b.scope) < xmlstream.MaxBindings {
			b.scope = append(b.scope, xmlstream.Binding{Prefix: prefix, Space: a.Value})
		}
	}
}
