package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// placeRows puts items after another one in the order by hand.
func (w *Window) placeRows(moved []place.Item, after place.Item) {
	set := w.at.Set
	ids := make([]string, len(moved))
	for i, it := range moved {
		ids[i] = it.ID
	}
	w.run(func(ctx context.Context) error { return w.Engine.Order(ctx, set, ids, after.ID) }, func(err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.done(set, lang.L("Moved."))
	})
}

// dragAway moves rows to the list in the sidebar that they are dragged to, and reports
// whether they are over one.
func (w *Window) dragAway(rows []snapshot.Row, at fyne.Position, dropped bool) bool {
	list := w.sidebar.ListAt(at)
	if !slices.ContainsFunc(rows, func(r snapshot.Row) bool { return r.Set != list }) || w.at.Kind == place.Deleted {
		list = ""
	}
	switch {
	case !dropped:
		w.sidebar.SetTarget(list)
	case list != "":
		w.act(items.Action{Verb: items.MoveTo, Value: list}, rows)
	}
	return list != ""
}

// chooseList asks for the list to which what is chosen is moved or copied.
func (w *Window) chooseList(verb items.Verb) func() {
	return func() {
		if w.pages.shown != page(w.pages.home) || len(w.items.Chosen()) == 0 {
			return
		}
		list := w.items.List().(fyne.CanvasObject)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(list)
		fynewidget.ShowPopUpMenuAtPosition(widget.Menu(w.items.Lists(verb)), w.window.Canvas(), at)
	}
}
