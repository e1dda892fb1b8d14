package window

import (
	"context"
	"slices"

	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// moveList moves a list before another one in the sidebar, or to the end if before is "".
func (w *Window) moveList(list, before string) {
	w.arrangeLists(list, func(all []store.Set) []store.Set { return store.Moved(all, list, before) })
}

// shiftList moves a list up or down in the sidebar.
func (w *Window) shiftList(list string, rows int) {
	w.arrangeLists(list, func(all []store.Set) []store.Set { return store.Shifted(all, list, rows) })
}

func (w *Window) arrangeLists(list string, arrange func([]store.Set) []store.Set) {
	w.run(func(ctx context.Context) error { return w.Edit.ArrangeLists(ctx, arrange) }, func() {
		w.status.ShowMessage(wording.L("moved-the-list-list-ctrl-z", "Moved the list “{{.List}}”. Ctrl+Z undoes it.", wording.Data{"List": list}))
		w.Reload()
	})
}

// canShiftList reports whether there is a row to which the chosen list can be moved.
func (w *Window) canShiftList(rows int) bool {
	at := slices.IndexFunc(w.now.Lists, func(l *lists.List) bool { return w.at == snapshot.Place{Kind: snapshot.KindList, Set: l.Name} })
	return at >= 0 && at+rows >= 0 && at+rows < len(w.now.Lists)
}
