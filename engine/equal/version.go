package equal

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Versions reports whether two versions of an item have equal content, whatever
// their histories say. Two deletions have, whatever data they carry. A version whose
// publisher kept no data (SSE 0.91 §5) equals none that is not deleted, and a version
// without a position differs from none in it.
func Versions(a, b *item.Version) bool {
	switch {
	case a.Deleted || b.Deleted:
		return a.Deleted == b.Deleted
	case a.Missing || b.Missing:
		return false
	}
	return samePlace(a.Place, b.Place) && a.Extra == b.Extra && record.Equal(a.Content, b.Content)
}

func samePlace(a, b item.Place) bool {
	return unplaced(a) || unplaced(b) || a.Parent == b.Parent && a.Key == b.Key
}

func unplaced(p item.Place) bool { return p.Parent == "" && p.Key == "" }
