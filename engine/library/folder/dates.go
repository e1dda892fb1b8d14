package folder

import (
	"time"

	"crossfeed/engine/store"
)

// former is the tree as last composed. Its items do not include their files.
type former struct {
	feeds map[string]store.FolderFeed
	items map[itemKey]store.FolderItem
	// at maps each item to its feed.
	at map[string]string
	// over is the date of a tree that was taken over.
	over time.Time
}

// item returns an item, whichever feed it is in.
func (b former) item(id string) (i store.FolderItem, there bool) {
	i, there = b.items[itemKey{b.at[id], id}]
	return i, there
}

// itemKey identifies an item of a tree.
type itemKey struct{ feed, id string }

// moment returns the one timestamp for everything that changes in a run: now, in whole
// seconds, but later than any date in the former tree.
func (b former) moment(now time.Time) time.Time {
	t := now.UTC().Truncate(time.Second)
	later := func(d time.Time) {
		if !t.After(d) {
			t = d.UTC().Add(time.Second).Truncate(time.Second)
		}
	}
	later(b.over)
	for _, f := range b.feeds {
		later(f.Built)
	}
	for _, i := range b.items {
		later(i.Built)
	}
	return t
}

// date dates the feeds of a plan and their items ("Propagating the lastBuildDate to parent
// feeds"). What changed gets the time t, and so do its channel and all items and channels
// above it. date reports whether anything changed.
func date(feeds []*feed, before former, t time.Time) (changed bool) {
	held := map[string]int{}
	for k := range before.items {
		held[k.feed]++
	}
	said := nestedChanged(feeds, before)
	built := map[string]time.Time{}
	for _, f := range feeds {
		was, there := before.feeds[f.Path]
		newDate := !there || f.changed || said[f.Path]
		for i := range f.items {
			e := &f.items[i]
			old, known := before.items[itemKey{f.Path, e.ID}]
			if known {
				held[f.Path]--
			}
			e.Built = t
			if e.Nested != "" {
				e.Built = built[e.Nested]
			} else if known && old.Mark == e.Mark {
				e.Built, e.ID, e.Mark = old.Built, old.ID, old.Mark // share one copy of each string
			}
			newDate = newDate || !known || old.Mark != e.Mark || !old.Built.Equal(e.Built)
		}
		f.FolderFeed = store.FolderFeed{Path: f.Path, Built: was.Built, Hash: was.Hash, Last: was.Last, Pending: was.Pending}
		if newDate || held[f.Path] > 0 { // the remaining items were deleted
			f.Built, f.Hash, changed = t, "", true
		}
		built[f.Path] = f.Built
	}
	return changed
}

// nestedChanged returns the nested feeds whose item in the parent feed has changed. An item has
// the date of its feed, so that feed must become newer, too.
func nestedChanged(feeds []*feed, before former) map[string]bool {
	changed := map[string]bool{}
	for _, f := range feeds {
		for _, e := range f.items {
			if e.Nested != "" && before.items[itemKey{f.Path, e.ID}].Mark != e.Mark {
				changed[e.Nested] = true
			}
		}
	}
	return changed
}
