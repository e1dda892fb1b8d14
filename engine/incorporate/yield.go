package incorporate

import (
	"errors"

	"crossfeed/engine/giveway"
	"crossfeed/engine/store"
)

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
		if !errors.Is(err, giveway.Err) {
			return err
		}
		r.options.Others.Wait(r.ctx)
	}
}
