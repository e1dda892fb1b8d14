package store

import (
	"bufio"
	"crypto/sha256"
	"slices"
	"strconv"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Seen says when and from where a version came into the store.
type Seen struct {
	// At is the time by this endpoint's clock.
	At time.Time
	// From is the location of the subscription, or "" for this endpoint.
	From string
}

// Archived is a version that the store ever held. Each version is there once:
// versions of one Identity are one, whatever their publisher-specific data and
// their places.
type Archived struct {
	// Version has the publisher-specific data that it first came with. What else one
	// version can have two of (Place, Resolved, Missing) is as an item held it last, or
	// as it first came where none did.
	Version *item.Version
	// Seen is when it was first seen.
	Seen Seen
}

// ArchiveReader reads every version ever held.
type ArchiveReader interface {
	// Versions lists the versions of an item, the one first put first, those
	// of a removed item too.
	Versions(set int64, id string) ([]Archived, error)
	// Newest gives those versions of an item that were first put last, at most so many, and
	// after the last one no more than have so many bytes together, in the order of
	// Versions, and how many there are, damaged ones included. None has a record that it
	// lacks and that another version has.
	Newest(set int64, id string, most, bytes int) (newest []Archived, all int, err error)
	// Has reports whether there ever was a version of an item whose newest update is this one.
	Has(set int64, id string, update item.History) (bool, error)
	// Used is the greatest sequence of the endpoint in the newest update of
	// any version of the item ever held, or 0.
	Used(set int64, id, by string) (int, error)
	// Made gives what Used gives for every item of the set, removed ones included, but
	// for those of which the endpoint made no version.
	Made(set int64, by string) (map[string]int, error)
}

// Identity is the SHA-256 by which the archive tells versions apart. It covers
// all that is shared of a version, to the letter: two versions that mean the
// same and are written differently are both kept, so that neither form is lost.
// Publisher-specific data does not count, nor what else one version can come with
// two of: its place, its digest, what it resolved, and whether it is missing.
func Identity(v *item.Version) [sha256.Size]byte {
	hash := sha256.New()
	f := fields{bufio.NewWriterSize(hash, 512)}
	f.text(v.ID)
	f.number(int64(v.Updates))
	f.flags(v.Deleted, v.Undeleted, v.NoConflicts)
	f.number(int64(len(v.History)))
	for _, h := range v.History {
		f.history(h)
	}
	f.text(v.Extra)
	f.text(v.Content.XML())
	_ = f.Flush()
	return [sha256.Size]byte(hash.Sum(nil))
}

// fields are values written so that no two lists of values run together alike:
// each text stands after its length. They go to a hash, which takes all.
type fields struct{ *bufio.Writer }

func (f fields) history(h item.History) {
	f.number(int64(h.Sequence))
	f.text(h.When.String())
	f.number(h.When.Time().Unix())
	f.number(int64(h.When.Time().Nanosecond()))
	f.text(h.By)
	f.text(h.Extra)
}

func (f fields) text(s string) {
	f.number(int64(len(s)))
	_, _ = f.WriteString(s)
}

func (f fields) number(n int64) {
	_, _ = f.Write(append(strconv.AppendInt(f.AvailableBuffer(), n, 10), ' '))
}

func (f fields) flags(all ...bool) {
	for _, set := range all {
		if set {
			f.number(1)
		} else {
			f.number(0)
		}
	}
}

// Straight reports whether a history names what came before one below the other, as
// in SSE 0.91 and in no other dialect.
func (s Set) Straight() bool { return s.Dialect == item.SSE091 }

// Versions is what Sort reads.
type Versions interface {
	ArchiveReader
	OfferReader
}

// Sort sorts the versions of an item of a set, those that are reopened too. It reads
// nothing for an item that has only one, and the archive only where one in sx:conflicts
// differs from the winner, or lacks a record.
func Sort(r Versions, s Set, it *item.Item, reopened []*item.Version) (ancestry.Sorted, error) {
	var archived []Archived
	read := func() (err error) {
		if archived == nil {
			archived, err = r.Versions(s.Key, it.ID())
		}
		return err
	}
	if len(it.Conflicts) > 0 && slices.ContainsFunc(it.Versions(), record.Lacks) {
		if err := read(); err != nil {
			return ancestry.Sorted{}, err
		}
		it = Completed(it, archived)
	}
	return ancestry.SortVersions(it, reopened, func() (ancestry.Base, error) {
		if err := read(); err != nil {
			return ancestry.Base{}, err
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

// Supplied is an item whose conflicts that a feed listed without data (SSE 0.91 §5.2) are the
// versions of the archive that they name: the same update by the same endpoint at the same
// time. Where several are that and say different things, nobody knows which one is meant.
func Supplied(it *item.Item, archived []Archived) *item.Item {
	supplied := *it
	supplied.Conflicts = slices.Clone(it.Conflicts)
	for i, v := range it.Conflicts {
		if !v.Missing {
			continue
		}
		var named []*item.Version
		for _, a := range archived {
			says := func(o *item.Version) bool {
				return o.Deleted == a.Version.Deleted && o.Content.Hash() == a.Version.Content.Hash()
			}
			if names(v, a.Version) && !slices.ContainsFunc(named, says) {
				named = append(named, a.Version)
			}
		}
		if len(named) == 1 && !slices.ContainsFunc(it.Versions(), named[0].Same) {
			supplied.Conflicts[i] = named[0]
		}
	}
	return &supplied
}

// names reports whether a conflict without data names a version that has some.
func names(bare, v *item.Version) bool {
	return !v.Missing && v.Updates == bare.Updates && v.Top().By == bare.Top().By && v.Top().When.Equal(bare.Top().When)
}

// Bare reports whether a feed listed a conflict of an item without data.
func Bare(it *item.Item) bool {
	return slices.ContainsFunc(it.Conflicts, func(v *item.Version) bool { return v.Missing })
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
func (s Set) Original(it *item.Item, reopened []*item.Version, archived []Archived) ancestry.Base {
	find := ancestry.Find
	if s.Straight() {
		find = ancestry.FindStraight
	}
	return find(append(it.Versions(), reopened...), versionsOf(archived))
}

// farthest is the second at which clocks are not believed any more: in the year 2242.
// Nanoseconds since 1970 fit into 63 bits until 2262.
const farthest = 1 << 33

// NextStamp is the stamp of what is seen at a time, where given is the last that the
// store gave (Stamped). A time before 1970 or after 2242 counts as none.
func NextStamp(given int64, at time.Time) int64 {
	if s := at.Unix(); s < 0 || s >= farthest {
		return given + 1
	}
	return max(at.UnixNano(), given+1)
}
