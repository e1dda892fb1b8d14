package intake

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
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

// contentAltered returns the problem that one version was received with different content.
func contentAltered(by rules.Rules, line int, id string, top item.History) feed.Problem {
	return feed.Problem{
		Severity: feed.Warning, Line: line, Item: id, Rule: "content-altered", Section: sectionOfBy(by),
		Text: fmt.Sprintf("change %d by %q was received with different content: another program altered it on the way, or two devices use the same identifier; "+
			"subscribe to that device's own feed instead of a copy, or give one of the devices a new identifier", top.Sequence, cmp.Or(top.By, "nobody")),
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
