package incorporate

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// arrive keeps an item that brings something: a change of the local one, or a
// version for the archive. Entries of one identifier in a feed are merged with
// each other first; where neither subsumes the other, their publisher erred
// (SSE 0.93 §2.4).
func (r *reading) arrive(now store.Reader, e *feed.Entry) error {
	id := e.Item.ID()
	again := r.seen[id]
	r.seen[id] = true
	if earlier := r.news.byID[id]; earlier != nil {
		r.meet(earlier, e)
		return nil
	}
	local, err := lookUp(now, r.source.Set.Key, id)
	if err != nil {
		return err
	}
	m := feedsync.Merge(local, e.Item)
	if !r.accept(e, m) {
		return nil
	}
	brings := m.Changed
	if !brings {
		brings, err = lacks(now, r.source.Set.Key, id, m.Dropped)
	}
	if err != nil || !brings {
		return err
	}
	if again {
		r.twins(e, local)
	}
	r.news.add(&arrival{item: e.Item})
	return nil
}

// meet merges an entry with an earlier one of the same identifier.
func (r *reading) meet(earlier *arrival, e *feed.Entry) {
	r.twins(e, earlier.item)
	m := feedsync.Merge(earlier.item, e.Item)
	if !r.accept(e, m) {
		return
	}
	earlier.item = m.Item
	earlier.dropped = append(earlier.dropped, m.Dropped...)
}

// accept tells what a merge has found, and sets the entry aside where the merged
// item could not be published any more.
func (r *reading) accept(e *feed.Entry, m feedsync.Result) bool {
	r.result.Problems.addFound(r.source.Path, Found(e.Line, e.Item.ID(), m)...)
	if err := feed.Fits(m.Item); m.Changed && err != nil {
		r.result.Problems.addFound(r.source.Path, Unfit(e.Line, e.Item.ID(), err))
		r.result.SetAside++
		return false
	}
	return true
}

// twins tells of an entry whose identifier an earlier one has, where neither is
// the newer one.
func (r *reading) twins(e *feed.Entry, earlier *item.Item) {
	if p := Twins(e.Line, earlier, e.Item); p.Severity == feed.Error {
		r.result.Problems.addFound(r.source.Path, p)
	}
}
