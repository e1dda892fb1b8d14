package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// wild is a publisher that changes, purges, and is restored from backups at random, following
// the guidelines of SSE 0.93 §4.2, and a reader that reads it now and then.
type wild struct {
	*rapid.T
	reader *reader
	state  publisher
	backup *publisher
	// life counts the restores: after each, the publisher is another endpoint.
	life int
	// used counts the changes of each item: none is made twice.
	used map[string]int
	// edited has the titles that the reader gave.
	edited map[string]string
}

type publisher struct {
	// items has, by identifier, who made each item, how often it was updated, and the stamp of
	// its last change.
	items map[string]published
	// since is the greatest stamp purged from the partial feed, until the last stamp assigned.
	since, until int
}

type published struct {
	by             string
	updates, stamp int
	// purged items are only in the complete feed.
	purged bool
}

func (p publisher) copy() *publisher {
	p.items = maps.Clone(p.items)
	return &p
}

func (w *wild) publish() {
	var partial, all []string
	for _, id := range slices.Sorted(maps.Keys(w.state.items)) {
		one := w.state.items[id]
		text := changedBy(id, one.by, one.updates)
		all = append(all, text)
		if !one.purged {
			partial = append(partial, text)
		}
	}
	since, until := fmt.Sprintf("%06d", w.state.since), fmt.Sprintf("%06d", w.state.until)
	w.reader.serve(completeAt, bounds("000000", until), all...)
	w.reader.serve(partialAt, bounds(since, until, complete), partial...)
}

// change makes the publisher change or add an item.
func (w *wild) change() {
	w.state.until++
	id := fmt.Sprint("i", rapid.IntRange(0, 9).Draw(w.T, "item"))
	one, there := w.state.items[id]
	if by := fmt.Sprint("phone", w.life); !there || one.by != by {
		id, one.by = fmt.Sprint(id, "-", w.life), by // after a restore, the publisher makes new items of its own
	}
	w.used[id]++
	w.state.items[id] = published{one.by, w.used[id], w.state.until, false}
	w.publish()
}

// purge omits the oldest items from the partial feed (SSE 0.93 §4.2.4).
func (w *wild) purge() {
	keep := rapid.IntRange(1, 3).Draw(w.T, "window")
	var stamps []int
	for _, one := range w.state.items {
		stamps = append(stamps, one.stamp)
	}
	slices.Sort(stamps)
	if len(stamps) <= keep {
		return
	}
	w.state.since = max(w.state.since, stamps[len(stamps)-keep-1])
	for id, one := range w.state.items {
		if one.stamp <= w.state.since {
			one.purged = true
			w.state.items[id] = one
		}
	}
	w.publish()
}

// drop removes an item from everything, without a tombstone.
func (w *wild) drop() {
	ids := slices.Sorted(maps.Keys(w.state.items))
	if len(ids) == 0 {
		return
	}
	id := rapid.SampledFrom(ids).Draw(w.T, "dropped")
	one := w.state.items[id]
	w.state.since = max(w.state.since, one.stamp)
	delete(w.state.items, id)
	w.state.until++
	w.publish()
}

func (w *wild) backUp() { w.backup = w.state.copy() }

func (w *wild) restore() {
	if w.backup != nil {
		w.state = *w.backup.copy()
		w.life++
		w.publish()
	}
}

// read syncs, or fails to: the complete feed cannot be read, or the store cannot be written.
func (w *wild) read() {
	switch rapid.IntRange(0, 5).Draw(w.T, "reading") {
	case 0:
		w.reader.places.Serve(completeAt, transporttest.Served{Err: &transport.Error{Trouble: transport.Unavailable, Address: completeAt}})
	case 1:
		st := w.reader.memory.(interface{ FailCall(int, error) })
		st.FailCall(rapid.IntRange(1, 40).Draw(w.T, "failing call"), errDisk)
		defer st.FailCall(0, nil)
	}
	_, _ = w.reader.Sync(w.reader.t.Context(), subscribe.SyncOptions{AcceptLarge: true})
	w.reader.memory.(interface{ FailCall(int, error) }).FailCall(0, nil)
	w.publish()
}

var errDisk = fmt.Errorf("the disk is full")

// edit makes a person change a received item.
func (w *wild) edit() {
	rows, err := w.reader.Lists.Items(w.reader.t.Context(), "Groceries", store.Query{})
	w.reader.check(err)
	var ids []string
	for _, row := range rows {
		if row.Conflicts == 0 {
			ids = append(ids, row.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	id := rapid.SampledFrom(ids).Draw(w.T, "edited")
	title := fmt.Sprint("mine ", len(w.edited), " ", w.state.until)
	w.reader.edit(id, title)
	w.edited[id] = title
}

// TestAfterAReadingOfAllBothEndWithTheSame checks that whatever was purged, restored and not
// read in between, a reader that is out of sync ends with what the publisher has and what it
// changed itself, and that none of its own changes is ever discarded.
func TestAfterAReadingOfAllBothEndWithTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := &wild{T: r, state: publisher{items: map[string]published{}}, used: map[string]int{}, edited: map[string]string{}}
		w.reader = newReader(t, r)
		w.reader.large = true
		w.publish()
		r.Repeat(map[string]func(*rapid.T){
			"":         func(*rapid.T) { w.checkOwnChanges() },
			"change":   func(*rapid.T) { w.change() },
			"change 2": func(*rapid.T) { w.change() },
			"purge":    func(*rapid.T) { w.purge() },
			"drop":     func(*rapid.T) { w.drop() },
			"back up":  func(*rapid.T) { w.backUp() },
			"restore":  func(*rapid.T) { w.restore() },
			"read":     func(*rapid.T) { w.read() },
			"read 2":   func(*rapid.T) { w.read() },
			"edit":     func(*rapid.T) { w.edit() },
		})
		w.end()
	})
}

// checkOwnChanges checks that every change by the reader itself is there.
func (w *wild) checkOwnChanges() {
	for id, title := range w.edited {
		it := w.reader.item(id)
		if !slices.ContainsFunc(it.Versions(), func(v *item.Version) bool { return v.Title() == title }) {
			w.Fatalf("%s lost %q", id, title)
		}
	}
}

// end advances the publisher until the reader is out of sync, which then reads. Before that,
// the reader is brought in step, because a first sync discards nothing.
func (w *wild) end() {
	w.reader.sync()
	w.state.until += 1000
	w.state.since = w.state.until
	w.change()
	w.reader.clock.step(48 * time.Hour)
	report := w.reader.sync()
	w.checkOwnChanges()
	rows, err := w.reader.Lists.Items(w.reader.t.Context(), "Groceries", store.Query{})
	w.reader.check(err)
	got := map[string]bool{}
	for _, row := range rows {
		got[row.ID] = true
		if _, there := w.state.items[row.ID]; !there && w.edited[row.ID] == "" {
			w.Fatalf("%s is there, which the publisher has no more: %+v", row.ID, report)
		}
	}
	for id, one := range w.state.items {
		if !got[id] {
			w.Fatalf("%s is missing: %+v", id, report)
		}
		want := fmt.Sprintf("%s %d", id, one.updates)
		// The reader still has what the publisher lost in a restore: the reader's version is
		// newer.
		if v := w.reader.item(id).Winner; w.edited[id] == "" && v.Title() != want && v.Updates <= one.updates {
			w.Fatalf("%s is %q, want %q", id, v.Title(), want)
		}
	}
}
