package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// wildFolder has the feeds of publishers that take items from each other, drop them, and whose
// files leave the folder and come back, and a reader that reads now and then.
type wildFolder struct {
	*rapid.T
	reader     *reader
	publishers map[string]*dropper
	// edited has the items that the reader changed.
	edited map[string]bool
	stamp  int
}

// dropper is a publisher in the folder.
type dropper struct {
	// items are the stamps of the items. Those up to since are only in the complete feed.
	items        map[string]int
	since, until int
	// away is set if its files are not in the folder.
	away bool
	// read is what it had when it was last read, as far as that is known, ever everything that
	// it ever published.
	read, ever map[string]bool
}

func newWildFolder(t *testing.T, r *rapid.T) *wildFolder {
	w := &wildFolder{T: r, reader: newFolderReader(t, r), publishers: map[string]*dropper{}, edited: map[string]bool{}}
	mode := rapid.SampledFrom([]store.Mode{store.BothWays, store.TakeOnly}).Draw(r, "mode")
	w.reader.large = true
	w.reader.check(w.reader.Subscriptions.Configure(t.Context(), "Groceries", sharedAt, func(o *subscribe.Options) { o.Mode = mode }))
	for _, name := range []string{"laptop", "phone", "tablet"} {
		w.publishers[name] = &dropper{items: map[string]int{}, ever: map[string]bool{}}
		w.publish(name)
	}
	return w
}

// publish writes both feeds of a publisher. Every item was made by one and the same endpoint,
// so that an item in several feeds is not a conflict.
func (w *wildFolder) publish(name string) {
	p, at := w.publishers[name], fileOf(name)
	if p.away {
		w.reader.places.Leave(at)
		w.reader.places.Leave(completeOf(at))
		return
	}
	var partial, all []string
	for _, id := range slices.Sorted(maps.Keys(p.items)) {
		all, p.ever[id] = append(all, changedBy(id, "maker", 1)), true
		if p.items[id] > p.since {
			partial = append(partial, changedBy(id, "maker", 1))
		}
	}
	w.reader.publishes(name, fmt.Sprintf("%06d", p.since), fmt.Sprintf("%06d", p.until), partial, all)
}

func (w *wildFolder) publisher() (string, *dropper) {
	name := rapid.SampledFrom([]string{"laptop", "phone", "tablet"}).Draw(w.T, "publisher")
	return name, w.publishers[name]
}

// take gives a publisher an item, new or one that others have.
func (w *wildFolder) take() {
	name, p := w.publisher()
	w.stamp++
	p.items[fmt.Sprint("i", rapid.IntRange(0, 7).Draw(w.T, "item"))], p.until = w.stamp, w.stamp
	w.publish(name)
}

// drop removes an item from both feeds, without a tombstone.
func (w *wildFolder) drop() {
	name, p := w.publisher()
	if len(p.items) == 0 {
		return
	}
	id := rapid.SampledFrom(slices.Sorted(maps.Keys(p.items))).Draw(w.T, "dropped")
	w.stamp++
	p.since, p.until = max(p.since, p.items[id]), w.stamp
	delete(p.items, id)
	w.publish(name)
}

// purge empties the partial feed: whoever has not read it until now is out of sync.
func (w *wildFolder) purge(name string) {
	p := w.publishers[name]
	w.stamp++
	p.since, p.until = w.stamp, w.stamp
	w.publish(name)
}

// move removes the files of a publisher from the folder, or puts them back.
func (w *wildFolder) move() {
	name, p := w.publisher()
	p.away = !p.away
	w.publish(name)
}

// sync reads; occasionally a complete feed cannot be read, or the store cannot be written.
func (w *wildFolder) sync() {
	st := w.reader.memory.(interface{ FailCall(int, error) })
	switch rapid.IntRange(0, 7).Draw(w.T, "reading") {
	case 0:
		if name, p := w.publisher(); !p.away {
			at := completeOf(fileOf(name))
			w.reader.places.Serve(at, transporttest.Served{Err: &transport.Error{Trouble: transport.Unavailable, Address: at}})
			defer w.publish(name)
		}
	case 1:
		st.FailCall(rapid.IntRange(1, 60).Draw(w.T, "failing call"), errDisk)
	}
	w.reader.clock.step(time.Hour)
	reports, err := w.reader.Sync(w.reader.t.Context(), subscribe.SyncOptions{AcceptLarge: true})
	st.FailCall(0, nil)
	if err == nil && len(reports) == 1 && reports[0].Error == "" {
		w.wasRead()
	} else {
		w.mayBeRead()
	}
	w.checkNothingLost()
}

// mayBeRead forgets what is no longer in the feeds: some of them were read, but it is unknown
// which.
func (w *wildFolder) mayBeRead() {
	for _, p := range w.publishers {
		if !p.away {
			maps.DeleteFunc(p.read, func(id string, _ bool) bool { return p.items[id] == 0 })
		}
	}
}

// wasRead records what the publishers had, and checks that the reader has it, too.
func (w *wildFolder) wasRead() {
	got := w.list()
	for name, p := range w.publishers {
		if p.away {
			continue
		}
		p.read = map[string]bool{}
		for id := range p.items {
			p.read[id] = true
			if !got[id] {
				w.Fatalf("%s is not there, which the %s has", id, name)
			}
		}
	}
}

// checkNothingLost checks that nothing is lost of what this endpoint changed, nor of what a
// file had when it left the folder.
func (w *wildFolder) checkNothingLost() {
	got := w.list()
	for id := range w.edited {
		if !got[id] {
			w.Fatalf("%s is gone, which was changed here", id)
		}
	}
	for name, p := range w.publishers {
		for id := range p.read {
			if p.away && !got[id] {
				w.Fatalf("%s is gone, which the %s had when its file left", id, name)
			}
		}
	}
}

// list returns the items that the reader has.
func (w *wildFolder) list() map[string]bool {
	rows, err := w.reader.Lists.Items(w.reader.t.Context(), "Groceries", store.Query{})
	w.reader.check(err)
	got := map[string]bool{}
	for _, row := range rows {
		got[row.ID] = true
	}
	return got
}

func (w *wildFolder) edit() {
	ids := slices.Sorted(maps.Keys(w.list()))
	if len(ids) == 0 {
		return
	}
	id := rapid.SampledFrom(ids).Draw(w.T, "edited")
	w.reader.edit(id, fmt.Sprint("mine ", w.stamp, len(w.edited)))
	w.edited[id] = true
}

// end makes the reader out of sync with every publisher that is present, one at a time: it
// ends with what they have, what it changed itself, and the content of files that have left.
func (w *wildFolder) end() {
	w.reader.sync()
	w.wasRead()
	for _, name := range rapid.Permutation(slices.Sorted(maps.Keys(w.publishers))).Draw(w.T, "order") {
		w.purge(name)
		if rapid.Bool().Draw(w.T, "one by one") {
			w.reader.sync()
			w.wasRead()
		}
	}
	w.reader.sync()
	w.wasRead()
	w.checkNothingLost()
	allowed := maps.Clone(w.edited)
	for _, p := range w.publishers {
		maps.Copy(allowed, p.read)
		if p.away {
			maps.Copy(allowed, p.ever)
		}
	}
	for id := range w.list() {
		if !allowed[id] {
			w.Fatalf("%s is there, which nobody has", id)
		}
	}
}

// TestOfWhatAFolderHeldThatGoesWhichNobodyHas checks that an item dropped by a publisher
// disappears once all publishers that are present have dropped it and the reader was out of
// sync with them, and never before; items changed here, and those of files that left the
// folder, stay.
func TestOfWhatAFolderHeldThatGoesWhichNobodyHas(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := newWildFolder(t, r)
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"take":   do(w.take),
			"take 2": do(w.take),
			"take 3": do(w.take),
			"drop":   do(w.drop),
			"purge":  do(func() { name, _ := w.publisher(); w.purge(name) }),
			"move":   do(w.move),
			"edit":   do(w.edit),
			"sync":   do(w.sync),
			"sync 2": do(w.sync),
			"sync 3": do(w.sync),
		})
		w.end()
	})
}
