package feedsync

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Own lists the conflicts whose newest update was made by an endpoint, as
// ascending indexes into it.Conflicts. A resolution by that endpoint has to
// take them into account. Nobody owns what has no by.
func Own(it *item.Item, by string) []int {
	var own []int
	for i, c := range it.Conflicts {
		if by != "" && c.Top().By == by {
			own = append(own, i)
		}
	}
	return own
}

// checkTaken tells why an endpoint cannot resolve just those conflicts.
func checkTaken(it *item.Item, taken []int, by string) error {
	for _, i := range taken {
		if i < 0 || i >= len(it.Conflicts) {
			return &rules.ConflictIndexError{Index: i, Open: len(it.Conflicts)}
		}
	}
	left := slices.DeleteFunc(Own(it, by), func(i int) bool { return slices.Contains(taken, i) })
	if len(left) > 0 {
		return &rules.OwnOpenError{By: by, Left: left}
	}
	return nil
}
