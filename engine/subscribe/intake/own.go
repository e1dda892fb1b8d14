package intake

import (
	"errors"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

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

// ownIn finds all versions of an item that this endpoint ever had.
type ownIn struct {
	now    store.Reader
	source Source
	id     string
	err    error
}

func (o *ownIn) own() trust.Own {
	return trust.Own{By: o.source.By, Counted: o.source.Set.Dialect == item.SSE091, Made: o.made}
}

// made returns all versions of the item in the archives of all lists.
func (o *ownIn) made() (all []*item.Version) {
	for _, a := range o.archived() {
		all = append(all, a.Version)
	}
	return all
}

// written returns the versions that were created on this computer.
func (o *ownIn) written() (all []*item.Version) {
	for _, a := range o.archived() {
		if a.Seen.From == "" {
			all = append(all, a.Version)
		}
	}
	return all
}

// archived returns the archived versions of the item in all lists, including deleted ones: an
// item of a deleted list that is shared again was nevertheless created here.
func (o *ownIn) archived() (all []store.Archived) {
	sets, err := o.now.Sets()
	gone, errGone := o.now.DeletedSets()
	if o.err = errors.Join(err, errGone); o.err != nil {
		return nil
	}
	for _, s := range append(sets, gone...) {
		archived, err := o.now.Versions(s.Key, o.id)
		if err != nil {
			o.err = err
			return nil
		}
		all = append(all, archived...)
	}
	return all
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
