package edit

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Settled is what became of an item whose conflicts were settled, or opened
// again.
type Settled struct {
	Before, Now *item.Item
	// Offered were the versions offered again before, Offers those that are now.
	Offered, Offers []*item.Version
}

// PutSettled is Put where conflicts were settled or opened again, and keeps what
// is offered again.
func (w Work) PutSettled(s Settled) error {
	if err := w.Store.PutItem(w.Set, s.Now, store.Seen{At: w.At}); err != nil {
		return err
	}
	if !slices.EqualFunc(s.Offered, s.Offers, (*item.Version).Same) {
		if err := w.Store.PutOffered(w.Set, s.Now.ID(), identities(s.Offers)); err != nil {
			return err
		}
	}
	w.Log.addSettled(w.Set, s)
	w.Ends.forget()
	return nil
}
