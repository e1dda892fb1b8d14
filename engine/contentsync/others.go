package contentsync

import (
	"context"
	"errors"

	"crossfeed/engine/store"
)

// Others are those who want to write while a library is synced: a person, whose edit must
// not wait for a hundred thousand items.
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

// complete has what is needed where nothing is said.
func (p Parts) complete() Parts {
	if p.Others == nil {
		p.Others = nobody{}
	}
	return p
}

// update is Store.Update after all who wait.
func (p Parts) update(ctx context.Context, write func(store.Writer) error) error {
	p.Others.Wait(ctx)
	return p.Store.Update(ctx, write)
}

// errYield takes a transaction back to let others go first.
var errYield = errors.New("others wait")

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
					return errYield
				}
				return nil
			})
		})
		if !errors.Is(err, errYield) {
			return err
		}
	}
}
