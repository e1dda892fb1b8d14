package feedsync

import "crossfeed/engine/item"

// Incorporated reports whether an incoming item brings nothing: merging it changes neither
// versions nor contents nor conflicts. It is a question about the present state; the
// archive does not count.
func Incorporated(local, incoming *item.Item) bool { return !Merge(local, incoming).Changed }
