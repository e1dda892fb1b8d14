package store

import (
	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// Straight reports whether a history names what came before one below the other, as
// in SSE 0.91 and in no other dialect.
func (s Set) Straight() bool { return s.Dialect == "sse-0.91" }

// Versions is what Sort reads.
type Versions interface {
	ArchiveReader
	OfferReader
}

// Sort sorts the versions of an item of a set, those that are reopened too. It reads
// nothing for an item that has only one, and the archive only where one in sx:conflicts
// differs from the winner.
func Sort(r Versions, s Set, it *item.Item, reopened []*item.Version) (equal.Sorted, error) {
	return equal.Sort(it, reopened, func() (lineage.Base, error) {
		archived, err := r.Versions(s.Key, it.ID())
		if err != nil {
			return lineage.Base{}, err
		}
		return s.Original(it, reopened, archived), nil
	})
}

// Original is what the versions of an item of the set were made from.
func (s Set) Original(it *item.Item, reopened []*item.Version, archived []Archived) lineage.Base {
	find := lineage.Find
	if s.Straight() {
		find = lineage.FindStraight
	}
	archive := make([]*item.Version, len(archived))
	for i, a := range archived {
		archive[i] = a.Version
	}
	return find(append(it.Versions(), reopened...), archive)
}
