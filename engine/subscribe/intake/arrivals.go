package intake

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
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

// Found returns the problems that only a merge by a dialect's rules can detect: that one
// endpoint identifier is used by two devices (SSE 0.93 §2.1.1, SSE 0.91 §2.4), that a program
// altered a version on the way, or that noconflicts was changed (SSE 0.93 §2.4). Line is the
// line on which the incoming entry begins.
func Found(by rules.Rules, line int, id string, m rules.Result) []feed.Problem {
	var all []feed.Problem
	for _, c := range m.Twice {
		if c.Altered {
			all = append(all, contentAltered(by, line, id, c.Greater.Top()))
			continue
		}
		all = append(all, feed.Problem{
			Severity: feed.Error, Line: line, Item: id, Rule: "endpoint-twice", Section: sectionOfBy(by),
			Text: fmt.Sprintf("there are two different changes %d by %q: two devices use the same identifier; give one of them a new one", c.Sequence, c.By),
		})
	}
	if m.FlagDiffers {
		all = append(all, feed.Problem{
			Severity: feed.Warning, Line: line, Item: id, Rule: "noconflicts-changed", Section: "SSE 0.93 §2.4",
			Text: "versions disagree about noconflicts, which only the item's creation may set; the winner's value is used",
		})
	}
	return all
}

// Unfit returns the problem that an entry is skipped because the merged item would be too
// large to be read again; why says which limit it exceeds.
func Unfit(line int, id string, why error) feed.Problem {
	return feed.Problem{
		Severity: feed.Error, Line: line, Item: id, Rule: "too-large", Section: feed.SectionLimits,
		Text: fmt.Sprintf("the entry cannot be merged: %v", why),
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

// locate determines the positions of the items of a document that was read to its end (SSE
// 0.91 §3.2). A version whose position here differs from its position in the document is news,
// too: the lesser of the two positions counts.
func (r *reading) locate(now store.Reader) error {
	for _, l := range order.Locate(r.outline.counted(), r.outline.known) {
		if err := r.put(now, l); err != nil {
			return err
		}
	}
	return nil
}

// put sets the position of an item, unless the document has an older version of it.
func (r *reading) put(now store.Reader, l order.Located) error {
	h, a := r.outline.held[l.ID], r.news.byID[l.ID]
	if a == nil && !h.Same {
		return nil
	}
	to := h.positionFor(l)
	if a == nil && to != h.Place && order.Lesser(l.ID, h.Place, to) != h.Place {
		local, err := findItem(now, r.source.Set.Key, l.ID)
		if err != nil {
			return err
		}
		a = &arrival{EntryMerger: EntryMerger{Item: &item.Item{Winner: local.Versions()[h.version]}, Rules: r.rules}, number: r.number}
		r.news.add(a)
	}
	if a != nil && a.number == r.number {
		a.at = &to
	}
	return r.checkParent(now, to, l.ID, h.line)
}

// positionFor returns the position that an item gets: a derived key does not replace the key
// that the same version already has here under the same parent.
func (h held) positionFor(l order.Located) item.Place {
	if h.Same && l.Derived && h.Place.Key != "" && h.Place.Parent == l.Parent {
		return h.Place
	}
	return l.Place
}

// checkParent reports a problem if neither the document nor the set has the item's parent.
func (r *reading) checkParent(now store.Reader, at item.Place, id string, line int) error {
	if at.Parent == "" || r.seen[at.Parent] != 0 {
		return nil
	}
	parent, err := findItem(now, r.source.Set.Key, at.Parent)
	if err != nil || parent != nil {
		return err
	}
	r.result.Problems.addFound(r.at, feed.Problem{
		Severity: feed.Warning, Line: line, Item: id, Rule: "missing-parent", Section: "SSE 0.91 §3.2",
		Text: fmt.Sprintf("its parent %q is missing: it is shown at the end of the top level until the parent is received", at.Parent),
	})
	return nil
}
