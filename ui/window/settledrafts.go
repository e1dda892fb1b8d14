package window

import (
	"slices"

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
	d := drafts.Draft{Fields: record.Values{}, Base: drafts.Name(s.Item().Winner), Deleted: s.Outcome().Deletes}
	for _, c := range s.Cells() {
		if c.Chosen {
			d.Fields[c.Field] = c.Result
		}
	}
	for _, c := range s.Candidates() {
		if !c.Taken {
			d.Left = append(d.Left, drafts.Name(c.Version))
		}
	}
	w.Drafts.Put(drafts.Settle, shown.Item, d)
}

// replay decides in a new session what was decided before the program ended.
// What no longer fits is left out: the page shows it as open.
func (w *Window) replay(it place.Item, s *session.Session) {
	d, there := w.Drafts.Get(drafts.Settle, it)
	if !there {
		return
	}
	for _, c := range s.Candidates() {
		if d.Deleted && c.Version.Deleted {
			_ = s.Take(c.Number)
		}
		if slices.Contains(d.Left, drafts.Name(c.Version)) {
			_ = s.Tick(c.Number, false)
		}
	}
	for _, c := range s.Cells() {
		if value, chosen := d.Fields[c.Field]; chosen && !d.Deleted {
			decide(s, c, value)
		}
	}
}

// decide gives a field a value: taken from the version that says it, or typed.
func decide(s *session.Session, c session.Cell, value string) {
	if n := slices.Index(c.Values, value); n >= 0 && s.TakeField(c.Field, n) == nil {
		return
	}
	_ = s.Type(c.Field, value)
}

// settleDraft takes what was typed in the editor over to the settling page: the
// item has an open version of one's own, which an edit would pass over unseen.
func (w *Window) settleDraft(it place.Item) {
	if d := w.draftOf(it); d != nil {
		w.Drafts.Put(drafts.Settle, it, drafts.Draft{Fields: d.Fields, Base: d.Base})
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
		w.Drafts.Put(drafts.Edit, it, drafts.Draft{Fields: fields})
	}
	w.showItemAt(it)
}

// showItemAt shows an item in the editor.
func (w *Window) showItemAt(it place.Item) {
	w.item = it
	w.goHome()
	w.Reload()
}
