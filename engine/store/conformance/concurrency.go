package conformance

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"crossfeed/engine/store"
)

var concurrencyRules = []rule{
	{"updates run one after the other", testSerial},
	{"readers see whole updates", testWholeUpdates},
}

// testSerial lets several goroutines count in one item. A count that is read
// and written by two at once would be lost.
func testSerial(t *testing.T, s store.Store) {
	const goroutines, times = 4, 15
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "X"))
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for range times {
				if err := s.Update(t.Context(), func(w store.Writer) error { return countUp(w, set) }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	equal(t, "updates", itemOf(t, s, set, "x").Winner.Updates, 1+goroutines*times)
}

func countUp(w store.Writer, set int64) error {
	it, err := w.Item(set, "x")
	if err != nil {
		return err
	}
	return w.PutItem(set, only(version("x", "desk", it.Winner.Updates+1, "X")), seen)
}

// testWholeUpdates writes two items in step, while others read them.
func testWholeUpdates(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "1"), simple("y", "1"))
	written := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() { readUntil(t, s, set, written) })
	}
	for n := 2; n <= 40; n++ {
		put(t, s, set, only(version("x", "desk", n, fmt.Sprint(n))), only(version("y", "desk", n, fmt.Sprint(n))))
	}
	close(written)
	readers.Wait()
}

func readUntil(t *testing.T, s store.Store, set int64, done <-chan struct{}) {
	var last int64
	for {
		err := s.View(t.Context(), func(r store.Reader) error { return inStep(r, set) })
		now, errRevision := s.Revision(t.Context())
		if err := errors.Join(err, errRevision); err != nil {
			t.Error(err)
			return
		}
		if now < last {
			t.Errorf("revision %d after %d", now, last)
		}
		last = now
		select {
		case <-done:
			return
		default:
		}
	}
}

func inStep(r store.Reader, set int64) error {
	x, errX := r.Item(set, "x")
	y, errY := r.Item(set, "y")
	if err := errors.Join(errX, errY); err != nil {
		return err
	}
	if x.Winner.Updates != y.Winner.Updates {
		return fmt.Errorf("x has %d updates, y has %d", x.Winner.Updates, y.Winner.Updates)
	}
	return nil
}
