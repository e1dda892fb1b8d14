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

// IsResolving reports whether a step resolved conflicts, or undid a resolution.
func IsResolving(s store.Step) bool { return !s.Taken && (s.Opens != nil || s.Leaves != nil) }

// Unresolve undoes a resolution, or redoes it. If nobody else has seen it, it is undone
// exactly: the versions that were open before are open again, in addition to those received
// since. If others may have seen it (published), it is undone by an update that says what the
// winner said (SSE 0.93 §3.2), and the resolved versions are reopened. If another version is
// the winner now, the error wraps ErrChanged, as it does if the item would become its own
// ancestor. Unresolve records its step in the log, so that it can be redone.
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

// next returns the item's new state, and its reopened versions.
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

// knew reports whether the target state was made from the current one, so that it can be put
// again.
func (t *turning) knew() bool {
	made := func(v *item.Version) bool { return follows(t.before, v) }
	return made(t.after) || slices.ContainsFunc(t.leaves, made)
}

// forward puts a version again that was made from the current one. Either nobody has seen it
// or everybody has, so it is merged like any incoming version (SSE 0.93 §3.3).
func (t *turning) forward() *item.Item {
	return t.Rules.Merge(t.it, &item.Item{Winner: t.before, Conflicts: t.opens, Flagged: t.flagged}).Item
}

// back restores the item's former state, in addition to what was received since.
func (t *turning) back() *item.Item {
	it := &item.Item{Winner: t.before.WithPublisher(t.it.Winner.Publisher), Conflicts: t.opens, Flagged: t.flagged}
	for _, v := range t.it.Conflicts {
		if !slices.ContainsFunc(t.leaves, v.Same) {
			it = t.Rules.Merge(it, &item.Item{Winner: v}).Item
		}
	}
	return it
}

// update changes the item to the target state by an update. What the step opened is resolved
// again.
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

// checkPlace returns ErrChanged if the item would become its own ancestor, because its former
// parent has moved into it.
func (t *turning) checkPlace(v *item.Version) error {
	if _, err := t.placeOf(v); err != nil {
		return fmt.Errorf("undoing the resolution of item %s: %w: %w", v.ID, ErrChanged, err)
	}
	return nil
}

// taken returns the conflicts that update includes: those that the step opened, those that
// need no question, and in SSE 0.91 all.
func (t *turning) taken() (taken []int, err error) {
	sorted, err := t.reading().sorted(t.it)
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

// opened reports whether the step opened a version again.
func (t *turning) opened(v *item.Version) bool {
	return slices.ContainsFunc(t.leaves, v.Same) && !slices.ContainsFunc(t.opens, v.Same)
}

// all reports whether every update resolves all conflicts of the item, including those of
// others (SSE 0.91 §4.2 step 4).
func (t *turning) all() bool { return t.ofOthers(t.it, t.Rules.Bound(t.it, t.By)) }

// stillOffered returns the currently reopened versions that the target version was made
// without knowing: they belong to another resolution, and stay reopened.
func (t *turning) stillOffered() (all []*item.Version) {
	for _, v := range t.offered {
		if !knows(t.before, v) {
			all = append(all, v)
		}
	}
	return all
}

// swept returns the versions that should stay open but that an update resolves anyway in SSE
// 0.91: they become reopened versions.
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

// resolved returns the versions that the step resolved: they are reopened if they cannot be
// open conflicts again. A version that somebody has developed further is represented by its
// successor among the open or reopened versions.
func (t *turning) resolved(left []*item.Version) (all []*item.Version) {
	for _, v := range t.opens {
		became := func(open *item.Version) bool { return open.Same(v) || follows(open, v) }
		if !slices.ContainsFunc(t.leaves, v.Same) && !slices.ContainsFunc(left, became) {
			all = append(all, v)
		}
	}
	return all
}

// once removes versions that repeat an earlier one: what the step reopened may have been
// opened since, and resolved again.
func once(versions []*item.Version) (all []*item.Version) {
	for _, v := range versions {
		if !slices.ContainsFunc(all, v.Same) {
			all = append(all, v)
		}
	}
	return all
}

// turning is a resolution that is being undone, or redone. before, opens and again are the
// target state; after and leaves are the current one.
type turning struct {
	Work
	it                   *item.Item
	before, after        *item.Version
	opens, leaves, again []*item.Version
	// offered are the currently reopened versions.
	offered []*item.Version
	// flagged reports whether the item has to be marked.
	flagged bool
}

// turning reads what a step is about.
func (w Work) turning(s store.Step) (*turning, error) {
	it, versions, err := w.reading().readLastChange("resolution", s)
	if err != nil {
		return nil, err
	}
	t := &turning{Work: w, it: it, flagged: s.Flagged}
	if t.offered, err = w.Store.Offered(s.Set, s.Item); err != nil {
		return nil, err
	}
	return t, t.findVersions(s, versions)
}

func (t *turning) findVersions(s store.Step, versions []store.Archived) error {
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

// follows reports whether a version was made from another one.
func follows(v, from *item.Version) bool { return slices.ContainsFunc(v.History[1:], from.Top().Same) }

// knows reports whether a version was made with knowledge of another one's newest update (SSE
// 0.93 §3.3, "Item Subsumption"), or lists it as resolved (SSE 0.91 §4.2).
func knows(v, other *item.Version) bool {
	top := other.Top()
	if slices.ContainsFunc(v.Resolved, top.Same) {
		return true
	}
	return slices.ContainsFunc(v.History, func(h item.History) bool {
		return h.Same(top) || h.By != "" && h.By == top.By && h.Sequence >= top.Sequence
	})
}
