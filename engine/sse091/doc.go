// Package sse091 holds the rules of SSE 0.91 over items: creation, update and
// deletion, merge with the detection of conflicts by the nth update, and the lists
// of conflicts (SSE 0.91 §4 and §5). Order, hierarchy and cycles (§3.2, §4.4.2) are
// in the package place.
//
// An item is told in the types of package item: Version.Updates is sx:sync/@version,
// History[0] is sx:history, the kth entry after it is the kth sx:update, and its
// Sequence is Updates - k, for the entries have no numbers of their own.
//
// The rules are pure, as those of feedsync are. Where the specification lets
// endpoints end with different flags and lists of conflicts, this package follows
// rules of its own (docs/rules.md).
package sse091
