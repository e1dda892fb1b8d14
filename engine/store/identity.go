package store

import (
	"crypto/sha256"
	"hash"
	"io"
	"strconv"

	"crossfeed/engine/item"
)

// Identity is the SHA-256 by which the archive tells versions apart. It covers
// all that is shared of a version, to the letter: two versions that mean the
// same and are written differently are both kept, so that neither form is lost.
// Publisher-specific data does not count.
func Identity(v *item.Version) [sha256.Size]byte {
	f := fields{sha256.New()}
	f.text(v.ID)
	f.number(int64(v.Updates))
	f.flags(v.Deleted, v.Undeleted, v.NoConflicts)
	f.number(int64(len(v.History)))
	for _, h := range v.History {
		f.history(h)
	}
	f.text(v.Extra)
	f.text(v.Content.XML())
	return [sha256.Size]byte(f.sum.Sum(nil))
}

// fields hashes values so that no two lists of values run together alike: each
// text stands after its length.
type fields struct{ sum hash.Hash }

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
	_, _ = io.WriteString(f.sum, s) // a hash never fails
}

func (f fields) number(n int64) {
	_, _ = f.sum.Write(append(strconv.AppendInt(nil, n, 10), ' '))
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
