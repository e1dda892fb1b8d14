package window

import (
	"context"
	"maps"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/record"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/place"
)

// addsHere tells whether new items can be added where the person is.
func (w *Window) addsHere() bool { return w.at.Smart() && w.now.FirstTodoList() != "" }

// setForNew is the list that new items go to: those of smart lists to the first
// list of todos.
func (w *Window) setForNew() string {
	if w.at.Smart() {
		return w.now.FirstTodoList()
	}
	return w.at.Set
}

// fitting are the values of a new item with what the smart list asks for in
// which it is added, so that it is seen there.
func (w *Window) fitting(v record.Values) record.Values {
	v = maps.Clone(v)
	switch {
	case w.at.Kind == place.Today && v["due"] == "":
		v["due"] = record.DayOf(w.Speaker.Now().In(w.Speaker.Zone)).String()
	case w.at.Kind == place.Tag:
		v["tags"] = tagsAfter(v["tags"], items.Action{Value: record.FormatTags([]string{w.at.Tag})})
	}
	return v
}

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

// chooseList asks for the list to which what is chosen is moved or copied.
func (w *Window) chooseList(verb items.Verb) func() {
	return func() {
		if w.pages.shown != page(w.pages.home) || len(w.items.Chosen()) == 0 {
			return
		}
		list := w.items.List().(fyne.CanvasObject)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(list)
		fynewidget.ShowPopUpMenuAtPosition(fyne.NewMenu("", w.items.Lists(verb)...), w.window.Canvas(), at)
	}
}
