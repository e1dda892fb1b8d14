package feed

import (
	"fmt"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
)

// Format is the kind of document that items stand in.
type Format string

// The formats. OPML has no FeedSync: it is a format of SSE 0.91 alone.
const (
	RSS  Format = "rss"
	Atom Format = "atom"
	OPML Format = "opml"
)

// Dialect is the edition of the specification that a document is written in.
// Its namespace says which, never its prefix.
type Dialect string

// The dialects. FeedSync 1.0 and SSE 0.93 are one model and may mix.
const (
	FeedSync10 Dialect = "feedsync-1.0"
	SSE093     Dialect = "sse-0.93"
	SSE091     Dialect = "sse-0.91"
)

// namespaceOwn is the one namespace that is ours (record.NamespaceOwn). On an sx:sync
// of SSE 0.91 it has the attributes of places, and what was settled:
//
//	order    the key of the place (package place)
//	version  the version that the key was given for
//	parent   the identifier of the item that the key was made for; absent at the root
//	cycle    the parent that the item was taken out of (item.Place.Cycle)
//	settled  the conflicts that were settled (item.Version.Settled): entries with
//	         spaces between, each "version;time;endpoint", the time as RFC 3339 and
//	         the endpoint escaped as a path segment
//
// On the topmost sx:history it has the digest of the content
// (item.Version.Digest). At the level of the feed its elements name devices (Device). On the title of an item
// "made" has the title that was made for it (madeTitle).
//
// In the sx:sync of a version that lost, its elements have what its sx:conflict held
// beside it (beside), and the outlines that stood in it (within). An outline that says what
// an item of another format said has the outlines of that in such an element, too.
const namespaceOwn = "urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"

// Namespaces of the dialects.
const (
	namespaceFeedSync10  = "http://feedsync.org/2007/feedsync"
	namespaceSSE093      = "http://www.microsoft.com/schemas/sse"
	namespaceSSE091      = "http://www.microsoft.com/schemas/rss/sse"
	namespaceSSE091https = "https://www.microsoft.com/schemas/rss/sse"
)

// dialectOf is the dialect of a namespace, or "" where it has none.
func dialectOf(namespace string) Dialect {
	switch namespace {
	case namespaceFeedSync10:
		return FeedSync10
	case namespaceSSE093:
		return SSE093
	case namespaceSSE091, namespaceSSE091https:
		return SSE091
	}
	return ""
}

// sameFamily tells whether two namespaces' dialects are of one model. "" is none.
func sameFamily(a, b Dialect) bool { return a != "" && b != "" && SameRules(a, b) }

// isFeedSync tells whether a namespace is one of the model with updates and
// sequences (SSE 0.93 §1.1).
func isFeedSync(namespace string) bool {
	return namespace == namespaceFeedSync10 || namespace == namespaceSSE093
}

// namespace is the one that the dialect is written in: FeedSync 1.0 where there is
// no other.
func (d Dialect) namespace() string {
	switch d {
	case SSE093:
		return namespaceSSE093
	case SSE091:
		return namespaceSSE091
	}
	return namespaceFeedSync10
}

// namespaceAt is the one that the dialect is written in where a scope is in force:
// that of SSE 0.91 is found with http and with https, and a document keeps its own.
func (d Dialect) namespaceAt(scope xmlstream.Scope) string {
	space := d.namespace()
	if _, ok := scope.Prefix(space); d == SSE091 && !ok {
		if _, ok := scope.Prefix(namespaceSSE091https); ok {
			return namespaceSSE091https
		}
	}
	return space
}

// forFormat is the dialect where there is one, and else that which new documents of
// the format are written in.
func (d Dialect) forFormat(f Format) Dialect {
	switch {
	case d != "":
		return d
	case f == OPML:
		return SSE091
	}
	return FeedSync10
}

// RulesOf are the rules of a dialect: those of FeedSync unless it is SSE 0.91.
func RulesOf(d Dialect) rules.Rules {
	if d == SSE091 {
		return sse091.Rules{}
	}
	return feedsync.Rules{}
}

// SameRules reports whether two dialects belong to one family. The two families never mix
// in one item set: after a settling the flat history of FeedSync cannot be mapped back
// to the nth update of SSE 0.91.
func SameRules(a, b Dialect) bool { return (a == SSE091) == (b == SSE091) }

// Ordered tells whether the sets of a format have order and hierarchy (SSE 0.91 §3.2).
func Ordered(f Format) bool { return f == OPML }

// writable refuses a format and a dialect that do not go together.
func writable(f Format, d Dialect) error {
	switch {
	case f == OPML && d != SSE091:
		return fmt.Errorf("OPML has no FeedSync: choose SSE 0.91 for it, or RSS or Atom for FeedSync")
	case f == Atom && d == SSE091:
		return fmt.Errorf("SSE 0.91 is not written in Atom: choose RSS or OPML for it, or FeedSync 1.0 or SSE 0.93 for Atom")
	}
	return nil
}
