package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/work"
)

// findDuplicates opens the page of the duplicates of the list that is shown.
func (w *Window) findDuplicates() {
	set := w.listFor(w.at)
	if l, there := w.now.List(set); !there || record.Kind(l.Kind) != record.Contact {
		w.status.Say(lang.L("Duplicates are looked for in lists of contacts: choose one first."))
		return
	}
	page := w.pages.twins()
	if _, known := w.duplicates.lists[set]; known {
		page.Show(set, w.duplicatesOf(set))
	} else {
		page.Searching(set)
		w.lookIn(set, 0)
	}
	w.showPage(page)
}

// mergeContacts makes one contact of two, and goes on with the next pair.
func (w *Window) mergeContacts(set string, stays, goes *item.Item, v record.Values) {
	w.pages.twins().Busy(true)
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Engine.Join(ctx, set, stays, goes, v)
	}, func(_ *item.Item, err error) {
		w.pages.twins().Busy(false)
		if err != nil {
			w.Warn(err)
			w.Reload()
			return
		}
		w.forgetPairsOf(set, goes.ID())
		w.done(set, lang.L("Merged “{{.Title}}”. Ctrl+Z undoes it.", say.Data{"Title": say.Title(v["name"])}))
		w.showDuplicates()
	})
}

// forgetPairsOf drops the pairs of a contact that is gone, until they are looked
// for anew.
func (w *Window) forgetPairsOf(set, id string) {
	l := w.duplicates.lists[set]
	l.found = slices.DeleteFunc(slices.Clone(l.found), func(t engine.Twin) bool { return t.A.ID() == id || t.B.ID() == id })
	w.duplicates.lists[set] = l
}
