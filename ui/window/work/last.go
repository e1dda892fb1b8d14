package work

import "context"

// Last is a question of which only the one asked last counts, as when a person
// types on in a search. The zero Last has no question. It is used on the UI
// goroutine.
type Last struct{ cancel context.CancelFunc }

// AskLast is Ask for a question that overtakes the one asked before: that one is
// cancelled, and its answer dropped.
func AskLast[T any](l *Last, s Seam, question func(context.Context) (T, error), then func(T, error)) {
	if l.cancel != nil {
		l.cancel()
	}
	asked, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	s.Queue(func(ctx context.Context) {
		defer context.AfterFunc(ctx, cancel)()
		if asked.Err() != nil {
			return
		}
		answer, err := answered(asked, question)
		s.UI(func() {
			if asked.Err() == nil {
				then(answer, err)
			}
		})
	})
}
