package window

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// keepSettling keeps what was decided so far, for another start of the program.
func (w *Window) keepSettling() {
	shown := w.pages.settle.Shown()
	s := shown.Session
	w.Drafts.Put(drafts.Settle, shown.Item, drafts.Draft{Kept: s.Kept(), Base: session.Name(s.Item().Winner)})
}

// replay decides in a new session what was decided before the program ended.
func (w *Window) replay(it place.Item, s *session.Session) {
	if d, there := w.Drafts.Get(drafts.Settle, it); there {
		s.Restore(d.Kept)
	}
}

// settleDraft takes what was typed in the editor over to the settling page: the
// item has an open version of one's own, which an edit would pass over unseen.
func (w *Window) settleDraft(it place.Item) {
	if d := w.draftOf(it); d != nil {
		w.Drafts.Put(drafts.Settle, it, drafts.Draft{Kept: session.Kept{Fields: w.detail.Typed(d.Fields)}, Base: d.Base})
		w.Drafts.Drop(drafts.Edit, it)
		delete(w.sessions, it)
	}
	w.status.Say(lang.L("A version of your own is open here. What you typed is the result so far."))
	w.openSettle(it)
}

// seeSettled shows how an item was settled elsewhere.
func (w *Window) seeSettled() {
	it := w.pages.settle.Shown().Item
	w.forget(it)
	w.showItemAt(it)
}

// reopenSettled makes what was decided here a draft over what was settled
// elsewhere.
func (w *Window) reopenSettled() {
	it := w.pages.settle.Shown().Item
	w.toEdit(it)
	w.showItemAt(it)
}

// toEdit makes what was decided about an item a draft of its editor.
func (w *Window) toEdit(it place.Item) {
	d, _ := w.Drafts.Get(drafts.Settle, it)
	w.forget(it)
	if len(d.Fields) > 0 {
		w.Drafts.Put(drafts.Edit, it, drafts.Draft{Kept: session.Kept{Fields: d.Fields}})
	}
}

// adoptPutOff makes what was decided about an item and put off a draft of its
// editor, where nothing is left to settle. What the settling page has, or leads
// back to, stays there.
func (w *Window) adoptPutOff(s detail.Shown) {
	_, decided := w.Drafts.Get(drafts.Settle, s.Item)
	open := s.Conflicts > 0 || slices.ContainsFunc(w.now.Unsettled, func(r snapshot.Row) bool { return place.Item{Set: r.Set, ID: r.ID} == s.Item })
	at := w.settling() || w.besideSettling()
	if decided && !open && !(at && w.pages.settle.Shown().Item == s.Item) && w.draftOf(s.Item) == nil {
		w.toEdit(s.Item)
	}
}

// showItemAt shows an item in the editor.
func (w *Window) showItemAt(it place.Item) {
	w.item = it
	w.goHome()
	w.Reload()
}
