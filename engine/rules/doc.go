// Package rules holds what the two families of rules have in common: what they are
// asked, what they answer, and the one interface that they stand behind. The
// families are feedsync (SSE 0.93 and FeedSync 1.0) and sse091 (SSE 0.91); the
// feed.RulesOf knows which a dialect belongs to.
package rules
