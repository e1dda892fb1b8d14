package intake

import (
	"errors"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// arrive processes an item of a feed and adds it to the news if it changes the local one or
// adds a version to the archive. Entries with the same identifier in a feed are merged with
// each other first; if neither subsumes the other, their publisher made an error (SSE 0.93
// §2.4).
func (r *reading) arrive(now store.Reader, e *feed.Entry) error {
	id := e.Item.ID()
	again, before := r.seen[id] == r.number, r.seenBefore(id)
	r.seen[id] = r.number
	earlier := r.news.byID[id]
	local, err := findItem(now, r.source.Set.Key, id)
	if errors.Is(err, store.ErrDamagedItem) {
		r.result.Problems.add("%s: item %s: %v", r.at, id, store.ErrDamagedItem)
		r.unfit()
		return nil
	}
	if err != nil {
		return err
	}
	came := e.Item
	ours, err := r.restoreOwn(now, local, came)
	if err != nil {
		return err
	}
	r.reportAltered(e, ours.copies)
	e.Item = ours.item
	if earlier != nil {
		earlier.take(ours)
	}
	if earlier != nil && !before {
		r.mergeRepeated(earlier, e)
		return nil
	}
	incoming := e.Item
	if r.outline != nil {
		incoming = r.outline.addLocal(e, local)
	}
	if earlier != nil {
		r.join(earlier, e, incoming)
		return nil
	}
	if again && r.outline != nil {
		r.addProblem(RepeatedID(r.rules, e.Line, local, e.Item))
	}
	m, _, err := r.merge(now, local, incoming)
	if err != nil {
		return err
	}
	if !r.accept(e, m) {
		return nil
	}
	brings := m.Changed || len(ours.alarms) > 0
	if !brings {
		brings, err = lacks(now, r.source.Set.Key, id, slices.Concat(ours.copies, m.Dropped, records(m.Item, incoming)))
	}
	if err != nil || !brings {
		return err
	}
	if again && r.outline == nil {
		r.addProblem(RepeatedID(r.rules, e.Line, local, e.Item))
	}
	a := &arrival{EntryMerger: EntryMerger{Item: incoming, Rules: r.rules}, number: r.number}
	a.take(ours)
	if r.outline == nil && len(ours.copies) > 0 {
		a.came = came
	}
	r.news.add(a)
	return r.checkAlarms(now, a, local, m.Item)
}

// mergeRepeated merges an entry with an earlier one of the same document that has the same
// identifier.
func (r *reading) mergeRepeated(earlier *arrival, e *feed.Entry) {
	incoming := e.Item
	if r.outline != nil {
		incoming = unplaced(e.Item)
	}
	m, found, ok := earlier.Add(e.Line, incoming)
	for _, p := range found {
		r.addProblem(p)
	}
	if !ok {
		r.unfit()
		return
	}
	earlier.dropped = append(earlier.dropped, m.Dropped...)
	r.screening.recheckLater(earlier)
}

// join merges an item with its entry in an earlier document. An item in two documents is no
// error of their publisher.
func (r *reading) join(earlier *arrival, e *feed.Entry, incoming *item.Item) {
	m := r.rules.Merge(earlier.Item, incoming)
	if !r.accept(e, m) {
		return
	}
	if indexOf(incoming.Winner, m.Item) == 0 {
		earlier.number = r.number
	}
	earlier.Item, earlier.dropped = m.Item, slices.Concat(earlier.dropped, m.Dropped, records(m.Item, incoming))
	r.screening.recheckLater(earlier)
}

// accept records the problems that a merge found. It skips the entry and returns false if the
// merged item would be too large to be published.
func (r *reading) accept(e *feed.Entry, m rules.Result) bool {
	r.result.Problems.addFound(r.at, Found(r.rules, e.Line, e.Item.ID(), m)...)
	if err := feed.Fits(m.Item); m.Changed && err != nil {
		r.result.Problems.addFound(r.at, Unfit(e.Line, e.Item.ID(), err))
		r.unfit()
		return false
	}
	return true
}

// unfit counts an entry that is skipped because it cannot be merged with the local item.
func (r *reading) unfit() {
	r.result.Skipped++
	r.result.Unfit = true
}

// addProblem reports a problem. A repeated identifier where one entry is newer is not a problem,
// except in an outline, where an item can have only one position.
func (r *reading) addProblem(p feed.Problem) {
	if p.Rule != ruleRepeated || p.Severity == feed.Error || r.outline != nil {
		r.result.Problems.addFound(r.at, p)
	}
}

// findItem returns an item, or nil if the set does not have it.
func findItem(r store.ItemReader, set int64, id string) (*item.Item, error) {
	it, err := r.Item(set, id)
	if errors.Is(err, store.ErrNoItem) {
		return nil, nil
	}
	return it, err
}

// lacks reports whether any of the versions is missing from the archive.
func lacks(r store.ArchiveReader, set int64, id string, versions []*item.Version) (bool, error) {
	if len(versions) == 0 {
		return false, nil
	}
	archive, err := r.Versions(set, id)
	if err != nil {
		return false, err
	}
	for _, v := range versions {
		if !archived(archive, v) {
			return true, nil
		}
	}
	return false, nil
}

// records returns the incoming versions whose record a remaining version may lack and is then
// displayed with (record.Complete). They belong in the archive, even if the item was made from
// them.
func records(stays, incoming *item.Item) (all []*item.Version) {
	if !slices.ContainsFunc(stays.Versions(), record.Lacks) {
		return nil
	}
	for _, v := range incoming.Versions() {
		if !v.Deleted && record.Holds(v.Content) && !slices.ContainsFunc(stays.Versions(), v.Same) {
			all = append(all, v)
		}
	}
	return all
}

func archived(archive []store.Archived, v *item.Version) bool {
	identity := store.Identity(v)
	for _, a := range archive {
		if store.Identity(a.Version) == identity {
			return true
		}
	}
	return false
}

// altered is an incoming item in which the versions that this endpoint made have their local
// contents: no other copy of them counts.
type altered struct {
	// item is the incoming item with our contents.
	item *item.Item
	// copies are the received versions whose content was replaced.
	copies []*item.Version
	// alarms are about copies that win on endpoints that do not protect their own content.
	alarms []trust.Alarm
}

// restoreOwn restores the local content of the versions that this endpoint made.
func (r *reading) restoreOwn(now store.Reader, local, incoming *item.Item) (a altered, err error) {
	a.item = incoming
	if r.source.By == "" {
		return a, nil
	}
	out := *incoming
	for i, v := range incoming.Versions() {
		if v.Top().By != r.source.By || v.Deleted || v.Missing {
			continue
		}
		own, err := r.ownCopy(now, local, incoming, v)
		if err != nil {
			return a, err
		}
		if own == nil || own.Content.Hash() == v.Content.Hash() {
			continue
		}
		kept := *v
		kept.Content, kept.Digest = own.Content, own.Digest
		if len(a.copies) == 0 {
			out.Conflicts = append([]*item.Version(nil), incoming.Conflicts...)
		}
		if i == 0 {
			out.Winner = &kept
		} else {
			out.Conflicts[i-1] = &kept
		}
		a.copies = append(a.copies, v)
		if r.rules.Compare(v, own) > 0 {
			top := v.Top()
			a.alarms = append(a.alarms, trust.Alarm{Kind: trust.Altered, Sequence: top.Sequence, When: top.When.String(), Number: 1})
		}
	}
	a.item = &out
	return a, nil
}

// ownCopy returns this endpoint's own copy of a version, from the local item or, if a merge
// would keep the version, from an archive. It returns nil if there is none.
func (r *reading) ownCopy(now store.Reader, local, incoming *item.Item, v *item.Version) (*item.Version, error) {
	if local != nil {
		if own := copyOf(v, local.Versions()); own != nil {
			return own, nil
		}
	}
	if copyOf(v, r.rules.Merge(local, incoming).Item.Versions()) == nil {
		return nil, nil
	}
	archive := ownIn{now: now, source: r.source, id: v.ID}
	own := copyOf(v, archive.written())
	return own, archive.err
}

func copyOf(v *item.Version, among []*item.Version) *item.Version {
	for _, o := range among {
		if o.SameSync(v) && !o.Missing {
			return o
		}
	}
	return nil
}

// reportAltered reports copies of our versions that another program altered.
func (r *reading) reportAltered(e *feed.Entry, copies []*item.Version) {
	for _, v := range copies {
		r.result.Problems.addFound(r.at, contentAltered(r.rules, e.Line, v.ID, v.Top()))
	}
}

// merge merges an item with the local one, and keeps the changes of two devices apart that
// were made under a former identifier of this one. reissued reports whether versions of this
// endpoint were rewritten under its current identifier.
func (r *reading) merge(now store.Reader, local, incoming *item.Item) (m rules.Result, reissued bool, err error) {
	parted, err := r.separate(now, local, incoming)
	if err != nil {
		return m, false, err
	}
	m, reissued = r.rules.Merge(parted, incoming), parted != local
	m.Changed = m.Changed || reissued
	return m, reissued, nil
}

// separate returns the local item after trust.Own.Parted. The archive is only read if the
// incoming item has a former identifier in its histories.
func (r *reading) separate(now store.Reader, local, incoming *item.Item) (*item.Item, error) {
	former := slices.DeleteFunc(slices.Clone(r.source.Former), func(by string) bool { return !changedBy(incoming, by, nil) })
	if local == nil || len(former) == 0 {
		return local, nil
	}
	own := ownIn{now: now, source: r.source, id: local.ID()}
	return own.own().Separate(former, local, incoming, own.used), own.err
}

// used returns the greatest sequence that this endpoint ever had for the item.
func (o *ownIn) used() int {
	n, err := o.now.Used(o.source.Set.Key, o.id, o.source.By)
	o.err = errors.Join(o.err, err)
	return n
}

// News says whether items have changes that a store never had, whatever their source.
type News struct {
	// Unmade reports changes by this endpoint that it never made, Unknown versions that the
	// store neither has nor had.
	Unmade, Unknown bool
}

// Add checks an item for news. by is the identifier of this endpoint.
func (n *News) Add(now store.Reader, set store.Set, by string, incoming *item.Item) error {
	local, err := findItem(now, set.Key, incoming.ID())
	if err != nil {
		return err
	}
	own := ownIn{now: now, source: Source{Set: set, By: by}, id: incoming.ID()}
	unmade := own.own().Unmade(local, incoming)
	if own.err != nil {
		return own.err
	}
	n.Unmade = n.Unmade || unmade
	if n.Unknown || local != nil && !feed.RulesOf(set.Dialect).Merge(local, incoming).Changed {
		return nil
	}
	n.Unknown, err = lacks(now, set.Key, incoming.ID(), incoming.Versions())
	return err
}
