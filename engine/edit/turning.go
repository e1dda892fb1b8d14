package edit

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// turning is a settling that is taken back, or done again. before, opens and again
// are what is to be; after and leaves what was made of it.
type turning struct {
	Work
	it                   *item.Item
	before, after        *item.Version
	opens, leaves, again []*item.Version
	// offered are the versions offered again now.
	offered []*item.Version
	// flagged tells that the item is to be marked.
	flagged bool
}

// turning reads what a step was about.
func (w Work) turning(s store.Step) (*turning, error) {
	it, versions, err := w.standing("settling", s)
	if err != nil {
		return nil, err
	}
	t := &turning{Work: w, it: it, flagged: s.Flagged}
	if t.offered, err = w.Store.Offered(s.Set, s.Item); err != nil {
		return nil, err
	}
	return t, t.look(s, versions)
}

// look finds the versions of a step in the archive.
func (t *turning) look(s store.Step, versions []store.Archived) error {
	for _, wanted := range []struct {
		into       *[]*item.Version
		identities [][sha256.Size]byte
	}{{&t.opens, s.Opens}, {&t.leaves, s.Leaves}, {&t.again, s.Offers}} {
		for _, one := range wanted.identities {
			v := archived(versions, one)
			if v == nil {
				return fmt.Errorf("undoing the settling of item %s: a version of it: %w", s.Item, store.ErrNoVersion)
			}
			*wanted.into = append(*wanted.into, v)
		}
	}
	t.before, t.after = archived(versions, s.Before), archived(versions, s.After)
	if t.before == nil || t.after == nil {
		return fmt.Errorf("undoing the settling of item %s: the version before or after it: %w", s.Item, store.ErrNoVersion)
	}
	return nil
}

// follows tells whether a version was made from another one.
func follows(v, from *item.Version) bool { return slices.ContainsFunc(v.History[1:], from.Top().Same) }

// knows tells whether a version was made with another one's newest update known
// (SSE 0.93 §3.3, "Item Subsumption"), or names it as settled (SSE 0.91 §4.2).
func knows(v, other *item.Version) bool {
	top := other.Top()
	if slices.ContainsFunc(v.Settled, top.Same) {
		return true
	}
	return slices.ContainsFunc(v.History, func(h item.History) bool {
		return h.Same(top) || h.By != "" && h.By == top.By && h.Sequence >= top.Sequence
	})
}
