package window

import (
	"slices"

	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// conflictShell returns the functions of the window that the conflict page uses.
func (w *Window) conflictShell() conflict.Shell {
	return conflict.Shell{
		Show: w.showConflict, InSight: w.resolving,
		Home: w.goHome, Chosen: func() snapshot.Item { return w.item },
		Item: w.showItemAt, History: w.showItemHistory, Elsewhere: w.putElsewhere, Person: w.showPerson,
		Picture: w.choosePicture, ShowMessage: func(text string) { w.pages.resolveMessage = w.status.ShowMessage(text) }, RetractMessage: func() { w.pages.resolveMessage.Retract() }, Also: func(text string) { w.status.Now().Add(text) }, Alert: func(text string) { w.status.Warn(text) }, Warn: w.Warn,
		Changed: w.resolved, Stale: w.Reload,
	}
}

// resolved reports that a conflict was resolved, shows the result and schedules publishing it.
func (w *Window) resolved(list string, key int64, text string) {
	said := w.offerUndo(text, key)
	w.Reload()
	w.publishSoon(list, said)
}

// showConflict shows the conflict page and marks it in the sidebar.
func (w *Window) showConflict() {
	w.showPage(w.pages.resolve)
	w.sidebar.Show(&w.now, w.markInSidebar())
}

// resolving reports whether the conflict page is in sight.
func (w *Window) resolving() bool { return w.pages.shown == page(w.pages.resolve) }

func (w *Window) openResolve(it snapshot.Item) { w.pages.resolve.Open(it) }

// savePage runs the page's own save command, if it has one.
func (w *Window) savePage() {
	if p, own := w.pages.shown.(saver); own {
		p.Save()
	}
}

// resolveDraft takes what was typed in the editor to the conflict page. The item has an open
// version of the person's own, which an edit would drop silently.
func (w *Window) resolveDraft(it snapshot.Item) {
	w.status.ShowMessage(wording.L("your-own-version-is-still-open", "Your own version is still open here. The result so far is the text you typed."))
	w.pages.resolve.OpenTyped(it)
}

// adoptPutOff turns an unsaved resolution of an item into a draft of its editor once no
// conflict is left. It leaves the resolution alone while the conflict page shows it or is the
// page to return to.
func (w *Window) adoptPutOff(s detail.Shown) {
	w.endDecided(s)
	_, decided := w.Drafts.Get(drafts.Resolve, s.Item)
	open := s.Conflicts > 0 || slices.ContainsFunc(w.now.Conflicts, func(r snapshot.Row) bool { return snapshot.Item{Set: r.Set, ID: r.ID} == s.Item })
	at := w.resolving() || w.besideResolving()
	if decided && !open && !(at && w.pages.resolve.Item() == s.Item) && w.draftOf(s.Item) == nil {
		w.pages.resolve.ToEditor(s.Item)
		w.endDecided(s)
	}
}

// endDecided clears the draft's choice to delete or keep the item once it has taken effect.
func (w *Window) endDecided(s detail.Shown) {
	d := w.draftOf(s.Item)
	if d == nil || !(d.Deletes() && s.Version.Deleted || d.Stays && !s.Version.Deleted) {
		return
	}
	d.Whole, d.Stays = "", false
	if len(d.Fields) == 0 {
		w.Drafts.Drop(drafts.Edit, s.Item)
	} else {
		w.Drafts.Put(drafts.Edit, s.Item, *d)
	}
}

func (w *Window) showItemAt(it snapshot.Item) {
	w.item = it
	w.goHome()
	w.readItem(it)
}
