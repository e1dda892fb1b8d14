package work_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/crash"
	"crossfeed/ui/window/work"
	"crossfeed/ui/window/work/worktest"
)

// Queued jobs run in order, and all of them before Close returns.
func TestTheQueueKeepsItsOrder(t *testing.T) {
	w := work.New(t.Context(), func(f func()) { f() })
	var got []int
	for i := range 100 {
		w.Queue(func(context.Context) { got = append(got, i) })
	}
	w.Close(nil)
	if len(got) != 100 || !slices.IsSorted(got) {
		t.Errorf("ran %v", got)
	}
}

// A job started with Aside does not delay the queue, and is cancelled by Close.
func TestWhatRunsAsideIsCancelledByClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := work.New(context.Background(), func(f func()) { f() })
		cancelled := false
		w.Aside(func(ctx context.Context) {
			<-ctx.Done()
			cancelled = true
		})
		var saved sync.WaitGroup
		saved.Add(1)
		w.Queue(func(context.Context) { saved.Done() })
		saved.Wait()
		w.Close(nil)
		if !cancelled {
			t.Error("it still runs")
		}
	})
}

func TestAnAnswerComesBackOnTheUIGoroutine(t *testing.T) {
	var onUI []func()
	w := work.New(t.Context(), func(f func()) { onUI = append(onUI, f) })
	got := 0
	work.Ask(w, func(context.Context) (int, error) { return 7, nil }, func(n int, _ error) { got = n })
	w.Close(nil)
	if got != 0 || len(onUI) != 1 {
		t.Fatalf("got %d before the UI goroutine ran, with %d calls for it", got, len(onUI))
	}
	onUI[0]()
	if got != 7 {
		t.Errorf("got %d", got)
	}
}

// A job outside the queue that hangs and ignores its cancellation is abandoned.
func TestClosingDoesNotWaitForeverForWhatHangs(t *testing.T) {
	w := work.New(t.Context(), func(f func()) { f() })
	hang := make(chan struct{})
	defer close(hang)
	w.Aside(func(context.Context) { <-hang })
	late := make(chan time.Time, 1)
	late <- time.Time{}
	w.Close(late)
}

// A waiting question that is replaced is never asked; a running one is cancelled, and its
// answer dropped.
func TestAQuestionThatIsOvertakenIsCancelled(t *testing.T) {
	s := &worktest.Manual{Ctx: t.Context()}
	var last work.Last
	var asked, answered []int
	ask := func(n int, question func(context.Context)) {
		work.AskLast(&last, s, func(ctx context.Context) (int, error) {
			asked = append(asked, n)
			question(ctx)
			return n, nil
		}, func(n int, _ error) { answered = append(answered, n) })
	}
	quick := func(context.Context) {}
	ask(1, quick)
	ask(2, func(ctx context.Context) {
		ask(3, quick)
		if ctx.Err() == nil {
			t.Error("the question goes on")
		}
	})
	s.Run()
	if !slices.Equal(asked, []int{2, 3}) || !slices.Equal(answered, []int{3}) {
		t.Errorf("asked %v, answered %v", asked, answered)
	}
}

// A job that panics is reported, and those after it run.
func TestAJobThatPanicsFailsAlone(t *testing.T) {
	var failed []error
	var answer error
	ran := false
	w := work.New(t.Context(), func(f func()) { f() })
	w.Failed = func(err error) { failed = append(failed, err) }
	w.Queue(func(context.Context) { panic("a bug") })
	work.Ask(w, func(context.Context) (int, error) { panic("a bug") }, func(_ int, err error) { answer = err })
	w.Queue(func(context.Context) { ran = true })
	w.Close(nil)
	var crashed *crash.Error
	if len(failed) != 1 || !errors.As(failed[0], &crashed) || !errors.As(answer, &crashed) || !ran {
		t.Errorf("failed %v, answered %v, went on %t", failed, answer, ran)
	}
}

// Of questions outside the queue only the last one is answered.
func TestALaterQuestionOvertakesAnEarlierOne(t *testing.T) {
	seam := &worktest.Manual{Ctx: t.Context()}
	var last work.Last
	var got []int
	for i := range 3 {
		work.AskBeside(&last, seam, func(context.Context) (int, error) { return i, nil }, func(n int, _ error) { got = append(got, n) })
	}
	seam.Run()
	if len(got) != 1 || got[0] != 2 {
		t.Errorf("answered %v", got)
	}
}

// A cancelled question sees that, and its answer is dropped.
func TestAQuestionCanBeGivenUp(t *testing.T) {
	seam := &worktest.Manual{Ctx: t.Context()}
	var last work.Last
	last.Cancel() // none was asked yet
	cancelled, answered := false, false
	work.AskBeside(&last, seam, func(ctx context.Context) (int, error) {
		last.Cancel()
		cancelled = ctx.Err() != nil
		return 0, ctx.Err()
	}, func(int, error) { answered = true })
	seam.Run()
	if !cancelled || answered {
		t.Errorf("cancelled %v, answered %v", cancelled, answered)
	}
}

func TestASharedValueIsReadWhileItIsSet(t *testing.T) {
	var s work.Shared[[]string]
	if s.Get() != nil {
		t.Errorf("got %q before anything was set", s.Get())
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		for !slices.Equal(s.Get(), []string{"Groceries"}) {
		}
	})
	s.Set(nil)
	s.Set([]string{"Groceries"})
	reading.Wait()
}
