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
func runLong[T any](s *shell, said string, do func(ctx context.Context, progress func(done, all int)) (T, error), then func(T, error), stopped func()) bool {
	b := &s.long
	if b.busy {
		return false
	}
	b.busy, b.stopped = true, stopped
	s.status.ShowMessage(said)
	s.status.Working(0, 0)
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
		s.Seam.UI(func() {
			if b.busy {
				s.status.Working(step, steps)
			}
		})
	}
	work.AskBeside(&b.asking, s.Seam, func(ctx context.Context) (T, error) { return do(ctx, progress) }, func(answer T, err error) {
		b.busy = false
		s.idle()
		then(answer, err)
	})
	return true
}

// stopLong stops the running job. Nothing of what it did is kept.
func (s *shell) stopLong() {
	if !s.long.busy {
		return
	}
	s.long.asking.Cancel()
	s.long.busy = false
	s.idle()
	s.status.ShowMessage(wording.L("canceled-nothing-was-left-half-done", "Canceled. Nothing was left half done."))
	s.long.stopped()
}

// waitForOther explains that another long job has to finish first.
func waitForOther() string {
	return wording.L("a-backup-or-a-verification-is", "A backup or a verification is still running. Wait for it, or stop it with Ctrl+.")
}
