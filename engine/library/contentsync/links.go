package contentsync

import (
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// toQueue returns the links of an item that belong in the download queue: "Add all descendent
// <csx:link>'s with onDemand==false to the download queue" ("Sync Algorithm", "onDemand
// attribute").
func toQueue(links []store.ContentLink, feed string, depth int) (wanted []store.ContentWanted) {
	for _, l := range links {
		if !l.OnDemand {
			wanted = append(wanted, store.ContentWanted{Address: l.Address, Nested: l.Nested, From: feed, Depth: depth + 1})
		}
	}
	return wanted
}

// isNewer reports whether the links of an item are to be queued: "If cached <item> is older OR
// <item> does not exist in cached feed" ("Sync Algorithm", "Newer (for item)").
func isNewer(i, cached store.ContentItem, exists bool, now time.Time) bool {
	return !exists || csx.Newer(i.Built, cached.Built, i.Mark, cached.Mark, now)
}

// follower decides which links of a feed may be followed.
type follower struct {
	// feed is the feed's address, at its address after redirects, and within the folder that
	// contains all allowed paths.
	feed, at, within string
	depth, deepest   int
}

// refusal returns why a link is not followed, or "".
func (f follower) refusal(l csx.Link) (rule, why string) {
	for _, from := range []string{f.feed, f.at} {
		if err := (transport.Target{Address: l.Address, From: from, Within: f.within}).Allowed(); err != nil {
			return "forbidden-link", fmt.Sprintf("the link to %s is left out: %v", transport.Redact(l.Address), err)
		}
	}
	if l.Nested && f.depth >= f.deepest {
		return "too-deep", fmt.Sprintf("the nested feed %s is left out: feeds may be nested %d deep, and not deeper", transport.Redact(l.Address), f.deepest)
	}
	return "", ""
}

// links returns the links of an item that may be followed, and the problems of the others.
func (f follower) links(i csx.Item) (links []store.ContentLink, told []store.ContentProblem) {
	for _, l := range i.Links {
		rule, why := f.refusal(l)
		if rule != "" {
			told = append(told, store.ContentProblem{Line: i.Line, Item: i.ID, Rule: rule, Text: why})
			continue
		}
		links = append(links, store.ContentLink{Address: l.Address, Name: l.Name, Nested: l.Nested, OnDemand: l.OnDemand})
	}
	return links, told
}

// item converts an item for storing, and returns the problems of its links.
func (f follower) item(i csx.Item) (store.ContentItem, []store.ContentProblem) {
	links, told := f.links(i)
	return store.ContentItem{
		ID: i.ID, Title: i.Title, Text: i.Text, Link: i.Link,
		Published: i.Published, Built: i.Built, Hidden: i.Hidden, Mark: i.Mark, Links: links,
	}, told
}

// withinOf returns the folder that must contain all paths of a library: the folder of the root
// feed, with a trailing separator, if the root feed is a local file. Otherwise it returns "",
// and no link may lead to a path.
func withinOf(root string) string {
	if transport.KindOf(root) != transport.Local {
		return ""
	}
	return strings.TrimSuffix(root, transport.Name(root))
}
