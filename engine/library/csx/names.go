package csx

import (
	"strings"

	"crossfeed/engine/internal/xmlstream"
)

// meaning is what an element is to us.
type meaning uint8

const (
	other meaning = iota
	root
	channel
	item
	// What follows holds text.
	title
	description
	link
	guid
	pubDate
	lastBuild
	csxLink
	csxBuilt
	csxHidden
	// aside is what nothing is read in.
	aside
)

// holdsText tells of those elements that hold nothing but text.
func (m meaning) holdsText() bool { return title <= m && m <= csxHidden }

// ofRSS and ofCSX are the elements by their names, as they are written and in lower case.
var (
	ofRSS = folded(map[string]meaning{
		"channel": channel, "item": item, "title": title, "description": description, "link": link,
		"guid": guid, "pubDate": pubDate, "lastBuildDate": lastBuild,
	})
	ofCSX = folded(map[string]meaning{"link": csxLink, "lastBuildDate": csxBuilt, "hiddenItem": csxHidden})
)

// names are elements by name; exact tells that it is written so.
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

// of is what a name means, without regard to case.
func (n names) of(local string) (m meaning, exact bool) {
	if e, ok := n[local]; ok {
		return e.meaning, e.exact
	}
	e := n[strings.ToLower(local)]
	return e.meaning, false
}

// undeclared begins what stands for the namespace of a prefix that is declared nowhere.
const undeclared = "undeclared:"

// spaceOf is the namespace of a prefix. The prefix of the text is taken for it where it is
// declared nowhere, and so is a namespace that is written nearly so.
func (b *builder) spaceOf(prefix string, line int) string {
	space, ok := b.declared(prefix)
	switch {
	case space == Namespace:
	case !ok && strings.EqualFold(prefix, "csx"):
		b.tellOnce(prefix, line, UndeclaredPrefix, "the prefix %q is declared nowhere; it is taken for that of Content Sync Extensions", prefix)
		return Namespace
	case !ok:
		b.tellOnce(prefix, line, UndeclaredPrefix, "the prefix %q is declared nowhere; what has it counts as unknown", prefix)
		return undeclared + prefix
	case nearly(space):
		b.tellOnce(space, line, WrongNamespace, "the namespace %q is taken for %s", space, Namespace)
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

// nearly tells of a namespace that can only be that of the text.
func nearly(space string) bool {
	const tail = "microsoft.com/rss/2007/contentsyncextensions"
	if len(space) < len(tail) || len(space) > len(Namespace)+8 {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(strings.ToLower(strings.TrimSpace(space)), "/#"), tail)
}

// declare takes in what a start tag declares.
func (b *builder) declare(attrs []xmlstream.Attr) {
	for _, a := range attrs {
		if prefix, ok := a.Declares(); ok && len(b.scope) < xmlstream.MaxBindings {
			b.scope = append(b.scope, xmlstream.Binding{Prefix: prefix, Space: a.Value})
		}
	}
}
