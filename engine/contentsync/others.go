package contentsync

import (
	"context"
	"errors"

	"crossfeed/engine/giveway"
	"crossfeed/engine/store"
)

// complete has what is needed where nothing is said.
func (p Parts) complete() Parts {
	if p.Others == nil {
		p.Others = giveway.Nobody{}
	}
	return p
}

// update is Store.Update after all who wait.
func (p Parts) update(ctx context.Context, write func(store.Writer) error) error {
	p.Others.Wait(ctx)
	return p.Store.Update(ctx, write)
}

// turns is how often others may go before a transaction that has to be whole, so that it is
// done in the end however busy they are.
const turns = 20

// whole is update for what is to be done in one transaction and may take long: it calls
// yields now and then, and is begun anew where that is an error.
func (p Parts) whole(ctx context.Context, write func(w store.Writer, yields func() error) error) error {
	for turn := 0; ; turn++ {
		err := p.update(ctx, func(w store.Writer) error {
			return write(w, func() error {
				if turn < turns && p.Others.Waiting() {
					return giveway.Err
				}
				return nil
			})
		})
		if !errors.Is(err, giveway.Err) {
			return err
		}
	}
}
