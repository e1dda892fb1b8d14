package edit

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// IsResolving tells whether a step resolved conflicts, or undid that.
func IsResolving(s store.Step) bool { return !s.Taken && (s.Opens != nil || s.Leaves != nil) }

// Unresolve takes a resolution back, or does it again. What nobody else has seen is
// taken back exactly: the versions that were open before are open again, beside
// those that came meanwhile. What others may have seen (published) is taken back
// by an update that says what the winner said (SSE 0.93 §3.2), and the versions
// that had been resolved are offered again. Where another version wins by now, the
// error wraps ErrChanged, as it does where the item would stand in itself. The step
// that Unresolve takes down is the way back.
func (w Work) Unresolve(s store.Step, published bool) (*item.Item, error) {
	w.Set = s.Set
	t, err := w.turning(s)
	if err != nil {
		return nil, err
	}
	next, offers, err := t.next(published)
	if err == nil {
		err = t.checkPlace(next.Winner)
	}
	if err != nil {
		return nil, err
	}
	offers = once(append(offers, t.stillOffered()...))
	return next, w.PutResolved(Resolved{Before: t.it, Now: next, Offered: t.offered, Offers: offers})
}

// next is the item as it is to be, and what of it is offered again.
func (t *turning) next(published bool) (next *item.Item, offers []*item.Version, err error) {
	winner := t.it.Winner
	isAfter := winner.Same(t.after)
	switch {
	case isAfter && t.knew():
		return t.forward(), t.again, nil
	case !published && follows(t.after, t.before) && (isAfter || follows(winner, t.after)):
		return t.back(), t.again, nil
	default:
		next, err = t.update()
		if err != nil {
			return nil, nil, err
		}
		swept := t.swept()
		return next, slices.Concat(t.resolved(append(slices.Clone(next.Conflicts), swept...)), swept, t.again), nil
	}
}

// knew tells whether what is to be was made from what is there now: it is put
// again then.
func (t *turning) knew() bool {
	made := func(v *item.Version) bool { return follows(t.before, v) }
	return made(t.after) || slices.ContainsFunc(t.leaves, made)
}

// forward puts a version again that was made from what is there now. Nobody has
// seen it, or all have; either way it comes as news does (SSE 0.93 §3.3).
func (t *turning) forward() *item.Item {
	return t.Rules.Merge(t.it, &item.Item{Winner: t.before, Conflicts: t.opens, Flagged: t.flagged}).Item
}

// back puts the item back as it was, beside what came since.
func (t *turning) back() *item.Item {
	it := &item.Item{Winner: t.before.WithPublisher(t.it.Winner.Publisher), Conflicts: t.opens, Flagged: t.flagged}
	for _, v := range t.it.Conflicts {
		if !slices.ContainsFunc(t.leaves, v.Same) {
			it = t.Rules.Merge(it, &item.Item{Winner: v}).Item
		}
	}
	return it
}

// update makes the item say by an update what it is to say. What was opened again
// by the step is resolved again.
func (t *turning) update() (*item.Item, error) {
	stamp, err := t.Stamp(t.it.ID())
	if err != nil {
		return nil, err
	}
	change := rules.Change{Content: record.Shown(t.before.Content), Deleted: t.before.Deleted}
	if t.Ordered {
		change.Place = &t.before.Place
	}
	taken, err := t.taken()
	if err != nil {
		return nil, err
	}
	next, err := t.Rules.Resolve(t.it, change, taken, stamp)
	if err != nil {
		return nil, err
	}
	return marked(next, t.flagged && (len(t.opens) == 0 || t.before.Place.Cycle != ""), t.before), nil
}

// checkPlace is ErrChanged where the item would come to stand in itself: what it is to
// stand in came to stand in it meanwhile.
func (t *turning) checkPlace(v *item.Version) error {
	if _, err := t.placeOf(v); err != nil {
		return fmt.Errorf("undoing the resolution of item %s: %w: %w", v.ID, ErrChanged, err)
	}
	return nil
}

// taken are the conflicts that update includes: what was opened again by the step, what
// a person is not asked about, and in SSE 0.91 all.
func (t *turning) taken() (taken []int, err error) {
	sorted, err := t.sorted(t.it)
	if err != nil {
		return nil, err
	}
	all, included := t.all(), sorted.Included(t.it, t.Rules.Bound(t.it, t.By))
	for i, v := range t.it.Conflicts {
		if all || t.opened(v) || slices.Contains(included, i) {
			taken = append(taken, i)
		}
	}
	return taken, nil
}

// opened tells whether the step opened a version again.
func (t *turning) opened(v *item.Version) bool {
	return slices.ContainsFunc(t.leaves, v.Same) && !slices.ContainsFunc(t.opens, v.Same)
}

// all tells whether every update resolves all conflicts of the item, those of others
// too (SSE 0.91 §4.2 step 4).
func (t *turning) all() bool { return t.ofOthers(t.it, t.Rules.Bound(t.it, t.By)) }

// stillOffered are the versions offered again now that what the item is to say was
// made without: their offer is of another resolution, and stays.
func (t *turning) stillOffered() (all []*item.Version) {
	for _, v := range t.offered {
		if !knows(t.before, v) {
			all = append(all, v)
		}
	}
	return all
}

// swept are the versions that are to stay open and that update resolves all the same,
// in SSE 0.91: they are offered.
func (t *turning) swept() (all []*item.Version) {
	if !t.all() {
		return nil
	}
	for _, v := range t.it.Conflicts {
		if !t.opened(v) {
			all = append(all, v)
		}
	}
	return all
}

// resolved are the versions that the step resolved: they are offered again where
// they cannot be open again. One that somebody went on from is among the versions that
// are open or offered as what became of it.
func (t *turning) resolved(left []*item.Version) (all []*item.Version) {
	for _, v := range t.opens {
		became := func(open *item.Version) bool { return open.Same(v) || follows(open, v) }
		if !slices.ContainsFunc(t.leaves, v.Same) && !slices.ContainsFunc(left, became) {
			all = append(all, v)
		}
	}
	return all
}

// once are versions without those that repeat an earlier one: what the step offered may
// have been opened since, and be resolved once more.
func once(versions []*item.Version) (all []*item.Version) {
	for _, v := range versions {
		if !slices.ContainsFunc(all, v.Same) {
			all = append(all, v)
		}
	}
	return all
}

// turning is a resolution that is taken back, or done again. before, opens and again
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
	it, versions, err := w.standing("resolution", s)
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
				return fmt.Errorf("undoing the resolution of item %s: a version of it: %w", s.Item, store.ErrNoVersion)
			}
			*wanted.into = append(*wanted.into, v)
		}
	}
	t.before, t.after = archived(versions, s.Before), archived(versions, s.After)
	if t.before == nil || t.after == nil {
		return fmt.Errorf("undoing the resolution of item %s: the version before or after it: %w", s.Item, store.ErrNoVersion)
	}
	return nil
}

// follows tells whether a version was made from another one.
func follows(v, from *item.Version) bool { return slices.ContainsFunc(v.History[1:], from.Top().Same) }

// knows tells whether a version was made with another one's newest update known
// (SSE 0.93 §3.3, "Item Subsumption"), or names it as resolved (SSE 0.91 §4.2).
func knows(v, other *item.Version) bool {
	top := other.Top()
	if slices.ContainsFunc(v.Resolved, top.Same) {
		return true
	}
	return slices.ContainsFunc(v.History, func(h item.History) bool {
		return h.Same(top) || h.By != "" && h.By == top.By && h.Sequence >= top.Sequence
	})
}
