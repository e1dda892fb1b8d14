package feed

import "fmt"

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
//	parent   the identifier of the item that the key was made for; absent at the root
//	cycle    the parent that the item was taken out of (item.Place.Cycle)
//	settled  the conflicts that were settled (item.Version.Settled): entries with
//	         spaces between, each "version;time;endpoint", the time as RFC 3339 and
//	         the endpoint escaped as a path segment
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

// isFeedSync tells whether a namespace is one of the model with updates and
// sequences (SSE 0.93 §1.1).
func isFeedSync(namespace string) bool {
	return namespace == namespaceFeedSync10 || namespace == namespaceSSE093
}

// namespace is the one that the dialect is written in: FeedSync 1.0 unless it is
// SSE 0.93.
func (d Dialect) namespace() string {
	if d == SSE093 {
		return namespaceSSE093
	}
	return namespaceFeedSync10
}

// writable refuses what items with sequences cannot be written as.
func writable(f Format, d Dialect) error {
	if f == OPML || d == SSE091 {
		return fmt.Errorf("items of FeedSync cannot be written as SSE 0.91 or OPML: choose RSS or Atom, and FeedSync 1.0 or SSE 0.93")
	}
	return nil
}

// UnsupportedError says that a document is well-formed and known, but of the
// other family of rules: SSE 0.91, in RSS or OPML. Its items have no sequences
// and cannot be taken for FeedSync's.
type UnsupportedError struct {
	File    string
	Line    int
	Format  Format
	Dialect Dialect
}

// Error names the file, the line and what would be accepted.
func (e *UnsupportedError) Error() string {
	name := "SSE 0.91 in RSS"
	if e.Format == OPML {
		name = "an OPML outline, which SSE 0.91 shares"
	}
	return fmt.Sprintf("%s:%d: this is %s; here only RSS and Atom with FeedSync 1.0 or SSE 0.93 can be read, so ask its publisher for one of these, or convert it first",
		e.File, e.Line, name)
}
