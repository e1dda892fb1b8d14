package feedsync

import "crossfeed/engine/item"

// sides are the items of a merge as they were published; local is nil for an item that
// is new here.
type sides struct{ local, incoming *item.Item }

// supersedes reports whether y makes x needless: it subsumes x, and no side publishes
// both. What an item lists is open, whatever the metadata say: its publisher edited the
// winner and left an older version of their own in sx:conflicts, as SSE 0.93 §3.2
// allows. Versions that subsume each other have one identifier in use twice, and the
// lesser one goes.
func (s sides) supersedes(y, x *item.Version) bool {
	return subsumed(x, y) && (subsumed(y, x) || !s.together(x, y))
}

// together reports whether a side publishes both versions as open.
func (s sides) together(x, y *item.Version) bool {
	return s.local != nil && listsBoth(s.local, x, y) || listsBoth(s.incoming, x, y)
}

// listsBoth reports whether two versions are a winner and a conflict that it lists, or
// two conflicts that one version lists.
func listsBoth(it *item.Item, x, y *item.Version) bool {
	if it.Nested == nil {
		return isOf(it, 0, x) && isOf(it, 0, y)
	}
	for list := range 1 + len(it.Conflicts) {
		if isOf(it, list, x) && isOf(it, list, y) {
			return true
		}
	}
	return false
}

// isOf reports whether a version is the conflict of that number, or the winner for 0, or
// one that it lists.
func isOf(it *item.Item, list int, v *item.Version) bool {
	first := it.Winner
	if list > 0 {
		first = it.Conflicts[list-1]
	}
	if sameUpdate(first, v) {
		return true
	}
	for i, c := range it.Conflicts {
		if (it.Nested == nil || it.Nested[i] == list) && sameUpdate(c, v) {
			return true
		}
	}
	return false
}

// sameUpdate reports whether two versions are the same update of one endpoint. Content
// and the length of histories do not matter: a program may have altered or cut them.
func sameUpdate(x, y *item.Version) bool {
	hx, hy := &x.History[0], &y.History[0]
	return hx.By == hy.By && hx.Sequence == hy.Sequence && (hx.By != "" || hx.When.Equal(hy.When))
}
