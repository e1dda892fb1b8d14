package incorporate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// decision is what a person decides about: an item as it came.
type decision struct{ id, mark string }

// decisions are suspects by what is decided about. Where one came by several feeds, it is
// one that was decided.
type decisions struct {
	made map[decision]store.Suspect
	// ids are the items that there are any of.
	ids map[string]bool
}

func decisionsIn(all []store.Suspect) decisions {
	d := decisions{map[decision]store.Suspect{}, map[string]bool{}}
	for _, s := range all {
		key := decision{s.ID, s.Mark}
		if before, there := d.made[key]; !there || before.State == store.Waiting {
			d.made[key] = s
		}
		d.ids[s.ID] = true
	}
	return d
}

// about finds what is known of an arrival as it came.
func (d decisions) about(a *arrival) (store.Suspect, bool) {
	if !d.ids[a.Item.ID()] {
		return store.Suspect{}, false
	}
	s, there := d.made[decision{a.Item.ID(), Mark(a.asItCame())}]
	return s, there
}

// Mark is a hash by which an item is known again as it came: of the identities of its
// versions, in whatever order the conflicts are.
func Mark(it *item.Item) string {
	var all [][sha256.Size]byte
	for _, v := range it.Versions() {
		all = append(all, store.Identity(v))
	}
	slices.SortFunc(all[1:], func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	for _, one := range all {
		h.Write(one[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
