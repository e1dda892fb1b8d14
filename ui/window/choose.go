package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/edit"
	lib "crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// choose shows a place.
func (w *Window) choose(at snapshot.Place) {
	w.turnTo(w.pageOf(at))
	if at != w.at {
		w.edits.saveLeft()
		w.at, w.search, w.item = at, "", snapshot.Item{}
		w.reading.shown = 0
		w.items.Turn(at)
		w.detail.ShowNothing("")
		w.libraries.showLibraryHere() // not the library that was shown before
		w.feeds.fillQuarantine()
	}
	w.Reload()
}

// leaveGone leaves a list, library or folder that was removed, and shows the first place
// instead. also are other lists that were removed.
func (w *Window) leaveGone(also ...string) {
	gone := w.at
	removed := append(also, gone.Set)
	w.now.Lists = slices.DeleteFunc(slices.Clone(w.now.Lists), func(l *lists.List) bool { return slices.Contains(removed, l.Name) })
	w.now.Feeds = slices.DeleteFunc(slices.Clone(w.now.Feeds), func(f snapshot.Feed) bool { return slices.Contains(removed, f.Set) })
	w.now.Libraries = slices.DeleteFunc(slices.Clone(w.now.Libraries), func(l lib.Library) bool {
		return gone == snapshot.Place{Kind: snapshot.KindLibrary, Key: l.Key}
	})
	w.now.Published = slices.DeleteFunc(slices.Clone(w.now.Published), func(f store.PublishedFolder) bool {
		return gone == snapshot.Place{Kind: snapshot.KindPublished, Key: f.Key}
	})
	w.choose(w.firstPlace())
	w.sidebar.Show(&w.now, w.at)
	if w.at.Kind == snapshot.KindNone {
		w.showPage(w.pages.first())
		return
	}
	w.focus(w.sidebar.Focus())
}

// enterPlace moves the focus from the sidebar to the rows of the chosen place.
func (w *Window) enterPlace() {
	w.showPage(w.pageOf(w.at))
}

// pageOf returns the page that shows a place.
func (w *Window) pageOf(at snapshot.Place) page {
	switch at.Kind {
	case snapshot.KindQuarantine:
		return w.pages.quarantine()
	case snapshot.KindLibrary:
		return w.pages.library()
	case snapshot.KindPublished:
		return w.pages.published()
	}
	return w.pages.home
}

// chooseRow shows an item. What was typed into the item shown before is saved.
func (w *Window) chooseRow(r snapshot.Row) {
	if r.Item() != w.detail.Item() {
		w.edits.saveLeft()
	}
	w.item = r.Item()
	w.updateMenu()
	w.readItem(w.item)
}

// enterRow opens an item: its conflict if it has one, otherwise the editor.
func (w *Window) enterRow(r snapshot.Row) {
	if r.Conflicts > 0 || r.Flagged {
		w.openResolve(r.Item())
		return
	}
	w.detail.Edit()
	w.focus(w.detail.Focus())
}

// showIn shows an item in a place, and ends a search that may hide it there.
func (w *Window) showIn(at snapshot.Place, it snapshot.Item) {
	w.choose(at)
	w.item, w.search = it, ""
	w.Reload()
	w.readItem(it)
	w.goHome()
}

// searchFor shows the rows that contain a text.
func (w *Window) searchFor(text string) {
	if text != w.search {
		w.search = text
		w.readRows()
	}
}

// find searches the focused text or the note in whose editor the focus is, or else the items.
func (w *Window) find() {
	if text, is := w.window.Canvas().Focused().(*textedit.Editor); is {
		text.Find()
		return
	}
	if !w.atHome() || !w.detail.Find() {
		w.goToSearch()
	}
}

// goToSearch moves the focus to the search field.
func (w *Window) goToSearch() {
	if w.at.Kind == snapshot.KindNone {
		return
	}
	w.goHome()
	if shows[*library.Page](w.shell) {
		w.focus(w.pages.library().Searching())
		return
	}
	w.focus(w.items.Searching())
}

// newItem opens the entry for a new item of the chosen list, or of the first one. If there is
// no list yet, it opens the form for a new one.
func (w *Window) newItem() {
	if w.at.Kind != snapshot.KindList && !w.addsHere() {
		if len(w.now.Lists) == 0 {
			w.lists.showNewList()
			return
		}
		w.choose(snapshot.Place{Kind: snapshot.KindList, Set: w.listFor(w.at)})
	}
	w.goHome()
	w.items.Open()
	w.focus(w.items.Adding())
}

// placeRows moves items in the manual order, and into sections.
func (w *Window) placeRows(moved []snapshot.Item, to edit.Slot) {
	set := w.at.Set
	ids := make([]string, len(moved))
	for i, it := range moved {
		ids[i] = it.ID
	}
	text := wording.N("moved-n-items-ctrl-z-undoes-it", "Moved {{.N}} items. Ctrl+Z undoes it.", len(ids), wording.Data{"N": wording.Number(len(ids))})
	if row := w.now.Rows.Find(ids[0]); len(ids) == 1 && row != snapshot.NoRow {
		text = wording.L("moved-name-ctrl-z-undoes-it", "Moved “{{.Name}}”. Ctrl+Z undoes it.", wording.Data{"Name": wording.Title(w.now.Rows[row].Title)})
	}
	w.run(func(ctx context.Context) error { return w.Edit.Order(ctx, set, ids, to) }, func() { w.edits.done(set, text) })
}

// chooseList asks for the list to which the chosen items are moved or copied.
func (w *Window) chooseList(verb items.Verb) func() {
	return func() {
		if w.pages.shown != page(w.pages.home) || len(w.items.Chosen()) == 0 {
			return
		}
		list := w.items.List().(fyne.CanvasObject)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(list)
		fynewidget.ShowPopUpMenuAtPosition(widget.Menu(w.keys, w.items.Lists(verb)), w.window.Canvas(), at)
	}
}

// putElsewhere goes to an item in its outline, and asks there where to move it.
func (w *Window) putElsewhere(it snapshot.Item) {
	tree := snapshot.Place{Kind: snapshot.KindList, Set: it.Set}
	w.showIn(tree, it)
	// Jobs queued after the tree was read run after it is shown. By then the person may be
	// somewhere else.
	w.run(func(context.Context) error { return nil }, func() {
		if w.now.Place == tree && w.item == it {
			w.atItems((*items.Pane).AskInto)()
		}
	})
}
