// Package feedsync holds the rules of SSE 0.93 and FeedSync 1.0 over items:
// creation, update and deletion, merge, conflict resolution (SSE 0.93 §3).
//
// The rules are pure: no clock, no randomness, no input or output. Nothing that
// is passed in is ever changed; what comes out shares with it whatever stayed
// the same. All versions of an item that come in carry one identifier and at
// least one history entry, as readers of feeds make sure.
//
// Where the specification is silent or loses edits, this package follows four
// rules of its own:
//
//   - The keys by which a winner is picked go on until only equal versions tie,
//     so that every endpoint picks the same one (Compare).
//   - Subsumed versions are dropped from one pool of all versions, except where one
//     side publishes them together: what an item lists is open (Merge).
//   - An update never uses a sequence twice, also when an earlier update that
//     used it lies in a conflict or was undone (Stamp.Used).
//   - A resolution always takes an endpoint's own conflicting versions into
//     account, because its update subsumes them (Resolve).
package feedsync
