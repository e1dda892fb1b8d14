package window

import (
	"context"
	"crypto/sha256"
	"errors"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// showHistory shows the history of the item that is being resolved, or of the chosen one.
func (w *Window) showHistory() {
	it := w.item
	if w.resolving() {
		it = w.pages.resolve.Item()
	}
	if it == (snapshot.Item{}) {
		w.status.ShowMessage(wording.L("select-an-item", "Select an item."))
		return
	}
	w.showItemHistory(it)
}

// showItemHistory shows the history of an item. Leaving that page returns to the current one.
func (w *Window) showItemHistory(it snapshot.Item) {
	w.readHistory(it, history.FirstVersions, func(l conflicts.History) {
		w.pages.history().Show(it, l)
		w.showPage(w.pages.history())
	})
}

func (w *Window) readHistory(it snapshot.Item, most int, then func(conflicts.History)) {
	ask(w, func(ctx context.Context) (conflicts.History, error) {
		return w.Conflicts.History(ctx, it.Set, it.ID, most)
	}, func(l conflicts.History) {
		then(l)
	})
}

// refreshHistory updates the history of an item if it is in sight.
func (w *Window) refreshHistory() {
	if !shows[*history.Page](w) {
		return
	}
	w.showVersions(w.pages.history().Item(), w.pages.history().Most())
}

// showVersions shows up to most versions of the item whose history is in sight.
func (w *Window) showVersions(it snapshot.Item, most int) {
	w.readHistory(it, most, func(l conflicts.History) {
		if it == w.pages.history().Item() {
			w.pages.history().Show(it, l)
		}
	})
}

// restoreVersion restores an older version of an item. If the item has open versions,
// restoring would ignore them: the conflict page opens instead.
func (w *Window) restoreVersion(it snapshot.Item, version [sha256.Size]byte) {
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Edit.RestoreVersion(ctx, it.Set, it.ID, version)
	}, func(_ *item.Item, err error) {
		switch {
		case errors.Is(err, edit.ErrConflicted):
			w.Warn(err)
			w.openResolve(it)
		case err != nil:
			w.Warn(err)
		default:
			w.done(it.Set, wording.L("restored-ctrl-z-undoes-it", "Restored. Ctrl+Z undoes it."))
		}
	})
}
