package place

import (
	"cmp"
	"strings"

	"crossfeed/engine/item"
)

// Lesser is the place that one version has of two that it came with, the same
// whichever is a. A key that an endpoint gave comes before one that a reader guessed,
// and that before none; then the root comes first, else the lesser parent, and then the
// lesser key. So what a person did counts more than what was made of a document
// without keys, and what a cycle put to the root stays there.
func Lesser(id string, a, b item.Place) item.Place {
	if compare(id, a, b) <= 0 {
		return a
	}
	return b
}

func compare(id string, a, b item.Place) int {
	return cmp.Or(
		cmp.Compare(doubt(a.Key), doubt(b.Key)),
		strings.Compare(a.Parent, b.Parent),
		Compare(Sibling{id, a.Key}, Sibling{id, b.Key}),
		strings.Compare(a.Key, b.Key),
		strings.Compare(a.Cycle, b.Cycle),
	)
}

// doubt is 0 for a key that an endpoint gave, 1 for a guess and 2 for none.
func doubt(key string) int {
	switch {
	case !Valid(key):
		return 2
	case Guessed(key):
		return 1
	}
	return 0
}

// Guessed tells whether a key was made by a reader, for a version that came without
// one.
func Guessed(key string) bool { return strings.HasPrefix(key, guessed) }

// Guess is the key marked as one that a reader made.
func Guess(key string) string {
	if key == "" || Guessed(key) {
		return key
	}
	return guessed + key
}

// Kept is the place of a new version that stays where the one before it was: an update
// confirms a key that was guessed, and that the item stands where a cycle put it.
func Kept(p item.Place) item.Place {
	return item.Place{Parent: p.Parent, Key: strings.TrimPrefix(p.Key, guessed)}
}
