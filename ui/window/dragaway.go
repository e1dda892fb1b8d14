package window

import (
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
)

// dragAway does to rows what the place in the sidebar stands for that they are dropped on, and
// reports whether they are over a place that takes any of them.
func (w *Window) dragAway(rows []snapshot.Row, at fyne.Position, dropped bool) bool {
	place := w.sidebar.PlaceAt(at)
	action, taken := w.dropOn(place, rows)
	if len(taken) == 0 {
		place = snapshot.Place{}
	}
	switch {
	case !dropped:
		w.sidebar.SetTarget(place)
	case len(taken) > 0:
		w.edits.act(action, taken)
	}
	return len(taken) > 0
}

// dropOn returns what happens to rows that are dropped on a place, and which of them it takes.
// From the trash, rows can only return to their own list.
func (w *Window) dropOn(place snapshot.Place, rows []snapshot.Row) (a items.Action, taken []snapshot.Row) {
	only := func(takes func(snapshot.Row) bool) []snapshot.Row {
		return slices.DeleteFunc(slices.Clone(rows), func(r snapshot.Row) bool { return !takes(r) })
	}
	inList := func(r snapshot.Row) bool { return r.Set == place.Set }
	switch {
	case w.at.Kind == snapshot.KindDeleted && place.Kind == snapshot.KindList && len(only(inList)) == len(rows):
		return items.Action{Verb: items.Restore}, rows
	case w.at.Kind == snapshot.KindDeleted || place == w.at:
		return a, nil
	}
	switch place.Kind {
	case snapshot.KindList:
		return items.Action{Verb: items.MoveTo, Value: place.Set}, only(func(r snapshot.Row) bool { return !inList(r) })
	case snapshot.KindToday:
		today := record.DayOf(w.Speaker.Now().In(w.Speaker.Zone))
		return items.Action{Verb: items.SetDue, Value: today.String()}, only(hasField("due"))
	case snapshot.KindNoDate:
		return items.Action{Verb: items.SetDue}, only(hasField("due"))
	case snapshot.KindTag:
		return items.Action{Verb: items.ChangeTags, Value: place.Tag}, only(hasField("tags"))
	case snapshot.KindCompleted:
		return items.Action{Verb: items.Complete}, only(func(r snapshot.Row) bool { return hasField("done")(r) && !r.Done })
	case snapshot.KindDeleted:
		return items.Action{Verb: items.Delete}, rows
	}
	return a, nil
}

// hasField returns a function that reports whether the kind of a row has a field.
func hasField(name string) func(snapshot.Row) bool {
	return func(r snapshot.Row) bool {
		_, err := record.Find(r.Kind, name)
		return err == nil
	}
}
