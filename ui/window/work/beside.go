package work

import "context"

// AskBeside is AskLast for a question that takes long: it runs beside the
// queue, so that what a person does meanwhile does not wait for it.
func AskBeside[T any](l *Last, s Seam, question func(context.Context) (T, error), then func(T, error)) {
	l.Cancel()
	asked, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	s.Aside(func(ctx context.Context) {
		defer context.AfterFunc(ctx, cancel)()
		answer, err := answered(asked, question)
		s.UI(func() {
			if asked.Err() == nil {
				then(answer, err)
			}
		})
	})
}

// Cancel gives the question up that was asked last; its answer is dropped.
func (l *Last) Cancel() {
	if l.cancel != nil {
		l.cancel()
	}
}
