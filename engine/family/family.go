// Package family knows which rules a dialect belongs to. The two families never mix
// in one item set: after a settling the flat history of FeedSync cannot be mapped back
// to the nth update of SSE 0.91.
package family

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
)

// Of are the rules of a dialect: those of FeedSync unless it is SSE 0.91.
func Of(d feed.Dialect) rules.Rules {
	if d == feed.SSE091 {
		return sse091.Rules{}
	}
	return feedsync.Rules{}
}

// Same tells whether two dialects belong to one family.
func Same(a, b feed.Dialect) bool { return (a == feed.SSE091) == (b == feed.SSE091) }

// Ordered tells whether the sets of a format have order and hierarchy (SSE 0.91 §3.2).
func Ordered(f feed.Format) bool { return f == feed.OPML }
