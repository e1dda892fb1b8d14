package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"

	lib "crossfeed/engine/library"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/duplicates"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/search"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/subscription"
)

// makePanes creates the parts that are always visible.
func (w *Window) makePanes() {
	w.toolbar = newToolbar(w)
	w.sidebar = frame.NewSidebar(w.keys)
	w.sidebar.OnPlace = w.choose
	w.sidebar.OnEntered = w.enterPlace
	w.sidebar.OnRename, w.sidebar.OnDelete = w.lists.showRenameList, w.lists.askToDeleteList
	w.sidebar.OnArrange, w.sidebar.OnFold, w.sidebar.Folded = w.lists.arrangeLists, w.lists.foldFolder, parseFolded(w.Settings.String(foldersKey))
	w.sidebar.OnRenameFolder, w.sidebar.OnRemoveFolder = w.lists.showRenameFolder, w.lists.removeFolder
	w.sidebar.OnFolderMenu = func(folder string, at fyne.Position) {
		fynewidget.ShowPopUpMenuAtPosition(w.lists.folderMenu(folder), w.window.Canvas(), at)
	}
	w.sidebar.OnMenu = func(list string, at fyne.Position) {
		fynewidget.ShowPopUpMenuAtPosition(w.lists.listMenu(list), w.window.Canvas(), at)
	}
	w.sidebar.OnLibraryMenu = func(library int64, at fyne.Position) {
		if l, there := w.now.Library(library); there {
			fynewidget.ShowPopUpMenuAtPosition(w.libraries.libraryMenu(l), w.window.Canvas(), at)
		}
	}
	w.items = items.New(w.keys, w.Speaker, items.Events{
		Add: w.edits.add, Search: w.searchFor, Item: w.chooseRow, Chosen: w.updateMenu, Entered: w.enterRow, HasDraft: w.Drafts.Has,
		Do: w.edits.act, Rename: w.edits.rename, EmptyTrash: w.lists.askToEmptyTrash, RenameLeft: w.edits.renameLeft, Import: w.transfers.showImport, Export: w.transfers.exportRows, Fold: w.fold, Arrange: w.arrange, Place: w.placeRows,
		Put: w.outlines.put, Branches: w.outlines.openBranches, Away: w.dragAway, Back: func() { w.sidebar.SetTarget(snapshot.Place{}) },
	})
	w.detail = detail.New(w.keys, w.Speaker, detail.Events{
		Typed: w.edits.typed, Save: w.edits.save, Discard: w.edits.discard, Delete: w.edits.delete, Restore: w.edits.restore, Resolve: w.openResolve, Make: w.edits.makeRecord,
		History: w.history.showItemHistory, Picture: w.attaching.choosePicture, Refused: w.edits.refused,
		File: w.attaching.chooseAttachment, OpenFile: w.attaching.openAttachment, Preview: w.attaching.previewAttachment,
		Open: w.browse, PutInto: w.atItems((*items.Pane).AskInto),
	})
	w.feed = subscription.New(w.keys, w.Speaker, subscription.Events{
		Pause: w.pause, SyncNow: w.syncing.syncOne, Remove: w.unsubscribe, Again: w.feeds.again, Configure: w.feeds.showReading, Move: w.feeds.askToMove,
		Add: w.feeds.addOffered, Quarantine: w.feeds.showQuarantine, Name: w.people.showPerson, Undo: w.edits.askToUndoFeed, Library: w.libraries.addToLibrary,
		Import: w.transfers.importFeed,
	})
	w.status = frame.NewStatusBar(w.keys, frame.StatusEvents{Cancel: w.stopWork, Messages: w.showMessages, OnMessage: w.logMessage, Turned: w.updateMenu, Now: w.Speaker.Now, After: w.Seam.After})
}

// pages holds the pages that can be in the middle of the window. shown is the one that is.
type pages struct {
	stage  *fyne.Container
	right  *fyne.Container
	shown  page
	traits map[page]trait
	// form is the last page that belongs to no place, see showForm.
	form    page
	home    *home
	resolve *conflict.Controller
	// resolveMessage is the last message of resolve in the status bar. It is retracted when
	// another page is shown.
	resolveMessage     frame.Message
	first              func() *frame.Welcome
	shortcuts          func() *frame.ShortcutsPage
	messages           *frame.Messages
	report             func() *frame.TextPage
	log                func() *frame.TextPage
	settings           func() *forms.Settings
	newList            func() *forms.NewList
	backup             func() *forms.Backup
	restore            func() *forms.Restore
	subscribe          func() *forms.Subscribe
	share              func() *forms.Share
	outgoingInvitation func() *forms.OutgoingInvitation
	stop               func() *forms.Stop
	// restoreList asks which deleted list to restore.
	restoreList func() *forms.RestoreList
	// renameList asks for the new name of a list, folder for a folder.
	renameList func() *forms.RenameList
	folder     func() *forms.Folder
	invitation func() *forms.Invitation
	reading    func() *forms.ReadingForm
	quarantine func() *subscription.Review
	importing  func() *exchange.Page
	export     func() *forms.Export
	duplicates func() *duplicates.Page
	// allDuplicates previews the merge of all pairs.
	allDuplicates func() *duplicates.All
	people        func() *forms.People
	decisions     func() *history.LogPage
	exportLog     func() *forms.ExportLog
	library       func() *library.Page
	published     func() *library.Published
	addLibrary    func() *forms.AddLibrary
	// publishFolder asks for a folder to publish, keeping for the settings of a library,
	// confirm whether to remove or stop something.
	publishFolder   func() *forms.PublishFolder
	librarySettings func() *forms.LibrarySettings
	confirm         func() *forms.Confirm
	batch           func() *batch.Page
	history         func() *history.Page
	search          func() *search.Page
	// before is the page to return to from a reference.
	before page
}

// makePages creates the pages in the middle of the window.
func (w *Window) makePages() {
	p := &w.pages
	p.stage, p.traits = container.NewStack(), map[page]trait{}
	p.right = container.NewStack(w.detail.Object(), w.feed.Object())
	p.home = newHome(w)
	p.resolve = conflict.NewController(w.keys, w.Speaker, w.Seam, w.Conflicts, w.Lists, w.Drafts, w.conflictShell())
	p.first = onDemand(p, func() *frame.Welcome {
		return frame.NewWelcome(w.keys, frame.WelcomeEvents{NewList: w.lists.showNewList, Subscribe: w.feeds.showSubscribeEmpty, Invitation: w.sharing.showInvite, Library: w.libraries.showAddLibrary, Sample: w.sample.trySample})
	}, showsEdits)
	p.shortcuts = onDemand(p, func() *frame.ShortcutsPage {
		page := frame.NewShortcutsPage(w.keys, w.commands)
		page.OnLeave = w.back
		return page
	}, reference)
	p.report = onDemand(p, w.settings.makeReport, reference)
	p.log = onDemand(p, w.settings.makeLog, reference)
	p.settings = onDemand(p, w.settings.makeSettings)
	p.messages = frame.NewMessages(w.keys, w.Speaker)
	p.messages.OnLeave = w.back
	p.newList = onDemand(p, func() *forms.NewList {
		return forms.NewListForm(w.keys, w.lists.newList, w.goHome)
	})
	p.subscribe = onDemand(p, func() *forms.Subscribe {
		return forms.NewSubscribeForm(w.keys, forms.SubscribeEvents{
			Choose: w.chooseFolder, File: w.chooseAnyFile, Probe: w.feeds.probe, Invitation: w.sharing.openInvitation, Exposed: w.feeds.exposedBy,
			Follow: func(at string, o lib.Options) {
				w.libraries.addLibrary(w.pages.subscribe().Form, w.pages.subscribe().Trust, at, o)
			},
			FollowAll: w.libraries.followAll, Followed: w.libraries.libraryAt, Show: w.libraries.showLibrary, Import: w.transfers.importFeed, Done: w.feeds.subscribe, Leave: w.giveUp,
		})
	})
	p.share = onDemand(p, func() *forms.Share {
		return forms.NewShareForm(w.keys, forms.ShareEvents{
			Choose: w.chooseFolder, File: w.chooseAnyFile, Ask: w.sharing.askReaders, Done: w.sharing.share, Leave: w.giveUp,
		})
	})
	p.outgoingInvitation = onDemand(p, func() *forms.OutgoingInvitation {
		return forms.NewOutgoingInvitation(w.keys, forms.OutgoingInvitationEvents{
			Copy: w.sharing.copyLink, Name: func(name string) { w.people.nameDevice(name, name != "") }, Save: w.sharing.saveInvitation, Stop: w.sharing.showStop, Change: w.sharing.shareElsewhere, Leave: w.goHome,
		})
	})
	p.reading = onDemand(p, func() *forms.ReadingForm {
		return forms.NewReadingForm(w.keys, w.chooseAnyFile, w.feeds.exposedBy, w.feeds.configure, w.giveUp)
	})
	p.quarantine = onDemand(p, func() *subscription.Review {
		return subscription.NewReview(w.keys, w.Speaker, subscription.ReviewEvents{
			Apply: w.feeds.acceptQuarantined, Refuse: w.feeds.refuseQuarantined, Unsubscribe: w.feeds.unsubscribeSource, Leave: w.feeds.leaveQuarantine,
		})
	}, showsEdits)
	p.restoreList = onDemand(p, func() *forms.RestoreList {
		return forms.NewRestoreListForm(w.keys, w.lists.restoreList, w.goHome)
	})
	p.renameList = onDemand(p, func() *forms.RenameList {
		return forms.NewRenameListForm(w.keys, w.lists.renameList, w.goHome)
	})
	p.folder = onDemand(p, func() *forms.Folder { return forms.NewFolderForm(w.keys, w.goHome) })
	p.stop = onDemand(p, func() *forms.Stop {
		return forms.NewStopForm(w.keys, w.sharing.stopSharing, w.giveUp)
	})
	p.invitation = onDemand(p, func() *forms.Invitation {
		return forms.NewInvitationForm(w.keys, forms.InvitationEvents{
			File: w.sharing.chooseInvitation, Choose: w.chooseFolder, Earlier: w.sharing.findEarlier, Ask: w.sharing.askExposed, Accept: w.sharing.accept, Leave: w.giveUp,
			Opened: func() { w.showForm(w.pages.invitation()) },
		})
	})
	p.importing = onDemand(p, func() *exchange.Page {
		return exchange.New(w.keys, w.Speaker, exchange.Events{
			Choose: w.chooseFile, Read: w.transfers.readFiles, Exposed: w.sharedAt, Import: w.transfers.runImport, Leave: w.transfers.leaveImport,
		})
	})
	p.export = onDemand(p, func() *forms.Export {
		return forms.NewExportForm(w.keys, w.chooseFolder, w.transfers.export, w.goHome)
	})
	p.people = onDemand(p, func() *forms.People {
		return forms.NewPeople(w.keys, w.Speaker, forms.PeopleEvents{Name: w.people.name, Own: w.people.nameDevice, Leave: w.back})
	}, reference)
	p.decisions = onDemand(p, func() *history.LogPage {
		return history.NewLog(w.keys, w.Speaker, history.LogEvents{Open: w.history.openDecided, Undo: w.edits.undoEdit, Export: w.history.showExportLog, Leave: w.back})
	}, showsEdits, reference)
	p.backup = onDemand(p, func() *forms.Backup {
		return forms.NewBackupForm(w.keys, w.chooseFolder, w.safety.backUp, w.goHome)
	})
	p.restore = onDemand(p, func() *forms.Restore {
		return forms.NewRestoreForm(w.keys, w.chooseAnyFile, w.safety.restoreBackup, w.safety.leaveRestore)
	})
	p.exportLog = onDemand(p, func() *forms.ExportLog {
		return forms.NewExportLogForm(w.keys, w.chooseFolder, w.history.exportLog, w.history.showDecisions)
	})
	p.batch = onDemand(p, func() *batch.Page {
		return batch.New(w.keys, w.Speaker, batch.Events{
			Plan: w.batching.planBatch, Resolve: w.batching.resolveBatch, Open: w.batching.openPlanned, Begun: w.batching.hasBegun, Leave: w.goHome,
			ShowMessage: func(text string) { w.status.ShowMessage(text) }, Also: func(text string) { w.status.Now().Add(text) },
		})
	}, showsEdits)
	p.history = onDemand(p, func() *history.Page {
		return history.New(w.keys, w.Speaker, w.Seam, history.Events{Restore: w.history.restoreVersion, Read: w.history.showVersions, Leave: w.back})
	}, showsEdits, reference)
	p.search = onDemand(p, func() *search.Page {
		return search.New(w.keys, w.Speaker, search.Events{Search: w.finding.searchAll, Open: w.showIn, More: w.finding.showFound, Leave: w.finding.leaveSearch})
	}, reference)
	p.duplicates = onDemand(p, func() *duplicates.Page {
		return duplicates.New(w.keys, w.Speaker, duplicates.Events{Merge: w.duplicates.mergeContacts, All: w.duplicates.showAll, Apart: w.duplicates.markDistinct, Leave: w.goHome})
	}, showsEdits)
	p.allDuplicates = onDemand(p, func() *duplicates.All {
		return duplicates.NewAll(w.keys, duplicates.AllEvents{Merge: w.duplicates.mergeAll, Leave: w.duplicates.findDuplicates})
	})
	w.makeLibraryPages()
	p.add(p.home, showsEdits)
	p.add(p.resolve)
	p.add(p.messages, reference)
	w.turnTo(p.home)
}
