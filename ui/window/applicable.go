package window

import (
	"crossfeed/engine/record"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
)

// The functions in this file report whether commands of the menu bar can do anything now.

// updateMenu disables the commands that do not apply to what is shown.
func (w *Window) updateMenu() {
	if w.menu != nil { // nil while the window is made
		w.menu.Update()
	}
}

func (w *Window) atHome() bool { return w.pages.shown == page(w.pages.home) }

func (w *Window) hasPlace() bool { return w.at.Kind != snapshot.KindNone }

func (w *Window) hasLists() bool { return len(w.now.Lists) > 0 }

func (w *Window) isAtList() bool { return w.at.Kind == snapshot.KindList }

func (w *Window) isAtLibrary() bool { return shows[*library.Page](w) }

func (w *Window) hasConflicts() bool { return len(w.now.Conflicts) > 0 }

func (w *Window) hasItem() bool { return w.item != (snapshot.Item{}) || w.resolving() }

func (w *Window) atContacts() bool {
	l, there := w.now.List(w.listFor(w.at))
	return there && record.Kind(l.Kind) == record.Contact
}

// undoes reports whether the page has an undo. Only the engine knows whether there is an edit.
func (w *Window) undoes() bool { return w.redoes() || shows[*batch.Page](w) }

func (w *Window) redoes() bool {
	_, own := w.pages.shown.(undoer)
	return own || w.showsEdits()
}

func (w *Window) canSave() bool {
	_, can := w.pages.shown.(saver)
	return can
}

func (w *Window) hasChosen() bool { return w.atHome() && w.items.HasChosen() }

// canChange reports whether items are chosen that are not in the trash.
func (w *Window) canChange() bool { return w.hasChosen() && w.at.Kind != snapshot.KindDeleted }

func (w *Window) hasTodos() bool { return w.canChange() && w.items.HasTodos() }

func (w *Window) hasTags() bool { return w.canChange() && w.items.HasTags() }

func (w *Window) canMake() bool { return w.canChange() && w.items.CanMakeRecords() }

func (w *Window) canMove() bool { return w.canChange() && len(w.now.Lists) > 1 }

func (w *Window) canMoveUnder() bool { return w.canChange() && w.now.Tree != nil }

func (w *Window) canDelete() bool { return w.canChange() || w.isAtLibrary() }

func (w *Window) canPaste() bool { return w.atHome() && (w.isAtList() || w.addsHere()) }

func (w *Window) canAttach() bool { return w.atHome() && w.detail.Takes("files") }

func (w *Window) canRename() bool {
	return w.atHome() && w.item != (snapshot.Item{}) && w.detail.Item() == w.item && !w.detail.Version().Deleted
}

func (w *Window) hasBranches() bool { return w.atHome() && w.now.IsOutline() }
