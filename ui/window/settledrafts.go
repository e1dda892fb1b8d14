package window

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
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
	fields := record.Values{}
	if d, there := w.Drafts.Get(drafts.Settle, it); there {
		fields = d.Fields
	}
	w.forget(it)
	if len(fields) > 0 {
		w.Drafts.Put(drafts.Edit, it, drafts.Draft{Kept: session.Kept{Fields: fields}})
	}
	w.showItemAt(it)
}

// showItemAt shows an item in the editor.
func (w *Window) showItemAt(it place.Item) {
	w.item = it
	w.goHome()
	w.Reload()
}
