package work_test

import (
	"context"
	"testing"

	"crossfeed/ui/window/work"
	"crossfeed/ui/window/work/worktest"
)

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
