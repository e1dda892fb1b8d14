package contentsync

import (
	"context"

	"crossfeed/engine/store"
)

// complete has what is needed where nothing is said.
func (p Parts) complete() Parts {
	if p.Others == nil {
		p.Others = store.Nobody{}
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

// whole is update for what is to be done in one transaction and may take long
// (store.UpdateYielding).
func (p Parts) whole(ctx context.Context, write func(w store.Writer, yields func() error) error) error {
	p.Others.Wait(ctx)
	return store.UpdateYielding(ctx, p.Store, p.Others, turns, write)
}
