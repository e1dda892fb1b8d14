// Package window connects the panes to the engine: what a person does in a pane becomes a job,
// and the panes show its result.
//
// Everything here runs on the UI goroutine. Nothing in it blocks: see package work.
package window

import (
	"context"
	"errors"
	"hash/maphash"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/crash"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/subscription"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Options are the dependencies and initial settings of a window.
type Options struct {
	Engine      Engine
	Device      Device
	Lists       Lists
	Attachments Attachments
	// Sharing publishes and shares lists.
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
	// Held returns the modifier keys that are held down.
	Held func() fyne.KeyModifier
	// Scale is the initial scale of the text. Scaled is called when a person changes it.
	Scale  float32
	Scaled func(float32)
	// HighContrast is the initial contrast. Contrasted is called when a person changes it.
	HighContrast bool
	Contrasted   func(high bool)
	// Themed is called when a person changes the look, which is in the settings.
	Themed func()
	// DataDir is the folder of the data, or "" if there is none.
	DataDir string
	// Login starts the program at login; nil if the system offers no way to do that.
	Login Login
	// Tray shows an icon while the window is closed; nil if the system offers no way to do that.
	Tray Tray
	// FileDialog is the file dialog of the desktop; nil if the system offers none that is known
	// here.
	FileDialog FileDialog
	// Files opens and writes the files that are imported and exported.
	Files Files
	// Settings stores small settings between runs of the program.
	Settings Settings
	// Restored reads the drafts and settings of a restored backup, and returns the new scale
	// and contrast. It is nil for a window that stores none.
	Restored func() (scale float32, highContrast bool)
	// Replaced reports whether another process replaced drafts or settings by restoring a
	// backup. It may be called from any goroutine. It is nil for a window that stores none.
	Replaced func() bool
	// Reread reads the replaced files, and returns the new scale and contrast.
	Reread func() (scale float32, highContrast bool)
	// Notifier shows alarms and new conflicts as desktop notifications.
	Notifier Notifier
	// Browser opens URLs.
	Browser Browser
	// DeviceName returns the system's name of this device, which is suggested to the person.
	// If it is nil, no name is suggested.
	DeviceName func() string
	// Guard calls the handler of an event, and returns a panic as an error; nil means crash.Do.
	Guard func(handler func()) error
	// Version is the version of the program.
	Version string
	// Log returns the end of the log, without addresses. It is nil for a window without one.
	Log func() (string, error)
	// Sample are the lists to try Crossfeed with.
	Sample Sample
}

// Window is the main window. It connects the controllers, and has what belongs to no page.
type Window struct {
	*shell
	commands frame.Shortcuts
	menu     *frame.Menu

	center  *container.Split
	beside  *fyne.Container
	feed    *subscription.Pane
	toolbar *toolbar

	// search is the text searched for.
	search string
	// arrangements holds how places are sorted and grouped, folded the todos whose subtasks
	// are hidden. Other goroutines read both maps, so they are replaced and never modified.
	arrangements map[snapshot.Place]snapshot.Arrangement
	folded       map[snapshot.Item]bool
	// named holds the names of the lists, by key, under which arrangements, branches and folded
	// todos are saved. follows is set once they were compared with the present names.
	named   map[int64]string
	follows bool
	reading reading
	// The controllers of the pages.
	attaching  *attaching
	batching   *batchPages
	clipboard  *clipboard
	duplicates *duplicatePages
	edits      *editing
	feeds      *feedPages
	finding    *searchPages
	history    *historyPages
	libraries  *libraryPages
	lists      *listPages
	outlines   *outlining
	people     *peoplePages
	publisher  *publisher
	alarms     *alarms
	safety     *safetyPages
	sample     *samplePages
	settings   *settingsPages
	sharing    *sharingPages
	syncing    *syncing
	transfers  *transferPages
	tray       *tray
}

// New fills a Fyne window. It shows no data before Start.
func New(w fyne.Window, o Options) *Window {
	if o.Speaker.Book == nil {
		o.Speaker.Book = &wording.Book{}
	}
	if o.Guard == nil {
		o.Guard = crash.Do
	}
	if code := o.Settings.String(languageKey); code != "" {
		wording.Speak(code)
	}
	win := &Window{shell: &shell{Options: o, window: w}}
	win.host = win
	win.makeControllers()
	win.keys = &widget.Keys{Key: win.key, Rune: win.rune, Shortcut: win.shortcut, Held: o.Held, Now: o.Speaker.Now, Notify: win.showWidgetMessage, Focused: win.revealFocused, Guard: win.guard}
	win.takeSettings()
	win.settings.applyInterval()
	win.commands = win.table().Guarded(win.guard)
	win.makePanes()
	win.makePages()
	win.layOut()
	win.recallSize()
	win.listen()
	return win
}

// makeControllers creates the controllers, each with the others that it needs.
func (w *Window) makeControllers() {
	s := w.shell
	w.publisher = &publisher{shell: s, publishing: map[string]*publishing{}}
	w.edits = &editing{shell: s, publisher: w.publisher}
	w.outlines = &outlining{shell: s, publisher: w.publisher, edits: w.edits}
	w.clipboard = &clipboard{shell: s, publisher: w.publisher, edits: w.edits, outlines: w.outlines}
	w.edits.outlines, w.edits.clipboard = w.outlines, w.clipboard
	w.syncing = &syncing{shell: s}
	w.people = &peoplePages{s}
	w.attaching = &attaching{s}
	w.sharing = &sharingPages{shell: s, people: w.people, syncing: w.syncing}
	w.feeds = &feedPages{s, w.publisher, w.sharing, w.syncing}
	w.sample = &samplePages{s, w.edits, w.feeds, w.syncing}
	w.transfers = &transferPages{shell: s, publisher: w.publisher}
	w.safety = &safetyPages{shell: s, transfers: w.transfers}
	w.tray = &tray{s, w.edits, w.syncing}
	w.settings = &settingsPages{s, w.safety, w.people, w.syncing, w.tray}
	w.history = &historyPages{s, w.edits, w.transfers}
	w.batching = &batchPages{shell: s, publisher: w.publisher, edits: w.edits}
	w.duplicates = &duplicatePages{shell: s, edits: w.edits, lists: map[string]duplicateSearch{}, seed: maphash.MakeSeed()}
	w.finding = &searchPages{shell: s}
	w.alarms = &alarms{shell: s}
	w.libraries = &libraryPages{shell: s}
	w.lists = &listPages{s, w.edits, w.sharing}
}

// Start reads what the window shows, and then the feeds. Fyne's event loop has to be running:
// results are passed back through it.
func (w *Window) Start() {
	w.window.Content().MinSize()
	w.status.ShowMessage(wording.L("f1-shows-all-shortcuts", "F1 shows all shortcuts."))
	w.Reload()
	w.Seam.Queue(func(context.Context) { w.Seam.UI(w.AutoSync) })
}

// Warn shows an error in the status bar.
func (w *Window) Warn(err error) {
	w.status.Warn(wording.Error(err))
	if errors.Is(err, store.ErrDamaged) {
		w.safety.showDamage()
	}
}

// ReportRebuilt reports that the database was damaged and has been rebuilt, and where the
// damaged one is.
func (w *Window) ReportRebuilt(kept string) {
	w.status.Notify(wording.L("the-database-was-damaged-and-was", "The database was damaged and was rebuilt from the data that could be read. A copy of the damaged one is in {{.Path}}.", wording.Data{"Path": kept}))
}

// ReportCrashed reports that the last run crashed, and where the details are.
func (w *Window) ReportCrashed(log string) {
	w.status.Notify(wording.L("crossfeed-quit-unexpectedly-last-time", "Crossfeed quit unexpectedly last time. Everything you saved is safe. Details: {{.Path}}", wording.Data{"Path": log}))
}

// ReportMissing reports that saved changes are missing from the data.
func (w *Window) ReportMissing(n int64) {
	w.status.Warn(wording.L("saved-changes-are-missing-n-the", "Saved changes are missing: {{.N}}. The database log was removed, or the database was replaced with an older copy. Sync to get published changes back, or restore a backup.", wording.Data{"N": n}))
}
