// Package window joins the panes to the engine: what a person does in a pane
// becomes a job, and what the job found is shown in the panes.
//
// Everything here runs on the UI goroutine. Nothing in it waits: see package
// work.
package window

import (
	"context"
	"hash/maphash"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/duplicates"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/subscription"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Options are what a window works with.
type Options struct {
	Engine      Engine
	Device      Device
	Lists       Lists
	Attachments Attachments
	// Sharing publishes lists and shares them.
	Sharing Sharing
	// Subscriptions reads the feeds of others.
	Subscriptions Subscriptions
	Names         Names
	Backups       Backups
	Verifier      Verifier
	Edit          Editor
	Conflicts     Conflicts
	Library       Library
	Accounts      Accounts
	Seam          work.Seam
	Speaker       wording.Speaker
	Drafts        *drafts.Drafts
	// Held tells which modifier keys are held down.
	Held func() fyne.KeyModifier
	// Scale is the size of the text to begin with; Scaled is told when a
	// person changes it.
	Scale  float32
	Scaled func(float32)
	// HighContrast is how the window looks to begin with; Contrasted is told
	// when a person changes it.
	HighContrast bool
	Contrasted   func(high bool)
	// Files is where files lie that are imported and exported.
	Files Files
	// Kept keeps small things from one run of the program to the next.
	Kept Kept
	// Restored reads drafts and settings again, which a backup brought, and returns how the
	// window looks then. nil is a window that keeps none.
	Restored func() (scale float32, highContrast bool)
	// Replaced reports whether another process replaced drafts or settings, as it restored a
	// backup. It may run in any goroutine; nil is a window that stores none.
	Replaced func() bool
	// Reread reads what it wrote, and returns how the window looks then.
	Reread func() (scale float32, highContrast bool)
	// Notifier shows alarms outside of the window.
	Notifier Notifier
	// Browser opens addresses.
	Browser Browser
	// DeviceName is what the system calls this device, which is suggested as its name;
	// nil suggests nothing.
	DeviceName func() string
	// WriteSample writes the feeds of the sample and returns their folder.
	WriteSample func() (folder string, err error)
}

// Window is the main window.
type Window struct {
	Options
	window   fyne.Window
	keys     *widget.Keys
	commands frame.Shortcuts

	sidebar *frame.Sidebar
	center  *container.Split
	middle  *container.Scroll
	beside  *fyne.Container
	items   *items.Pane
	detail  *detail.Pane
	feed    *subscription.Pane
	status  *frame.StatusBar
	toolbar *toolbar
	pages   pages

	// now is what is shown, at and item what a person chose, search what is
	// searched for there.
	now    snapshot.Snapshot
	at     place.Place
	item   place.Item
	search string
	// arrangements are how a person arranged places, and folded the todos
	// whose subtasks are not shown. Readers have them, so they are replaced
	// and never changed.
	arrangements map[place.Place]snapshot.Arrangement
	folded       map[place.Item]bool
	// branches are which branches of outlines are open; as these.
	branches map[string]outline.Branches
	// named are the names of the lists, by their keys, that arrangements and branches are kept
	// by; follows tells that they were compared with those that there are.
	named   map[int64]string
	follows bool
	// reading is how what changed is read.
	reading reading
	// acknowledged is the winner over which a person knows to be saving.
	acknowledged string

	// chooser is the view of folders while it is open, else nil.
	chooser dialog.Dialog

	// damagedItems is how many items are damaged.
	damagedItems int
	// backupFailed is why the weekly backup failed, as it was said last.
	backupFailed string

	publishing map[string]*publishing
	waiting    waiting
	// held has the names of the lists in waiting, for other goroutines.
	held work.Shared[[]string]
	// cancelSync ends the sync that runs; nil while none does.
	cancelSync context.CancelFunc
	duplicates foundDuplicates
	ringing    ringing
	importing  importing
	sharing    sharingWork
	batching   batching
	long       long
	exporting  work.Last
	libraries  libraries
}

// pages are what can take the place of the items, and which of them does.
type pages struct {
	stage   *fyne.Container
	right   *fyne.Container
	shown   page
	traits  map[page]trait
	home    *home
	resolve *conflict.Controller
	// told is what resolve said last in the status bar, which ends with what it is about.
	told      frame.Message
	first     func() *frame.Welcome
	shortcuts func() *frame.ShortcutsPage
	messages  *frame.Messages
	newList   func() *forms.NewList
	backup    func() *forms.Backup
	restore   func() *forms.Restore
	subscribe func() *forms.Subscribe
	share     func() *forms.Share
	handout   func() *forms.Handout
	stop      func() *forms.Stop
	// restoreList asks which deleted list comes back.
	restoreList func() *forms.RestoreList
	// renameList asks for another name of a list.
	renameList func() *forms.RenameList
	// invitation is where an invitation is opened.
	invitation func() *forms.Invitation
	reading    func() *forms.ReadingForm
	suspects   func() *subscription.Review
	importing  func() *exchange.Page
	export     func() *forms.Export
	twins      func() *duplicates.Page
	people     func() *forms.People
	decisions  func() *history.LogPage
	exportLog  func() *forms.ExportLog
	library    func() *library.Page
	published  func() *library.Published
	addLibrary func() *forms.AddLibrary
	// publishFolder asks for a folder to publish, keeping how a library is kept, confirm
	// whether something shall be taken away.
	publishFolder func() *forms.PublishFolder
	keeping       func() *forms.Keeping
	confirm       func() *forms.Confirm
	batch         func() *batch.Page
	lineage       func() *history.Page
	// before is where a person came from to the history of an item.
	before page
}

// New fills a window of Fyne's. It shows nothing of the engine's before Start.
func New(w fyne.Window, o Options) *Window {
	if o.Speaker.Book == nil {
		o.Speaker.Book = &wording.Book{}
	}
	win := &Window{Options: o, window: w, publishing: map[string]*publishing{}}
	win.keys = &widget.Keys{Key: win.key, Rune: win.rune, Shortcut: win.shortcut, Held: o.Held, Now: o.Speaker.Now, Told: win.told, Focused: win.revealFocused}
	win.duplicates = foundDuplicates{lists: map[string]looked{}, seed: maphash.MakeSeed()}
	win.takeSettings()
	win.commands = win.table()
	win.makePanes()
	win.makePages()
	win.layOut()
	win.listen()
	return win
}

// Start reads what the window shows, and then the feeds. Fyne's event loop has
// to run by then: what was read comes back through it.
func (w *Window) Start() {
	w.window.Content().MinSize()
	w.status.Say(wording.L("F1 shows all shortcuts."))
	w.Reload()
	w.Seam.Queue(func(context.Context) { w.Seam.UI(w.AutoSync) })
}
