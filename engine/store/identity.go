package store

import (
	"bufio"
	"crypto/sha256"
	"strconv"

	"crossfeed/engine/item"
)

// Identity is the SHA-256 by which the archive tells versions apart. It covers
// all that is shared of a version, to the letter: two versions that mean the
// same and are written differently are both kept, so that neither form is lost.
// Publisher-specific data does not count, nor what else one version can come with
// two of: its place, its digest, what it settled, and whether it is missing.
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
