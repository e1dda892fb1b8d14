package window

import (
	"context"
	"errors"
	"maps"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/ui/say"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// typed keeps what a person typed, until it is saved. What says the same as the
// item is no draft.
func (w *Window) typed(it place.Item, v record.Values) {
	before := w.draftOf(it)
	if sameAs(w.detail.Version(), v) {
		w.Drafts.Drop(drafts.Edit, it)
	} else {
		d := drafts.Typed(v, w.detail.Version())
		if before != nil {
			d.Base = before.Base
		}
		w.Drafts.Put(drafts.Edit, it, d)
	}
	if now := w.draftOf(it); (now == nil) != (before == nil) {
		w.detail.DraftChanged(now)
		w.items.Refresh()
	}
}

func sameAs(v *item.Version, values record.Values) bool {
	now := record.Read(v.Content)
	for name, value := range values {
		if value != now.Get(name) {
			return false
		}
	}
	return true
}

// save saves the fields over the winner that is shown. Where that is not the
// one that the draft began with, a person is told first, and saves again.
func (w *Window) save(it place.Item, v record.Values) {
	base := w.detail.Version()
	if sameAs(base, v) {
		w.status.Say(lang.L("Nothing to save."))
		return
	}
	if d := w.draftOf(it); d != nil && !d.IsOver(base) && w.acknowledged != conflicts.Name(base) {
		w.changedMeanwhile(base)
		return
	}
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Engine.Edit(ctx, it.Set, it.ID, v, base)
	}, func(now *item.Item, err error) { w.saved(it, v, now, err) })
}

// saved forgets the draft, unless a person typed on meanwhile.
func (w *Window) saved(it place.Item, v record.Values, now *item.Item, err error) {
	if err != nil {
		w.notSaved(it, err)
		return
	}
	if d := w.draftOf(it); d != nil {
		if maps.Equal(d.Fields, v) {
			w.Drafts.Drop(drafts.Edit, it)
		} else {
			w.Drafts.Put(drafts.Edit, it, drafts.Typed(d.Fields, now.Winner))
		}
	}
	w.done(it.Set, lang.L("Saved “{{.Title}}”.", say.Data{"Title": now.Winner.Title()}))
}

// notSaved keeps the draft. An item with an open version of one's own has to
// be settled, and the draft goes there.
func (w *Window) notSaved(it place.Item, err error) {
	var own *rules.OwnOpenError
	switch {
	case errors.As(err, &own):
		w.settleDraft(it)
	case errors.Is(err, engine.ErrChanged):
		work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
			return w.Engine.Item(ctx, it.Set, it.ID)
		}, func(now *item.Item, err error) {
			if err == nil {
				w.changedMeanwhile(now.Winner)
			}
			w.Reload()
		})
	default:
		w.Warn(err)
	}
}

// changedMeanwhile tells a person that saving will write over a version, which
// the next saving does.
func (w *Window) changedMeanwhile(over *item.Version) {
	w.acknowledged = conflicts.Name(over)
	w.status.Warn(lang.L("Not saved yet: the item changed meanwhile. Ctrl+Enter again saves yours over it."))
}

// refused says why nothing was saved; the field says what is wrong.
func (w *Window) refused() {
	w.status.Warn(lang.L("Not saved yet: the field with the cursor says what is wrong."))
}

// discard gives a draft up and shows the item as it is.
func (w *Window) discard(it place.Item) {
	w.Drafts.Drop(drafts.Edit, it)
	w.items.Refresh()
	w.readItem(it)
}
