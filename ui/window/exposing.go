package window

import (
	"cmp"
	"context"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/ui/say"
)

// exposure is how many items of a list, or files of a folder, become readable, and to whom.
type exposure struct {
	location.Readers
	items int
	// at is where others read them.
	at string
}

// exposes finds out what sharing a list would make readable, and to whom. What the list
// hides because it is done is published, too.
func (w *Window) exposes(ctx context.Context, set string, o engine.ShareOptions) (e exposure, err error) {
	if e.Readers, err = w.Engine.WhoCanRead(ctx, o); err != nil {
		return e, err
	}
	e.at = cmp.Or(o.Public, o.Location)
	lists, err := w.Engine.Lists(ctx)
	for _, l := range lists {
		if l.Name == set {
			e.items = l.Items
		}
	}
	return e, err
}

// sentence says it.
func (e exposure) sentence() string {
	return say.Exposes(e.items, e.at) + " " + say.Readers(e.Readers) + say.Open(e.at)
}
