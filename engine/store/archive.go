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

// Seen is when and from where a version was received.
type Seen struct {
	// At is the time by this endpoint's clock.
	At time.Time
	// From is the location of the subscription, or "" for this endpoint.
	From string
}

// Archived is a version that the store has ever had. Each version is there once: versions with
// the same Identity are one, whatever their publisher-specific data and their positions.
type Archived struct {
	// Version has the publisher-specific data that it was first received with. Other
	// properties of which one version can have several values (Place, Resolved, Missing) are
	// as an item last had them, or as first received if no item had the version.
	Version *item.Version
	// Seen is when it was first seen.
	Seen Seen
}

// ArchiveReader reads every version that the store has ever had.
type ArchiveReader interface {
	// Versions returns the versions of an item, even a removed one, in the order in which they
	// were first put.
	Versions(set int64, id string) ([]Archived, error)
	// Newest returns the versions of an item that were first put last, at most that many and,
	// after the last one, at most that many bytes together, in the order of Versions. It also
	// returns the number of all versions, including damaged ones. It does not supply records
	// that a version lacks and another version has.
	Newest(set int64, id string, most, bytes int) (newest []Archived, all int, err error)
	// Has reports whether there has ever been a version of the item with this newest update.
	Has(set int64, id string, update item.History) (bool, error)
	// Used returns the greatest sequence of the endpoint in the newest update of any version
	// of the item, or 0.
	Used(set int64, id, by string) (int, error)
	// Made returns the same as Used for every item of the list, including removed ones, unless
	// the endpoint made no version of it.
	Made(set int64, by string) (map[string]int, error)
}

// Identity returns the SHA-256 that identifies a version in the archive. It covers exactly
// what is shared of the version: two versions with the same meaning in different notations are
// both stored, so that neither is lost. It excludes publisher-specific data and other
// properties of which one version can have several values: its position, its digest, what it
// resolved, and whether it is missing.
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

// fields writes values so that different lists of values never result in the same bytes: each
// text is preceded by its length. The destination is a hash, so that writing never fails.
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

// Versions is the reader that Sort needs.
type Versions interface {
	ArchiveReader
	OfferReader
}

// Sort sorts the versions of an item, including reopened ones. If the item has only one, it
// reads nothing. It reads the archive only if a version in sx:conflicts differs from the
// winner, or lacks a record.
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

// Completed returns an item whose versions have the records that they lack (record.Complete),
// or the item itself if none is missing.
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

// Supplied returns an item in which conflicts that a feed listed without data (SSE 0.91 §5.2)
// are replaced by the archived versions that they name: the same update by the same endpoint
// at the same time. If several different versions match, it is not known which one is meant.
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

// names reports whether a conflict without data names a version that has data.
func names(bare, v *item.Version) bool {
	return !v.Missing && v.Updates == bare.Updates && v.Top().By == bare.Top().By && v.Top().When.Equal(bare.Top().When)
}

// Bare reports whether a feed listed a conflict of an item without data.
func Bare(it *item.Item) bool {
	return slices.ContainsFunc(it.Conflicts, func(v *item.Version) bool { return v.Missing })
}

// CompletedArchive returns the archive of an item with the records that its versions lack.
func CompletedArchive(archived []Archived) []Archived {
	all := record.Complete(versionsOf(archived), versionsOf(archived))
	for i, v := range all {
		archived[i].Version = v
	}
	return archived
}

// OriginOf returns what the archive of an item knows about the record that a version lacks.
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

// Original returns the common ancestor of an item's versions.
func (s Set) Original(it *item.Item, reopened []*item.Version, archived []Archived) ancestry.Base {
	find := ancestry.Find
	if s.Dialect == item.SSE091 {
		find = ancestry.FindStraight
	}
	return find(append(it.Versions(), reopened...), versionsOf(archived))
}

// farthest is the second, in the year 2242, after which clocks are not believed. Nanoseconds
// since 1970 fit into 63 bits until 2262.
const farthest = 1 << 33

// NextStamp returns the stamp for something seen at a time. given is the last stamp that the
// store assigned (Stamped). A time before 1970 or after 2242 is ignored.
func NextStamp(given int64, at time.Time) int64 {
	if s := at.Unix(); s < 0 || s >= farthest {
		return given + 1
	}
	return max(at.UnixNano(), given+1)
}
