package csx

import (
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine/location"
)

const (
	spaceRSS1 = "http://purl.org/rss/1.0/"
	spaceAtom = "http://www.w3.org/2005/Atom"
)

// isRoot tells of the root of a document of RSS. That of RSS 1.0 is RDF.
func isRoot(local string) bool {
	return strings.EqualFold(local, "rss") || strings.EqualFold(local, "RDF")
}

// rootOf refuses a document that is no feed.
func (b *builder) rootOf(f *frame) error {
	local := strings.ToLower(f.name.Local)
	switch {
	case isRoot(local):
		b.inCase(f, root, f.name.Local == "rss" || f.name.Local == "RDF")
		return nil
	case local == "feed" || f.space == spaceAtom:
		return b.notFeed("it is an Atom feed, and Content Sync Extensions extend RSS 2.0: ask whoever publishes it for RSS")
	case local == "html":
		return b.notFeed("it is a page for a browser")
	}
	return b.notFeed(fmt.Sprintf("it begins with <%s>, and a feed of RSS with <rss>", cut(f.name.String(), min(40, len(f.name.String())))))
}

func (b *builder) notFeed(why string) error {
	return &location.Error{Trouble: location.NotFeed, Address: location.Redact(b.address), Err: errors.New(why)}
}

// isConflicts tells of sx:conflicts: what stands in it is no item of this feed (SSE 0.91
// to FeedSync 1.0).
func isConflicts(f *frame) bool {
	if !strings.EqualFold(f.name.Local, "conflicts") {
		return false
	}
	switch strings.Replace(f.space, "https://", "http://", 1) {
	case "http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/sse",
		"http://www.microsoft.com/schemas/rss/sse", undeclared + "sx":
		return true
	}
	return false
}
