package window

import (
	"context"
	"errors"
	"io"
	"strings"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// libraryPages controls the pages and forms of libraries and of published folders. One job runs
// at a time.
type libraryPages struct {
	*shell
	asking, doing work.Last
	// cancel stops the running sync of a library, or publishing of a folder; nil while none
	// runs. syncing and publishing hold the key of that library or folder.
	cancel              context.CancelFunc
	syncing, publishing int64
	// bySchedule is a scheduled sync that runs in the background.
	bySchedule scheduled
}

// makeLibraryPages creates the pages and forms for libraries.
func (w *Window) makeLibraryPages() {
	p := &w.pages
	p.library = onDemand(p, func() *library.Page {
		return library.New(w.keys, w.Speaker, w.Seam, librarySource{w}, library.Events{
			Sync: w.libraries.syncLibrary, Cancel: w.libraries.stopLibrary, Get: w.libraries.getContent, Remove: w.libraries.removeContent,
			Open: w.openPath, Browse: w.browse, Copy: w.libraries.copyAddress,
			MarkRead: w.libraries.markRead, MarkAllRead: w.libraries.markAllRead, Settings: w.libraries.showLibrarySettings, Forget: w.libraries.askForget, Warn: w.Warn, ShowMessage: w.showMessage, Leave: w.libraries.leaveLibrary,
		})
	}, showsEdits)
	p.published = onDemand(p, func() *library.Published {
		return library.NewPublished(w.keys, w.Speaker, library.PublishedEvents{
			Again: w.libraries.publishAgain, Cancel: w.libraries.stopLibrary, Change: w.libraries.showPublishing, Stop: w.libraries.askStopFolder,
			Copy: w.libraries.copyAddress, Open: w.openPath, Leave: w.libraries.leaveLibrary,
		})
	})
	p.addLibrary = onDemand(p, func() *forms.AddLibrary {
		return forms.NewAddLibraryForm(w.keys, forms.AddLibraryEvents{
			Choose: w.chooseFolder, File: w.chooseAnyFile, Probe: w.libraries.probeLibrary,
			Done: func(at string, o lib.Options) {
				w.libraries.addLibrary(w.pages.addLibrary().Form, w.pages.addLibrary().Trust, at, o)
			},
			Show: w.libraries.showLibrary, Leave: w.libraries.giveUpLibrary,
		})
	})
	p.publishFolder = onDemand(p, func() *forms.PublishFolder {
		return forms.NewPublishFolderForm(w.keys, forms.PublishFolderEvents{
			Choose: w.chooseFolder, File: w.chooseAnyFile, Ask: w.libraries.askFolderReaders, Done: w.libraries.publishFolder, Leave: w.libraries.giveUpLibrary,
		})
	})
	p.librarySettings = onDemand(p, func() *forms.LibrarySettings {
		return forms.NewLibrarySettings(w.keys, w.chooseAnyFile, w.libraries.saveLibrary, w.libraries.giveUpLibrary)
	})
	p.confirm = onDemand(p, func() *forms.Confirm {
		return forms.NewConfirmForm(w.keys, w.libraries.giveUpLibrary)
	})
}

// librarySource reads libraries through the window's engine.
type librarySource struct{ w *Window }

// Content returns a feed of a library.
func (s librarySource) Content(ctx context.Context, key int64, feed string, hidden bool) (lib.Page, error) {
	return s.w.Library.Page(ctx, key, feed, hidden)
}

// ContentPath returns the path of a library's file on disk.
func (s librarySource) ContentPath(ctx context.Context, key int64, address string) (string, error) {
	return s.w.Library.Path(ctx, key, address)
}

// Open opens a file on this computer.
func (s librarySource) Open(path string) (io.ReadCloser, error) { return s.w.Files.Open(path) }

// fillLibrary updates the page of the shown library or folder, and leaves it if that no longer
// exists.
func (c *libraryPages) fillLibrary() {
	if !c.showLibraryHere() {
		c.leaveLibrary()
	}
}

// showLibraryHere updates the page of the shown library or folder, and reports whether that
// still exists. It returns true for all other places.
func (c *libraryPages) showLibraryHere() (there bool) {
	switch c.at.Kind {
	case snapshot.KindLibrary:
		var l lib.Library
		if l, there = c.now.Library(c.at.Key); there {
			l.Running = l.Running || c.isSyncing(l.Key)
			c.pages.library().Show(l)
		}
	case snapshot.KindPublished:
		var f store.PublishedFolder
		if f, there = c.now.PublishedFolder(c.at.Key); there {
			c.pages.published().Show(f, c.publishing == f.Key)
		}
	default:
		there = true
	}
	return there
}

// libraryMenu returns the context menu of a library in the sidebar.
func (c *libraryPages) libraryMenu(l lib.Library) *fyne.Menu {
	return widget.Menu(c.keys, []*fyne.MenuItem{
		fyne.NewMenuItem(wording.L("sync-now", "Sync now"), func() { c.syncLibrary(l.Key) }),
		fyne.NewMenuItem(wording.L("mark-all-as-read", "Mark all as read"), func() { c.markAllRead(l.Key) }),
		fyne.NewMenuItem(wording.L("settings-dialog", "Settings…"), func() { c.showLibrarySettings(l) }),
		fyne.NewMenuItem(wording.L("remove-dialog", "Remove…"), func() { c.askForget(l) }),
	})
}

func (c *libraryPages) showLibrary(key int64) {
	c.choose(snapshot.Place{Kind: snapshot.KindLibrary, Key: key})
	c.focus(c.pages.library().Focus())
}

// leaveLibrary goes from the page of a library to the sidebar or, if the library no longer
// exists, to the first list.
func (c *libraryPages) leaveLibrary() {
	_, library := c.now.Library(c.at.Key)
	_, published := c.now.PublishedFolder(c.at.Key)
	if c.at.Kind == snapshot.KindLibrary && !library || c.at.Kind == snapshot.KindPublished && !published {
		c.leaveGone()
		return
	}
	c.focus(c.sidebar.Focus())
}

// giveUpLibrary closes a library form and cancels its requests.
func (c *libraryPages) giveUpLibrary() {
	c.asking.Cancel()
	c.doing.Cancel()
	c.goHome()
	c.Reload()
}

// copyAddress copies an address to the clipboard.
func (c *libraryPages) copyAddress(address string) {
	fyne.CurrentApp().Clipboard().SetContent(address)
	c.status.ShowMessage(wording.L("copied-at", "Copied: {{.At}}", wording.Data{"At": address}))
}

// Library manages libraries and publishes folders.
type Library interface {
	Probe(ctx context.Context, at string, o lib.Options) (lib.Found, error)
	Add(ctx context.Context, at string, o lib.Options) (lib.Library, error)
	AddAll(ctx context.Context, feeds []store.Offered, done func(int)) (added []lib.Library, failed map[string]error, err error)
	Change(ctx context.Context, key int64, change func(*lib.Options)) error
	Remove(ctx context.Context, key int64) error
	Sync(ctx context.Context, key int64, o lib.SyncOptions) (contentsync.Report, error)
	Page(ctx context.Context, key int64, feed string, hidden bool) (lib.Page, error)
	Get(ctx context.Context, key int64, o lib.SyncOptions, addresses ...string) (contentsync.Report, error)
	RemoveFiles(ctx context.Context, key int64, addresses ...string) (freed int64, err error)
	Path(ctx context.Context, key int64, address string) (path string, err error)
	MarkRead(ctx context.Context, key int64, feed string, read bool, ids ...string) error
	CountFolder(ctx context.Context, o folder.Options) (int, error)
	PublishFolder(ctx context.Context, o folder.Options) (folder.Report, error)
	StopFolder(ctx context.Context, key int64, remove bool) error
}

// syncLibrary syncs a library, concurrently with everything else.
func (c *libraryPages) syncLibrary(key int64) {
	c.runLibrary(key, c.Library.Sync)
}

// getContent downloads the files that a person asked for.
func (c *libraryPages) getContent(key int64, addresses ...string) {
	c.runLibrary(key, func(ctx context.Context, key int64, o lib.SyncOptions) (contentsync.Report, error) {
		return c.Library.Get(ctx, key, o, addresses...)
	})
}

// runLibrary runs a long job on a library. Only one runs at a time.
func (c *libraryPages) runLibrary(key int64, run func(context.Context, int64, lib.SyncOptions) (contentsync.Report, error)) {
	if key == 0 {
		return
	}
	if !c.startsLibrary() {
		return
	}
	c.showSyncing(key)
	c.cancel = c.stoppable(func(ctx context.Context) {
		report, err := run(ctx, key, c.contentOptions())
		c.Seam.UI(func() { c.librarySynced(report, err) })
	})
}

// contentOptions returns options that report progress to the window.
func (c *libraryPages) contentOptions() lib.SyncOptions {
	return lib.SyncOptions{Progress: c.libraryProgress}
}

// showSyncing shows that a library is syncing.
func (c *libraryPages) showSyncing(key int64) {
	c.syncing = key
	if c.pages.library().Shown() == key {
		c.pages.library().Running(true)
	}
	c.status.Show(wording.L("syncing", "Syncing…"))
}

// startsLibrary reports whether a long job may begin: no other one is running.
func (c *libraryPages) startsLibrary() bool {
	if c.cancel != nil {
		c.status.ShowMessage(wording.L("something-else-is-running-already-cancel", "Something else is running already. “Cancel” stops it."))
		return false
	}
	c.status.Working(0, 0)
	return true
}

// endLibrary ends the long job.
func (c *libraryPages) endLibrary() {
	c.cancel()
	c.cancel, c.syncing, c.publishing = nil, 0, 0
	c.idle()
}

// librarySynced reports the result of a sync.
func (c *libraryPages) librarySynced(r contentsync.Report, err error) {
	c.endLibrary()
	c.pages.library().Running(c.isSyncing(c.pages.library().Shown()))
	if err != nil {
		c.Warn(err)
	} else {
		c.reportLibrarySync(r)
	}
	c.Reload()
}

// broughtBy describes what a sync downloaded, and what could not be fetched.
func broughtBy(r contentsync.Report) string {
	if r.Files+r.Removed+len(r.Failed)+r.Waiting == 0 {
		return wording.L("name-is-up-to-date", "“{{.Name}}” is up to date.", wording.Data{"Name": r.Library})
	}
	var parts []string
	if r.Files > 0 || len(r.Failed) == 0 {
		parts = append(parts, wording.N("n-files-downloaded-size", "{{.N}} files downloaded ({{.Size}})", r.Files, wording.Data{"N": wording.Number(r.Files), "Size": wording.Bytes(r.Bytes)}))
	}
	if r.Removed > 0 {
		parts = append(parts, wording.N("n-removed", "{{.N}} removed", r.Removed, wording.Data{"N": wording.Number(r.Removed)}))
	}
	if n := len(r.Failed); n > 0 {
		parts = append(parts, wording.N("n-failed", "{{.N}} failed", n, wording.Data{"N": wording.Number(n)}))
	}
	if waiting := r.Waiting - len(r.Failed); waiting > 0 {
		parts = append(parts, wording.N("n-waiting", "{{.N}} waiting", waiting, wording.Data{"N": wording.Number(waiting)}))
	}
	return wording.L("name-what", "“{{.Name}}”: {{.What}}", wording.Data{"Name": r.Library, "What": strings.Join(parts, " · ")})
}

// reportLibrarySync reports the result of a sync, and why it ended early.
func (c *libraryPages) reportLibrarySync(r contentsync.Report) {
	text := broughtBy(r)
	switch {
	case errors.Is(r.Stopped, context.Canceled):
		c.status.ShowMessage(text + " · " + wording.L("stopped-the-next-sync-resumes", "Stopped. The next sync resumes."))
	case r.Stopped != nil:
		c.status.Warn(text + " · " + wording.Error(r.Stopped))
	case len(r.Failed) > 0:
		c.status.Warn(strings.TrimSuffix(text+" · "+whyFailed(r.Failed[0]), " · "))
	default:
		c.status.ShowMessage(text)
	}
}

// whyFailed explains why a feed or a file could not be fetched.
func whyFailed(one store.ContentWanted) string {
	if one.Nested {
		return wording.TroubleText(one.Trouble, one.Address)
	}
	return library.WhyNot(one.Trouble, one.Address)
}

// removeContent removes files from the disk.
func (c *libraryPages) removeContent(key int64, addresses ...string) {
	var freed int64
	c.run(func(ctx context.Context) (err error) {
		freed, err = c.Library.RemoveFiles(ctx, key, addresses...)
		return err
	}, func() {
		c.Reload()
		c.status.ShowMessage(wording.L("freed-size-download-downloads-the-files", "Freed {{.Size}}. “Download” downloads the files again.", wording.Data{"Size": wording.Bytes(freed)}))
	})
}

// markRead marks items of a library as read or unread.
func (c *libraryPages) markRead(key int64, feed string, read bool, ids ...string) {
	c.run(func(ctx context.Context) error { return c.Library.MarkRead(ctx, key, feed, read, ids...) }, c.Reload)
}

// markAllRead marks all items of a library as read.
func (c *libraryPages) markAllRead(key int64) {
	ask(c.shell, func(ctx context.Context) (int, error) { return c.Edit.MarkAllRead(ctx, key) }, func(n int) {
		if n == 0 {
			c.status.ShowMessage(wording.L("everything-is-read-already", "Everything is read already."))
			return
		}
		c.Reload()
		c.status.ShowMessage(wording.N("marked-n-items-as-read-ctrl-z", "Marked {{.N}} items as read. Ctrl+Z undoes it.", n, wording.Data{"N": wording.Number(n)}))
	})
}

// scheduled is a scheduled sync of libraries, which runs in the background.
type scheduled struct {
	// library is the key of the library that is being synced; cancel is nil while none is.
	library int64
	cancel  context.CancelFunc
}

// busy reports whether any job on libraries or published folders is running.
func (c *libraryPages) busy() bool { return c.cancel != nil || c.bySchedule.cancel != nil }

// isSyncing reports whether a library is being synced, by the person or by the schedule.
func (c *libraryPages) isSyncing(library int64) bool {
	return library != 0 && (c.syncing == library || c.bySchedule.library == library)
}

// LibraryIsSynced shows the progress of a scheduled sync. cancel stops that sync.
func (w *Window) LibraryIsSynced(p contentsync.Progress, cancel context.CancelFunc) {
	if was := w.libraries.bySchedule.library; was != p.Library {
		w.libraries.bySchedule = scheduled{p.Library, cancel}
		w.libraries.fillLibrary()
	}
	if w.libraries.cancel == nil {
		w.libraries.showProgress(p)
	}
}

// LibrariesSyncedByThemselves shows the results of scheduled syncs.
func (w *Window) LibrariesSyncedByThemselves(reports []contentsync.Report, err error) {
	shown := w.libraries.bySchedule.cancel != nil
	w.libraries.bySchedule = scheduled{}
	w.idle()
	w.pages.library().Running(w.libraries.isSyncing(w.pages.library().Shown()))
	if err != nil && !errors.Is(err, context.Canceled) {
		w.Warn(err)
	}
	for _, r := range reports {
		switch {
		case r.Files+r.Removed+len(r.Failed) > 0 && !w.status.Yields(true):
			w.status.Record(broughtBy(r))
		case r.Files+r.Removed+len(r.Failed) > 0 || errors.Is(r.Stopped, context.Canceled):
			w.libraries.reportLibrarySync(r)
		case shown && w.libraries.cancel == nil && w.status.Yields(true):
			w.status.Show(cameTo(r)) // replaces the progress; not worth a line on the page of messages
		}
	}
	w.Reload()
}

// cameTo describes what a sync brought, or why it brought nothing.
func cameTo(r contentsync.Report) string {
	if r.Stopped != nil {
		return wording.Error(r.Stopped)
	}
	return broughtBy(r)
}

// stopLibrary stops the job that the person started, otherwise the scheduled sync. If both
// sync the same library, it stops both.
func (c *libraryPages) stopLibrary() {
	if !c.busy() {
		return
	}
	if c.bySchedule.cancel != nil && (c.cancel == nil || c.syncing == c.bySchedule.library) {
		c.bySchedule.cancel()
	}
	if c.cancel != nil {
		c.cancel()
	}
	c.status.Show(wording.L("stopping", "Stopping…"))
}

// libraryProgress shows the progress of a sync that the person started.
func (c *libraryPages) libraryProgress(p contentsync.Progress) {
	c.Seam.UI(func() {
		if c.cancel != nil && c.syncing == p.Library {
			c.showProgress(p)
		}
	})
}

func (c *libraryPages) showProgress(p contentsync.Progress) {
	c.status.Working(p.Files, p.AllFiles)
	if c.cancel != nil || c.status.Yields(true) {
		c.status.Show(wording.N("n-of-all-files-size-downloaded", "{{.N}} of {{.All}} files, {{.Size}} downloaded", p.AllFiles,
			wording.Data{"N": wording.Number(p.Files), "All": wording.Number(p.AllFiles), "Size": wording.Bytes(p.Bytes)}))
	}
	if c.pages.library().Shown() == p.Library {
		c.pages.library().Progress(p.Now)
	}
}
