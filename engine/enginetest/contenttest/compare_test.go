package contenttest_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/contenttest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/pseudocode"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
)

// runs is how often a world is synced, with changes in between.
const runs = 6

// The engine does what the specification's pseudocode does: in each run, it requests the same
// addresses, each once, and afterwards its cache holds the same bytes.
func TestTheEngineDoesWhatThePseudocodeDoes(t *testing.T) {
	t.Parallel()
	compareAll(t, "memory", 600, inMemory)
}

// The same with a real store, a real cache and a real network.
func TestSoItDoesOnADiskAndOverHTTP(t *testing.T) {
	t.Parallel()
	compareAll(t, "disk", 40, onDisks)
}

// The same with a tree in a local folder.
func TestSoItDoesInAFolder(t *testing.T) {
	t.Parallel()
	compareAll(t, "folder", 100, inFolder)
}

// compareAll compares a number of worlds. Seeds that fail are stored.
func compareAll(t *testing.T, kind string, usual uint64, compare func(*testing.T, uint64) []string) {
	t.Helper()
	for seed := *first; seed < *first+enough(usual); seed++ {
		if told := compare(t, seed); len(told) > 0 {
			fail(t, kind, seed, told)
			saveSeed(t, kind, seed)
		}
	}
}

func fail(t *testing.T, kind string, seed uint64, told []string) {
	t.Helper()
	t.Errorf("seed %s %d:", kind, seed)
	for _, text := range told[:min(len(told), 6)] {
		t.Error("  ", text)
	}
}

// inMemory compares all runs of a world, up to the first difference.
func inMemory(t *testing.T, seed uint64) []string {
	places := &transporttest.Places{}
	w := contenttest.New(seed)
	r, err := newReader(t.Context(), w.Root(), memory.New(), places, cachetest.New())
	check(t, err)
	return compare(t, w, r, func() map[string]string {
		pages := serve(places, w)
		places.Requests()
		return pages
	}, func() []string { return asked(places) })
}

// onDisks does the same with everything that the program uses: SQLite, files, HTTP.
func onDisks(t *testing.T, seed uint64) []string {
	s := newServer(t)
	s.untagged = true
	w := contenttest.New(seed, s.URL)
	r, err := onDisk(t.Context(), quickFolder(t), w.Root())
	check(t, err)
	defer func() { check(t, r.Store.Close()) }()
	return compare(t, w, r, func() map[string]string {
		pages := w.Pages()
		s.serve(pages)
		return pages
	}, func() (asked []string) {
		for address, c := range s.counted() {
			asked = append(asked, slices.Repeat([]string{address}, c.requests)...)
		}
		return asked
	})
}

// compare syncs a reader and the reference with a world repeatedly. serve publishes the
// current content on the servers, asked returns the requests since the last call.
func compare(t *testing.T, w *contenttest.World, r *reader, serve func() map[string]string, asked func() []string) (told []string) {
	checker := pseudocode.New(w.Root())
	for run := range runs {
		pages := serve()
		want := checker.Run(func(address string) ([]byte, bool) {
			page, there := pages[address]
			return []byte(page), there
		})
		if _, err := r.sync(t.Context()); err != nil {
			return append(told, fmt.Sprintf("run %d: %v", run, err))
		}
		told = append(told, otherwise(asked(), want)...)
		told = append(told, r.held(t).differences(heldByChecker(checker))...)
		if len(told) > 0 {
			return append([]string{fmt.Sprintf("run %d, dates %s:", run, w.Habit)}, told...)
		}
		if all := checker.OnDemand(); len(all) > 0 && run%2 == 1 {
			r.want(t, checker, all[7*run%len(all)])
		}
		w.Change()
	}
	return nil
}

// want requests an on-demand file, as a person does.
func (r *reader) want(t *testing.T, checker *pseudocode.Cache, address string) {
	t.Helper()
	own := address
	if r.named != nil {
		own = asPath(address)
	}
	checker.Want(address)
	check(t, contentsync.Want(t.Context(), r.Parts, r.key, own))
}

// serve publishes the current content on the servers. Some create a new tag each time, so that
// only the bytes show that a document is unchanged.
func serve(places *transporttest.Places, w *contenttest.World) map[string]string {
	pages := w.Pages()
	for _, address := range w.Addresses() {
		page, there := pages[address]
		if !there {
			places.Leave(address)
			continue
		}
		s := transporttest.Served{Text: page}
		if len(address)%5 == 0 {
			s.ETag = fmt.Sprintf("%q", w.Now().String())
		}
		places.Serve(address, s)
	}
	return pages
}

// asked returns the requested addresses, in order.
func asked(places *transporttest.Places) (addresses []string) {
	for _, r := range places.Requests() {
		addresses = append(addresses, r.Address)
	}
	return addresses
}

// otherwise returns which addresses were requested but not expected, and vice versa, with
// their numbers of occurrences.
func otherwise(asked, wanted []string) (told []string) {
	times := map[string]int{}
	for _, address := range asked {
		times[address]++
	}
	for _, address := range wanted {
		times[address]--
	}
	for address, n := range times {
		if n != 0 {
			told = append(told, fmt.Sprintf("%s is asked for %+d times too often", address, n))
		}
	}
	slices.Sort(told)
	return told
}
