package window

import (
	"context"

	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// long is the state of a long job on all of the data, which runs outside the queue of edits: a
// backup, reading one, or a verification. One of these runs at a time.
type long struct {
	asking work.Last
	busy   bool
	// stopped is called when a person stops the job.
	stopped func()
}

// runLong starts a long job. The status bar shows its progress, and a person can stop it.
// runLong returns false, and does nothing, if another such job is running. If the job is
// stopped, stopped is called instead of then.
func runLong[T any](w *shell, said string, do func(ctx context.Context, progress func(done, all int)) (T, error), then func(T, error), stopped func()) bool {
	b := &w.long
	if b.busy {
		return false
	}
	b.busy, b.stopped = true, stopped
	w.status.ShowMessage(said)
	w.status.Working(0, 0)
	const steps = 100 // as many as can be seen
	shown := -1
	progress := func(done, all int) {
		step := 0
		if all > 0 {
			step = done * steps / all
		}
		if step == shown {
			return
		}
		shown = step
		w.Seam.UI(func() {
			if b.busy {
				w.status.Working(step, steps)
			}
		})
	}
	work.AskBeside(&b.asking, w.Seam, func(ctx context.Context) (T, error) { return do(ctx, progress) }, func(answer T, err error) {
		b.busy = false
		w.idle()
		then(answer, err)
	})
	return true
}

// stoppable runs a job concurrently with everything else, and returns a function that stops it.
func (w *shell) stoppable(job func(context.Context)) context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background())
	w.Seam.Aside(func(outer context.Context) {
		defer context.AfterFunc(outer, cancel)()
		job(ctx)
	})
	return cancel
}

// steps returns a function that shows the progress of a job in visible steps, until cancel is
// nil.
func (w *shell) steps(cancel *context.CancelFunc) func(done, all int) {
	return func(done, all int) {
		const steps = 100
		if step := max(all/steps, 1); done%step != 0 && done != all {
			return
		}
		w.Seam.UI(func() {
			if *cancel != nil {
				w.status.Working(done, all)
			}
		})
	}
}

// stopLong stops the running job. Nothing of what it did is kept.
func (w *shell) stopLong() {
	if !w.long.busy {
		return
	}
	w.long.asking.Cancel()
	w.long.busy = false
	w.idle()
	w.status.ShowMessage(wording.L("canceled-nothing-was-left-half-done", "Canceled. Nothing was left half done."))
	w.long.stopped()
}

// waitForOther explains that another long job has to finish first.
func waitForOther() string {
	return wording.L("a-backup-or-a-verification-is", "A backup or a verification is still running. Wait for it, or stop it with Ctrl+.")
}
