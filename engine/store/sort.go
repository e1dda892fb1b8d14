package store

import (
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
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
// differs from the winner, or lacks a record.
func Sort(r Versions, s Set, it *item.Item, reopened []*item.Version) (equal.Sorted, error) {
	var archived []Archived
	read := func() (err error) {
		if archived == nil {
			archived, err = r.Versions(s.Key, it.ID())
		}
		return err
	}
	if len(it.Conflicts) > 0 && slices.ContainsFunc(it.Versions(), record.Lacks) {
		if err := read(); err != nil {
			return equal.Sorted{}, err
		}
		it = Completed(it, archived)
	}
	return equal.Sort(it, reopened, func() (lineage.Base, error) {
		if err := read(); err != nil {
			return lineage.Base{}, err
		}
		return s.Original(it, reopened, archived), nil
	})
}

// Completed is an item whose versions are shown with the records that they lack
// (record.Complete): itself where there are none.
func Completed(it *item.Item, archived []Archived) *item.Item {
	held := it.Versions()
	all := record.Complete(held, versionsOf(archived))
	if slices.Equal(held, all) {
		return it
	}
	completed := *it
	completed.Winner, completed.Conflicts = all[0], all[1:]
	if len(it.Conflicts) == 0 {
		completed.Conflicts = nil
	}
	return &completed
}

// CompletedArchive is the archive of an item with the records that its versions lack.
func CompletedArchive(archived []Archived) []Archived {
	all := record.Complete(versionsOf(archived), versionsOf(archived))
	for i, v := range all {
		archived[i].Version = v
	}
	return archived
}

// OriginOf is what the archive of an item knows of the record that a version of it lacks.
func OriginOf(v *item.Version, archived []Archived) record.Origin {
	return record.OriginOf(v, versionsOf(archived))
}

func versionsOf(archived []Archived) []*item.Version {
	all := make([]*item.Version, len(archived))
	for i, a := range archived {
		all[i] = a.Version
	}
	return all
}

// Original is what the versions of an item of the set were made from.
func (s Set) Original(it *item.Item, reopened []*item.Version, archived []Archived) lineage.Base {
	find := lineage.Find
	if s.Straight() {
		find = lineage.FindStraight
	}
	return find(append(it.Versions(), reopened...), versionsOf(archived))
}
