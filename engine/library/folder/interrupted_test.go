package folder_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/folder"
)

// steps are changes of an album whose publication is interrupted.
var steps = []func(*world){
	func(*world) {},
	func(w *world) {
		w.put("2025/may/d.jpg", "changed")
		w.put("new/deep/n.jpg", "new")
		w.remove("2026")
		w.remove("a.txt")
	},
	func(w *world) {
		w.put("2026/e.jpg", "back")
		w.put("2025/may/d.jpg", "changed again")
		w.remove("new")
	},
}

// documents returns all documents on the server.
func (w *world) documents() map[string]string {
	all := map[string]string{}
	for at := range w.places.all {
		all[at] = w.places.Text(at)
	}
	return all
}

// uninterrupted returns the states of the server after each step.
func uninterrupted(t *testing.T) (after []map[string]string, places, stores []int) {
	w := album(t)
	for _, step := range steps {
		w.now = w.now.Add(time.Hour)
		step(w)
		w.places.calls = 0
		w.store.FailCall(0, nil)
		w.publish()
		w.check()
		after, places, stores = append(after, w.documents()), append(places, w.places.calls), append(stores, w.store.Calls())
	}
	return after, places, stores
}

// TestAnInterruptedRunGoesOn breaks every call of a place and of the store, before and after
// it takes effect, and once more in the next run. In the end, the server must have what an
// uninterrupted run would have written, and at any time a reader who begins at the root must
// find everything that it links to.
func TestAnInterruptedRunGoesOn(t *testing.T) {
	want, places, stores := uninterrupted(t)
	for n := range steps {
		for call := 1; call <= places[n]; call += testsize.Of(3, 1) {
			for _, after := range []bool{false, true} {
				t.Run(fmt.Sprintf("step %d, call %d, after %v", n, call, after), func(t *testing.T) {
					w := reached(t, n)
					w.places.calls, w.places.fail, w.places.after = 0, call, after
					if _, err := w.run(); !errors.Is(err, errBroken) {
						t.Fatalf("the run ended with %v", err)
					}
					w.goesOn(n, want)
				})
			}
		}
		for call := 1; call <= stores[n]; call += testsize.Of(3, 1) {
			t.Run(fmt.Sprintf("step %d, store call %d", n, call), func(t *testing.T) {
				w := reached(t, n)
				w.store.FailCall(call, errBroken)
				if _, err := w.run(); !errors.Is(err, errBroken) {
					t.Fatalf("the run ended with %v", err)
				}
				w.store.FailCall(0, nil)
				w.goesOn(n, want)
			})
		}
	}
}

// reached returns an album before the publication of a step.
func reached(t *testing.T, n int) *world {
	w := album(t)
	for i, step := range steps[:n+1] {
		w.now = w.now.Add(time.Hour)
		if step(w); i < n {
			w.publish()
		}
	}
	w.places.each = func() {
		if w.places.all[at+folder.RootName] {
			crawl(t, w.places, at+folder.RootName)
		}
	}
	return w
}

// goesOn publishes after an interruption, and compares the result.
func (w *world) goesOn(n int, want []map[string]string) {
	w.t.Helper()
	w.places.fail = 0
	w.publish()
	w.check()
	if got := w.documents(); !maps.Equal(got, want[n]) {
		for at := range want[n] {
			if got[at] != want[n][at] {
				w.t.Errorf("%s is\n%s\nand would have been\n%s", at, got[at], want[n][at])
			}
		}
	}
	if w.publish(); len(w.places.writes) > 0 {
		w.t.Errorf("once more: %s", w.places.written())
	}
}

// TestAFileChangesBetweenAnInterruptionAndTheNextRun leaves a document there that was
// announced but never recorded, and that cannot be recreated.
func TestAFileChangesBetweenAnInterruptionAndTheNextRun(t *testing.T) {
	_, places, _ := uninterrupted(t)
	for n := range steps {
		for call := 1; call <= places[n]; call++ {
			w := reached(t, n)
			w.places.calls, w.places.fail, w.places.after = 0, call, true
			if _, err := w.run(); !errors.Is(err, errBroken) {
				t.Fatalf("the run ended with %v", err)
			}
			w.put("2025/may/d.jpg", "meanwhile")
			w.put("a.jpg", "meanwhile")
			w.put("2026/new.jpg", "new")
			w.remove("b.jpg")
			w.places.fail, w.now = 0, w.now.Add(time.Hour)
			if p := w.publish().Passed; len(p) > 0 {
				t.Errorf("step %d, call %d: %v", n, call, p)
			}
			w.check()
		}
	}
}

func TestAStoppedRunNotesWhatWasSent(t *testing.T) {
	w := album(t)
	ctx, stop := context.WithCancel(context.Background())
	w.places.each = func() {
		if w.places.calls == 4 {
			stop()
		}
	}
	if _, err := folder.Publish(ctx, w.parts(), w.o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	sent := len(w.places.writes)
	w.places.each = nil
	if report := w.publish(); report.Files != 6-sent || sent == 0 {
		t.Errorf("%d were sent before, and %d after", sent, report.Files)
	}
	w.check()
}

func TestAFileThatWasSentAndNotNotedIsTakenBack(t *testing.T) {
	w := newWorld(t, "a.jpg", "as it was")
	w.publish()
	w.put("a.jpg", "other")
	w.places.calls, w.places.fail, w.places.after = 0, 1, true
	if _, err := w.run(); !errors.Is(err, errBroken) || w.places.Text(address("a.jpg")) != "other" {
		t.Fatal(err)
	}
	w.put("a.jpg", "as it was")
	w.publish()
	w.check()
}

// TestTwoProgramsPublishAtOnce lets another program publish the folder during a run, at each
// of its steps.
func TestTwoProgramsPublishAtOnce(t *testing.T) {
	_, places, _ := uninterrupted(t)
	for n := range steps {
		for call := 1; call <= places[n]; call++ {
			w := reached(t, n)
			w.places.each = nil
			began := false
			w.places.before = func() {
				if w.places.calls == call && !began {
					began = true
					w.put("meanwhile.jpg", "new")
					if _, err := folder.Publish(context.Background(), w.parts(), w.o); err != nil {
						t.Errorf("step %d, call %d: the other one: %v", n, call, err)
					}
				}
			}
			w.places.calls = 0
			if _, err := w.run(); !began {
				t.Fatalf("step %d, call %d: %v", n, call, err)
			}
			w.places.before = nil
			if r, err := w.run(); err != nil || len(r.Passed) > 0 {
				t.Fatalf("step %d, call %d: then %v, %v", n, call, r.Passed, err)
			}
			w.check()
		}
	}
}

func TestProgressIsTold(t *testing.T) {
	w := album(t)
	var last folder.Progress
	w.o.Progress = func(p folder.Progress) { last = p }
	w.publish()
	if last.Checked != 6 || last.Written != 10 || last.ToWrite != 10 || last.Bytes == 0 || last.Now != folder.RootName {
		t.Errorf("%+v", last)
	}
}

// TestTwoProgramsAtTheSameTime lets three programs publish a changing folder, in any order.
func TestTwoProgramsAtTheSameTime(t *testing.T) {
	w := album(t)
	p := w.parts()
	p.Places, p.AtOnce = w.places.Places, 0
	for n := range 25 {
		w.now = w.now.Add(time.Minute)
		w.put("2025/may/d.jpg", fmt.Sprint(n))
		w.put("b.jpg", fmt.Sprint(n))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() { _, _ = folder.Publish(context.Background(), p, w.o) })
		}
		group.Wait()
		if r, err := folder.Publish(context.Background(), p, w.o); err != nil || len(r.Passed) > 0 {
			t.Fatalf("round %d: %v, %v", n, r.Passed, err)
		}
		s := crawl(t, w.places, at+folder.RootName)
		for name, text := range w.files() {
			if s.files[address(name)] != text {
				t.Errorf("round %d: %s is %q, and should be %q", n, name, s.files[address(name)], text)
			}
		}
	}
}
