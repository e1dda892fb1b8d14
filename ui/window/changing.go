package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// add makes a new item. The entry is ready for the next at once; the new item
// is marked unless the person is somewhere else by then.
func (w *Window) add(v record.Values, typed string) {
	set, title, from := w.setForNew(), v["title"], w.at
	v = w.fitting(v)
	at := w.besideChosen()
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Engine.Add(ctx, set, v, at)
	}, func(added *item.Item, err error) {
		if err != nil {
			w.items.PutBack(from, typed)
			w.Warn(err)
			return
		}
		if w.window.Canvas().Focused() == w.items.Adding() {
			w.item = place.Item{Set: set, ID: added.ID()}
		}
		w.done(set, lang.L("Added “{{.Title}}”.", say.Data{"Title": title}))
	})
}

// deleteMarked deletes what is chosen, if anything is and is not deleted
// already.
func (w *Window) deleteMarked() {
	switch {
	case shows[*library.Page](w):
		w.pages.library().Remove()
	case w.at.Kind != place.Deleted:
		w.do(items.Action{Verb: items.Delete})
	}
}

func (w *Window) delete(it place.Item) {
	if row := outline.Find(w.now.Tree, it.ID); row != outline.None {
		w.deleteBranches(w.now.Tree[row : row+1])
		return
	}
	w.change(it, w.Engine.Delete, lang.L("Deleted. It can be restored from “Recently deleted”."))
}

func (w *Window) restore(it place.Item) {
	w.change(it, w.Engine.Restore, lang.L("Restored."))
}

func (w *Window) change(it place.Item, change func(context.Context, string, string) (*item.Item, error), text string) {
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return change(ctx, it.Set, it.ID)
	}, func(_ *item.Item, err error) {
		if err != nil {
			w.notSaved(it, err)
			return
		}
		w.done(it.Set, text)
	})
}

// done tells what was done, shows it, and lets the others know.
func (w *Window) done(set, text string) {
	said := w.status.Say(text)
	w.Reload()
	w.publish(set, said)
}
