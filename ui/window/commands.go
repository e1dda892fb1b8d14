package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

const (
	control      = fyne.KeyModifierControl
	alt          = fyne.KeyModifierAlt
	shift        = fyne.KeyModifierShift
	controlShift = control | shift
)

// table returns all commands of the window, in the order of the menus.
func (w *Window) table() frame.Shortcuts {
	return slices.Concat(w.fileCommands(), w.editCommands(), w.listCommands(), w.itemCommands(), w.viewCommands(), w.helpCommands())
}

func (w *Window) fileCommands() frame.Shortcuts {
	file, data := wording.L("file", "File"), wording.L("data", "Data")
	return frame.Shortcuts{
		{Menu: file, Text: wording.L("new-list-dialog", "New list…"), Key: fyne.KeyN, Modifier: controlShift, Run: w.lists.showNewList},
		{Menu: file, Text: wording.L("subscribe-to-a-feed-dialog", "Subscribe to a feed…"), Key: fyne.KeyO, Modifier: control, Run: w.feeds.showSubscribeEmpty},
		{Menu: file, Text: wording.L("open-an-invitation-dialog", "Open an invitation…"), Key: fyne.KeyO, Modifier: controlShift, Run: w.sharing.showInvite},
		{Menu: file, Begins: true, Text: wording.L("import-dialog", "Import…"), Key: fyne.KeyI, Modifier: controlShift, Run: w.transfers.showImport},
		{Menu: file, Text: wording.L("export-dialog", "Export…"), Key: fyne.KeyE, Modifier: controlShift, Run: w.transfers.showExport, Applies: w.hasLists},
		{Menu: file, Begins: true, Text: wording.L("sync", "Sync"), Key: fyne.KeyR, Modifier: control, Run: w.Sync},
		{Menu: file, Text: wording.L("cancel-running-task", "Cancel running task"), Key: fyne.KeyPeriod, Modifier: control, Run: w.stopWork, Applies: w.busy},
		{Menu: file, Submenu: data, Begins: true, Text: wording.L("back-up-dialog", "Back up…"), Run: w.safety.showBackup},
		{Menu: file, Submenu: data, Text: wording.L("restore-a-backup-dialog", "Restore a backup…"), Run: func() { w.safety.showRestore("") }},
		{Menu: file, Submenu: data, Text: wording.L("verify-the-data", "Verify the data"), Run: w.safety.verify},
		{Menu: file, Submenu: data, Text: wording.L("new-identifier-for-this-device", "New identifier for this device…"), Run: w.safety.askNewIdentity},
		{Menu: file, Begins: true, Text: wording.L("quit", "Quit"), Key: fyne.KeyQ, Modifier: control, Run: w.quit, Quits: true},
	}
}

func (w *Window) editCommands() frame.Shortcuts {
	edits, resolve := wording.L("edit", "Edit"), wording.L("conflicts", "Conflicts")
	return frame.Shortcuts{
		{Menu: edits, Text: wording.L("undo", "Undo"), Key: fyne.KeyZ, Modifier: control, Run: w.undoHere, Applies: w.undoes},
		{Menu: edits, Text: wording.L("redo", "Redo"), Key: fyne.KeyY, Modifier: control, Run: w.redoHere, Applies: w.redoes, Also: []desktop.CustomShortcut{{KeyName: fyne.KeyZ, Modifier: controlShift}}},
		{Menu: edits, Begins: true, Text: wording.L("cut-items", "Cut items"), Key: fyne.KeyX, Modifier: control, Run: w.clipboard.cutItems, Applies: w.canChange},
		{Menu: edits, Text: wording.L("copy-items", "Copy items"), Key: fyne.KeyC, Modifier: control, Run: w.clipboard.copyItems, Applies: w.hasChosen},
		{Menu: edits, Text: wording.L("paste-items", "Paste items"), Key: fyne.KeyV, Modifier: control, Run: w.clipboard.pasteItems, Applies: w.canPaste},
		{Menu: edits, Begins: true, Text: wording.L("search", "Search"), Key: fyne.KeyF, Modifier: control, Run: w.find, Applies: w.hasPlace},
		{Menu: edits, Text: wording.L("search-everything", "Search everything"), Key: fyne.KeyK, Modifier: control, Run: w.finding.showSearch, Applies: w.hasLists, Also: []desktop.CustomShortcut{{KeyName: fyne.KeyF, Modifier: controlShift}}},
		{Menu: edits, Text: wording.L("find-duplicates", "Find duplicates"), Key: fyne.KeyD, Modifier: controlShift, Run: w.duplicates.findDuplicates, Applies: w.atContacts},
		{Menu: edits, Submenu: resolve, Begins: true, Text: wording.L("next-conflict", "Next conflict"), Key: fyne.KeyF8, Run: func() { w.pages.resolve.Next() }, Applies: w.hasConflicts},
		{Menu: edits, Submenu: resolve, Text: wording.L("previous-conflict", "Previous conflict"), Key: fyne.KeyF8, Modifier: shift, Run: func() { w.pages.resolve.Previous() }, Applies: w.hasConflicts},
		{Menu: edits, Submenu: resolve, Text: wording.L("resolve-many-at-once", "Resolve many at once"), Key: fyne.KeyF8, Modifier: controlShift, Run: w.batching.showBatch, Applies: w.hasConflicts},
		{Menu: edits, Submenu: resolve, Text: wording.L("undo-last-resolution", "Undo last resolution"), Run: w.edits.undoResolution},
		{Menu: edits, Submenu: resolve, Text: wording.L("resolution-log", "Resolution log"), Key: fyne.KeyL, Modifier: controlShift, Run: w.history.showDecisions},
		{Menu: edits, Begins: true, Text: wording.L("settings", "Settings"), Key: fyne.KeyComma, Modifier: control, Run: w.settings.showSettings},
	}
}

func (w *Window) listCommands() frame.Shortcuts {
	list, shelf, folder := wording.L("list", "List"), wording.L("library", "Library"), wording.L("folder", "Folder")
	return slices.Concat(frame.Shortcuts{
		{Menu: list, Text: wording.L("share-this-list-dialog", "Share this list…"), Key: fyne.KeyS, Modifier: controlShift, Run: w.sharing.showShare, Applies: w.hasLists},
		{Menu: list, Begins: true, Text: wording.L("rename-list", "Rename list…"), Run: w.lists.atList(w.lists.showRenameList), Applies: w.isAtList},
		{Menu: list, Text: wording.L("delete-list", "Delete list"), Run: w.lists.atList(w.lists.deleteList), Applies: w.isAtList},
		{Menu: list, Begins: true, Text: wording.L("move-list-up", "Move list up"), Run: w.lists.atList(func(list string) { w.sidebar.Shift(list, false) }), Applies: func() bool { return w.lists.canShiftList(false) }},
		{Menu: list, Text: wording.L("move-list-down", "Move list down"), Run: w.lists.atList(func(list string) { w.sidebar.Shift(list, true) }), Applies: func() bool { return w.lists.canShiftList(true) }},
		{Menu: list, Submenu: folder, Text: wording.L("move-to-folder-dialog", "Move to folder…"), Run: w.lists.atList(w.lists.showMoveToFolder), Applies: w.isAtList},
		{Menu: list, Submenu: folder, Text: wording.L("move-out-of-the-folder", "Move out of the folder"), Run: w.lists.atList(w.lists.leaveFolder), Applies: w.lists.isInFolder},
		{Menu: list, Submenu: folder, Text: wording.L("rename-folder-dialog", "Rename folder…"), Run: w.lists.atFolder(w.lists.showRenameFolder), Applies: w.lists.isInFolder},
		{Menu: list, Submenu: folder, Text: wording.L("remove-folder", "Remove folder"), Run: w.lists.atFolder(w.lists.removeFolder), Applies: w.lists.isInFolder},
		{Menu: list, Begins: true, Text: wording.L("restore-a-deleted-list-dialog", "Restore a deleted list…"), Run: w.lists.showRestoreList},
	}, w.kindCommands(list), w.lists.styleCommands(list), frame.Shortcuts{
		{Menu: list, Submenu: shelf, Begins: true, Text: wording.L("add-to-library-dialog", "Add to library…"), Key: fyne.KeyL, Modifier: control, Run: w.libraries.showAddLibrary},
		{Menu: list, Submenu: shelf, Text: wording.L("publish-a-folder-dialog", "Publish a folder…"), Key: fyne.KeyP, Modifier: controlShift, Run: w.libraries.showPublishFolder},
		{Menu: list, Submenu: shelf, Text: wording.L("download", "Download"), Key: fyne.KeyG, Modifier: control, Run: w.atLibrary((*library.Page).Get), Applies: w.isAtLibrary},
		{Menu: list, Submenu: shelf, Text: wording.L("toggle-read", "Toggle read"), Key: fyne.KeyU, Modifier: control, Run: w.atLibrary((*library.Page).ToggleRead), Applies: w.isAtLibrary},
		{Menu: list, Submenu: shelf, Text: wording.L("mark-all-as-read", "Mark all as read"), Key: fyne.KeyU, Modifier: controlShift, Run: w.atLibrary((*library.Page).MarkAllRead), Applies: w.isAtLibrary},
		{Menu: list, Submenu: shelf, Text: wording.L("remove-from-this-computer", "Remove from this computer"), Run: w.atLibrary((*library.Page).Remove), Applies: w.isAtLibrary},
	})
}

// kindCommands change the kind of an empty list.
func (w *Window) kindCommands(list string) (all frame.Shortcuts) {
	for _, kind := range record.Kinds() {
		all = append(all, frame.Command{Menu: list, Submenu: wording.L("type", "Type"), Text: wording.Kind(string(kind)),
			Run: w.lists.atList(func(list string) { w.lists.setKind(list, kind) }), Applies: func() bool { return w.lists.canHaveKind(w.at, kind) }})
	}
	return all
}

func (w *Window) itemCommands() frame.Shortcuts {
	item, priority := wording.L("item", "Item"), wording.L("priority", "Priority")
	return frame.Shortcuts{
		{Menu: item, Text: wording.L("new-item", "New item"), Key: fyne.KeyN, Modifier: control, Run: w.newItem},
		{Menu: item, Text: wording.L("save", "Save"), Key: fyne.KeyReturn, Modifier: control, Run: w.savePage, Applies: w.canSave, Also: []desktop.CustomShortcut{{KeyName: fyne.KeyEnter, Modifier: control}}},
		{Menu: item, Begins: true, Text: wording.L("rename-item", "Rename item"), Key: fyne.KeyF2, Run: w.edits.beginRename, Applies: w.canRename},
		{Menu: item, Text: wording.L("toggle-done", "Toggle done"), Key: fyne.KeyD, Modifier: control, Run: w.atItems((*items.Pane).TurnDone), Applies: w.hasTodos},
		{Menu: item, Text: wording.L("due-dialog", "Due…"), Key: fyne.KeyE, Modifier: control, Run: w.atItems(w.askDue), Applies: w.hasTodos},
		{Menu: item, Text: wording.L("skip-to-the-next-date", "Skip to the next date"), Run: func() { w.edits.do(items.Action{Verb: items.Skip}) }, Applies: w.hasRepeating},
		{Menu: item, Text: wording.L("tags-dialog", "Tags…"), Key: fyne.KeyT, Modifier: control, Run: w.atItems(w.askTags), Applies: w.hasTags},
		{Menu: item, Submenu: priority, Text: wording.L("high-priority", "High priority"), Key: fyne.Key1, Modifier: alt, Run: w.prioritise("1"), Applies: w.hasTodos},
		{Menu: item, Submenu: priority, Text: wording.L("medium-priority", "Medium priority"), Key: fyne.Key2, Modifier: alt, Run: w.prioritise("5"), Applies: w.hasTodos},
		{Menu: item, Submenu: priority, Text: wording.L("low-priority", "Low priority"), Key: fyne.Key3, Modifier: alt, Run: w.prioritise("9"), Applies: w.hasTodos},
		{Menu: item, Submenu: priority, Text: wording.L("no-priority", "No priority"), Key: fyne.Key4, Modifier: alt, Run: w.prioritise(""), Applies: w.hasTodos},
		{Menu: item, Text: wording.L("section-dialog", "Section…"), Run: w.atItems((*items.Pane).AskSection), Applies: w.hasTodos},
		{Menu: item, Text: wording.L("rename-section-dialog", "Rename section…"), Run: w.atItems((*items.Pane).AskSectionName), Applies: func() bool { return w.canChange() && w.items.InSection() }},
		{Menu: item, Begins: true, Text: wording.L("move-to-list-dialog", "Move to list…"), Key: fyne.KeyM, Modifier: control, Run: w.chooseList(items.MoveTo), Applies: w.canMove},
		{Menu: item, Text: wording.L("copy-to-list-dialog", "Copy to list…"), Key: fyne.KeyM, Modifier: controlShift, Run: w.chooseList(items.CopyTo), Applies: w.canChange},
		{Menu: item, Text: wording.L("move-under-dialog", "Move under…"), Key: fyne.KeyP, Modifier: control, Run: w.atItems((*items.Pane).AskInto), Applies: w.canMoveUnder},
		{Menu: item, Begins: true, Text: wording.L("attach-a-file", "Attach a file…"), Key: fyne.KeyA, Modifier: controlShift, Run: w.attaching.attach, Applies: w.canAttach},
		{Menu: item, Text: wording.L("convert-to-todo-or-contact", "Convert to todo or contact"), Run: w.edits.makeRecords, Applies: w.canMake},
		{Menu: item, Text: wording.L("history", "History"), Key: fyne.KeyH, Modifier: control, Run: w.history.showHistory, Applies: w.hasItem},
		{Menu: item, Begins: true, Text: wording.L("delete", "Delete"), Key: fyne.KeyDelete, Run: w.edits.deleteMarked, Applies: w.canDelete},
		{Menu: item, Text: wording.L("restore", "Restore"), Run: w.edits.restoreChosen, Applies: w.canRestore},
		{Menu: item, Text: wording.L("empty-trash-dialog", "Empty Trash…"), Run: w.lists.askToEmptyTrash, Applies: w.hasTrash},
	}
}

func (w *Window) viewCommands() frame.Shortcuts {
	view, size := wording.L("view", "View"), wording.L("text-size", "Text size")
	return frame.Shortcuts{
		{Menu: view, Text: wording.L("next-pane", "Next pane"), Key: fyne.KeyF6, Run: func() { w.nextPart(1) }},
		{Menu: view, Text: wording.L("previous-pane", "Previous pane"), Key: fyne.KeyF6, Modifier: shift, Run: func() { w.nextPart(-1) }},
		{Menu: view, Text: wording.L("back-keep-the-draft", "Back, keep the draft"), Key: fyne.KeyEscape, Run: w.leavePage},
		{Menu: view, Begins: true, Text: wording.L("expand-all-branches", "Expand all branches"), Key: fyne.KeyDown, Modifier: controlShift, Run: w.atItems((*items.Pane).OpenAll), Applies: w.hasBranches},
		{Menu: view, Text: wording.L("collapse-all-branches", "Collapse all branches"), Key: fyne.KeyUp, Modifier: controlShift, Run: w.atItems((*items.Pane).CloseAll), Applies: w.hasBranches},
		{Menu: view, Submenu: size, Begins: true, Text: wording.L("larger", "Larger"), Key: fyne.KeyEqual, Modifier: control, Run: func() { w.scale(1) }, Also: []desktop.CustomShortcut{
			{KeyName: fyne.KeyEqual, Modifier: controlShift}, {KeyName: fyne.KeyPlus, Modifier: control}, {KeyName: fyne.KeyPlus, Modifier: controlShift},
		}},
		{Menu: view, Submenu: size, Text: wording.L("smaller", "Smaller"), Key: fyne.KeyMinus, Modifier: control, Run: func() { w.scale(-1) }},
		{Menu: view, Submenu: size, Text: wording.L("normal-size", "Normal size"), Key: fyne.Key0, Modifier: control, Run: w.normalSize},
		{Menu: view, Text: wording.L("high-contrast", "High contrast"), Key: fyne.KeyH, Modifier: controlShift, Run: w.contrast},
		{Menu: view, Begins: true, Text: wording.L("people-and-devices", "People and devices"), Key: fyne.KeyF7, Run: w.people.showPeople},
		{Menu: view, Text: wording.L("messages", "Messages"), Key: fyne.KeyF9, Run: w.showMessages},
	}
}

func (w *Window) helpCommands() frame.Shortcuts {
	help := wording.L("help", "Help")
	return frame.Shortcuts{
		{Menu: help, Text: wording.L("all-shortcuts", "All shortcuts"), Key: fyne.KeyF1, Run: w.showShortcuts},
		{Menu: help, Text: wording.L("guide", "Guide"), Key: fyne.KeyF1, Modifier: shift, Run: w.opens(w.settings.makeGuide, reference)},
		{Menu: help, Begins: true, Text: wording.L("report-a-problem-dialog", "Report a problem…"), Run: w.settings.showReport},
		{Menu: help, Begins: true, Text: wording.L("about-crossfeed", "About Crossfeed"), Run: w.opens(w.settings.makeAbout, reference)},
	}
}

// atItems returns a command for the chosen items, which does nothing unless they are in sight.
func (w *Window) atItems(do func(*items.Pane)) func() {
	return func() {
		if w.pages.shown == page(w.pages.home) {
			do(w.items)
		}
	}
}

// askDue asks when the chosen items are due, unless they are of a kind that is never due.
func (w *Window) askDue(p *items.Pane) {
	switch {
	case p.HasTodos() || !p.HasChosen():
		p.AskDue()
	case p.CanMakeRecords():
		w.showMessage(wording.L("only-todos-have-due-dates-convert", "Only todos have due dates. The menu Item › Convert to todo or contact converts a note."))
	default:
		w.showMessage(wording.L("only-todos-have-due-dates", "Only todos have due dates."))
	}
}

// askTags asks for the tags of the chosen items, unless they are of a kind that has none.
func (w *Window) askTags(p *items.Pane) {
	if p.HasChosen() && !p.HasTags() {
		w.showMessage(wording.L("only-todos-and-contacts-have-tags", "Only todos and contacts have tags."))
		return
	}
	p.AskTags()
}

// atLibrary returns a command for the library in sight, which otherwise does nothing.
func (w *Window) atLibrary(do func(*library.Page)) func() {
	return func() {
		if shows[*library.Page](w.shell) {
			do(w.pages.library())
		}
	}
}

// prioritise returns a command that sets the priority of the chosen items. By its key it does
// nothing while text is typed: on some systems, Alt and a digit type a character.
func (w *Window) prioritise(value string) func() {
	return func() {
		if w.Held() != alt || !w.inText() {
			w.edits.do(items.Action{Verb: items.SetPriority, Value: value})
		}
	}
}

// inText reports whether a text field has the focus.
func (w *Window) inText() bool {
	switch w.window.Canvas().Focused().(type) {
	case *textedit.Editor, interface{ SelectedText() string }:
		return true
	}
	return false
}

// quit closes the window, as its close button does.
func (w *Window) quit() { w.window.Close() }

func (w *Window) leavePage() { w.pages.shown.Leave() }

func (w *Window) showShortcuts() {
	w.pages.shortcuts().Begin(w.resolving() || w.besideResolving())
	w.showPage(w.pages.shortcuts())
}

func (w *Window) showMessages() { w.showPage(w.pages.messages) }

// showWidgetMessage shows a message of a widget in the status bar.
func (w *Window) showWidgetMessage(m widget.Message) {
	switch m {
	case widget.TooLongToEdit:
		w.showMessage(wording.L("this-text-is-too-long-to", "This text is too long to edit here. To replace it, select all of it."))
	case widget.TooLongToPaste:
		w.showMessage(wording.L("the-clipboard-has-more-text-than", "The clipboard has more text than fits here. Only the beginning was pasted."))
	case widget.TooSoon:
		w.showMessage(wording.CheckFirst())
	}
}

// logMessage adds a message of the status bar to the page of messages.
func (w *Window) logMessage(text string) { w.pages.messages.Add(text, w.Speaker.Now()) }

func (w *Window) scale(steps int) {
	w.Scale = theme.Scaled(w.Scale, steps)
	w.Scaled(w.Scale)
	// The menu has a different height now. Fyne lays out the rest only when the size is set.
	w.window.Resize(w.window.Canvas().Size())
}

// normalSize restores the default size of the text.
func (w *Window) normalSize() {
	w.Scale = 1
	w.scale(0)
}

func (w *Window) contrast() {
	w.HighContrast = !w.HighContrast
	w.Contrasted(w.HighContrast)
}

// key handles keys that type no character and that the focused widget did not use.
func (w *Window) key(ev *fyne.KeyEvent) bool {
	if w.closeChooser != nil && ev.Name == fyne.KeyEscape {
		w.closeChooser()
		return true
	}
	if menu, context := widget.MenuKey(ev.Name, w.Held()); menu || context {
		w.openMenu(context)
		return true
	}
	return w.commands.Pressed(ev.Name, w.Held())
}

// openMenu opens the menu bar, unless the system draws it, or the context menu of the items.
func (w *Window) openMenu(context bool) {
	if context && w.pages.shown == page(w.pages.home) {
		w.items.OpenMenu()
	}
	if bar, drawn := w.window.Canvas().(interface{ ToggleMenu() }); drawn && !context {
		bar.ToggleMenu()
	}
}

// rune handles characters that the focused widget did not use.
func (w *Window) rune(r rune) bool {
	p, own := w.pages.shown.(typist)
	return own && p.Rune(r)
}

// shortcut handles keys with Control, Alt or Super that the menu did not handle. The page in
// sight comes first.
func (w *Window) shortcut(s fyne.Shortcut) bool {
	if p, own := w.pages.shown.(keyed); own && p.Shortcut(s) {
		return true
	}
	if s.ShortcutName() == saves.ShortcutName() {
		w.saveChanges()
		return true
	}
	return w.commands.Shortcut(s)
}

// saves is the shortcut for saving that most programs use.
var saves = &desktop.CustomShortcut{KeyName: fyne.KeyS, Modifier: control}

// saveChanges saves an item or a resolution. Unlike Ctrl+Enter, it does not submit a form: a
// form may share a list.
func (w *Window) saveChanges() {
	if w.pages.shown == page(w.pages.home) || w.resolving() {
		w.savePage()
	}
}

// The functions below report whether commands of the menu bar can do anything now.

// updateMenu disables the commands that do not apply to what is shown.
func (w *Window) updateMenu() {
	if w.menu != nil { // nil while the window is made
		w.menu.Update()
	}
}

func (w *Window) atHome() bool { return w.pages.shown == page(w.pages.home) }

func (w *Window) hasPlace() bool { return w.at.Kind != snapshot.KindNone }

func (w *Window) hasLists() bool { return len(w.now.Lists) > 0 }

func (s *shell) isAtList() bool { return s.at.Kind == snapshot.KindList }

func (w *Window) isAtLibrary() bool { return shows[*library.Page](w.shell) }

func (w *Window) hasConflicts() bool { return len(w.now.Conflicts) > 0 }

func (w *Window) hasItem() bool { return w.item != (snapshot.Item{}) || w.resolving() }

func (w *Window) atContacts() bool {
	l, there := w.now.List(w.listFor(w.at))
	return there && record.Kind(l.Kind) == record.Contact
}

// undoes reports whether the page has an undo. Only the engine knows whether there is an edit.
func (w *Window) undoes() bool { return w.redoes() || shows[*batch.Page](w.shell) }

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

func (w *Window) canRestore() bool { return w.hasChosen() && w.at.Kind == snapshot.KindDeleted }

func (w *Window) hasTrash() bool { return w.now.Deleted > 0 }

func (w *Window) hasTodos() bool { return w.canChange() && w.items.HasTodos() }

func (w *Window) hasRepeating() bool { return w.canChange() && w.items.Repeats() }

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
