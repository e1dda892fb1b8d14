package contenttest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/contenttest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/pseudocode"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// broken is a reader of an in-memory tree; something goes wrong in its second run.
type broken struct {
	*reader
	r      *rand.Rand
	memory *memory.Store
	places *transporttest.Places
	files  *cachetest.Memory
	want   held
}

// newBroken returns a reader that is in the same state each time: after its first run, much
// changed.
func newBroken(t *testing.T, seed uint64) *broken {
	t.Helper()
	const longEnough = 300_000
	b := &broken{r: rand.New(rand.NewPCG(seed, 1)), memory: memory.New(), places: &transporttest.Places{}, files: cachetest.New()}
	w := contenttest.At("http://a.example", seed%50, longEnough)
	checker := pseudocode.New(w.Root())
	var err error
	b.reader, err = newReader(t.Context(), w.Root(), b.memory, b.places, b.files)
	check(t, err)
	b.show(w, checker)
	if seed%2 == 0 {
		_, err := b.sync(t.Context())
		check(t, err)
		w.Renew(longEnough)
		b.show(w, checker)
	}
	b.want = heldByChecker(checker)
	return b
}

func (b *broken) show(w *contenttest.World, checker *pseudocode.Cache) {
	pages := serve(b.places, w)
	checker.Run(func(address string) ([]byte, bool) {
		page, there := pages[address]
		return []byte(page), there
	})
}

// length returns how many steps the run of such a reader takes.
func length(t *testing.T, seed uint64) int64 {
	t.Helper()
	b, s := newBroken(t, seed), &steps{}
	s.around(b.reader)
	_, err := b.sync(t.Context())
	check(t, err)
	return s.taken.Load()
}

// goesOn syncs once more without faults, and compares.
func (b *broken) goesOn(t *testing.T, seed uint64, what string) {
	t.Helper()
	b.Store, b.Places, b.Cache = b.memory, b.places, b.files
	rep, err := b.sync(t.Context())
	if err != nil || rep.Stopped != nil {
		t.Fatalf("seed %d, %s: then it ends with %v, %v", seed, what, err, rep.Stopped)
	}
	for _, told := range b.reader.held(t).differences(b.want) {
		t.Errorf("seed %d, %s: %s", seed, what, told)
	}
	for _, path := range b.files.Files() {
		if strings.Contains(path, "coming/") {
			t.Errorf("seed %d, %s: %s is left over", seed, what, path)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

// faults is how often each fault is tried.
const faults = 100

func TestARunWhoseNetworkGoesAwayIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for seed := range enough(faults) {
		most := length(t, seed)
		b := newBroken(t, seed)
		at := 1 + b.r.Int64N(most)
		s := &steps{at: at, happen: func() { b.places.Offline(true) }}
		s.around(b.reader)
		_, err := b.sync(t.Context())
		check(t, err)
		b.places.Offline(false)
		b.goesOn(t, seed, fmt.Sprintf("no network from step %d of %d", at, most))
	}
}

func TestARunWhoseDiskIsFullIsGoneOnWith(t *testing.T) {
	t.Parallel()
	full := 0
	for seed := range enough(faults) {
		b := newBroken(t, seed)
		room := b.files.Used() + b.r.Int64N(400_000)
		b.files.Room(room)
		b.now = b.now.Add(1)
		rep, err := contentsync.Sync(t.Context(), b.Parts, contentsync.Options{Library: b.key, Root: true, Limits: contentsync.Limits{Free: 1}})
		check(t, err)
		if rep.Stopped != nil {
			full++
		}
		if used := b.files.Used(); used > room {
			t.Fatalf("seed %d: %d bytes of %d are used", seed, used, room)
		}
		b.files.Room(1 << 50)
		b.goesOn(t, seed, fmt.Sprintf("room for %d bytes", room))
	}
	if full < int(enough(faults))/4 {
		t.Errorf("only %d runs stopped", full)
	}
}

// errFull is the error of a full disk.
var errFull = &transport.Error{Trouble: transport.Full}

func TestARunWhoseStoreFailsIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for seed := range enough(faults) {
		b := newBroken(t, seed)
		b.memory.FailCall(0, nil)
		_, err := b.sync(t.Context())
		check(t, err)
		calls := b.memory.Calls()

		b = newBroken(t, seed)
		at := 1 + b.r.IntN(calls)
		b.memory.FailCall(at, errFull)
		_, _ = b.sync(t.Context()) // a run that only reads at the fault may succeed
		b.memory.FailCall(0, nil)
		b.goesOn(t, seed, fmt.Sprintf("call %d of %d of the store fails", at, calls))
	}
}

// cut is a store that is gone as soon as the disk is.
type cut struct {
	store.Store
	gone func() bool
}

func (c cut) Update(ctx context.Context, write func(store.Writer) error) error {
	if c.gone() {
		return cachetest.ErrCut
	}
	return c.Store.Update(ctx, write)
}

// After a power failure, unsynced data is lost, but never anything that the store says is
// there.
func TestARunThatEndsWithoutPowerIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for seed := range enough(faults) {
		b := newBroken(t, seed)
		before := b.files.Steps()
		_, err := b.sync(t.Context())
		check(t, err)
		most := b.files.Steps() - before
		if most == 0 {
			continue // the root feed is missing
		}

		b = newBroken(t, seed)
		before = b.files.Steps()
		at := 1 + b.r.IntN(most)
		b.files.CutAt(at)
		b.Store = cut{b.memory, func() bool { return b.files.Steps() >= before+at }}
		if _, err := b.sync(t.Context()); err != nil && !errors.Is(err, cachetest.ErrCut) {
			t.Fatal(err)
		}
		b.files.Restart(seed%3 == 0)
		b.goesOn(t, seed, fmt.Sprintf("no power from step %d of %d", at, most))
	}
}
