package window

import (
	"context"
	"errors"

	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// trySample makes the sample's list and reads its feeds.
func (w *Window) trySample() {
	const name = "Groceries"
	w.run(func(ctx context.Context) error {
		folder, err := w.WriteSample()
		if err != nil {
			return err
		}
		if err := w.subscribeTo(ctx, name, folder); !errors.Is(err, store.ErrSubscribed) {
			return err
		}
		return nil
	}, func(err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.choose(place.Place{Kind: place.List, Set: name})
		w.focus(w.items.List())
		w.syncOne(name)
	})
}
