package window

import (
	"maps"

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
