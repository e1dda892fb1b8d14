package incorporate

import (
	"context"
	"errors"

	"crossfeed/engine/store"
)

// Others are those who want to write while what a feed brought is being
// written: a person, whose edit must not wait for a hundred thousand items.
type Others interface {
	// Waiting tells whether there are any.
	Waiting() bool
	// Wait returns when there are none, or when ctx ends.
	Wait(ctx context.Context)
}

// nobody is Others that are not there.
type nobody struct{}

func (nobody) Waiting() bool        { return false }
func (nobody) Wait(context.Context) {}

// errYield takes a transaction back to let others go first.
var errYield = errors.New("others wait")

// patience is how often others may go first, so that the feed is kept in the end
// however busy they are.
const patience = 100

// keep writes what the feed brought in one transaction. When others wait, the
// transaction is taken back and begun again after them: a feed is kept whole,
// so it cannot be written in pieces between which they would find their turn.
func (r *reading) keep(st store.Store) error {
	before := r.result
	for turn := 0; ; turn++ {
		r.result = before
		err := st.Update(r.ctx, func(w store.Writer) error { return r.write(w, turn < patience) })
		if !errors.Is(err, errYield) {
			return err
		}
		r.options.Others.Wait(r.ctx)
	}
}
