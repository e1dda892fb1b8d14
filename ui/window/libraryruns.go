package window

import (
	"context"
	"errors"

	"crossfeed/engine/library/contentsync"
	"crossfeed/ui/wording"
)

// scheduled is a scheduled sync of libraries, which runs in the background.
type scheduled struct {
	// library is the key of the library that is being synced; cancel is nil while none is.
	library int64
	cancel  context.CancelFunc
}

// busy reports whether any job on libraries or published folders is running.
func (l *libraries) busy() bool { return l.cancel != nil || l.bySchedule.cancel != nil }

// isSyncing reports whether a library is being synced, by the person or by the schedule.
func (l *libraries) isSyncing(library int64) bool {
	return library != 0 && (l.syncing == library || l.bySchedule.library == library)
}

// LibraryIsSynced shows the progress of a scheduled sync. cancel stops that sync.
func (w *Window) LibraryIsSynced(p contentsync.Progress, cancel context.CancelFunc) {
	if was := w.libraries.bySchedule.library; was != p.Library {
		w.libraries.bySchedule = scheduled{p.Library, cancel}
		w.fillLibrary()
	}
	if w.libraries.cancel == nil {
		w.showProgress(p)
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
		case r.Files+r.Removed+len(r.Failed) > 0 || errors.Is(r.Stopped, context.Canceled):
			w.reportLibrarySync(r)
		case shown && w.libraries.cancel == nil:
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
func (w *Window) stopLibrary() {
	l := &w.libraries
	if !l.busy() {
		return
	}
	if l.bySchedule.cancel != nil && (l.cancel == nil || l.syncing == l.bySchedule.library) {
		l.bySchedule.cancel()
	}
	if l.cancel != nil {
		l.cancel()
	}
	w.status.Show(wording.L("stopping", "Stopping…"))
}

// libraryProgress shows the progress of a sync that the person started.
func (w *Window) libraryProgress(p contentsync.Progress) {
	w.Seam.UI(func() {
		if w.libraries.cancel != nil && w.libraries.syncing == p.Library {
			w.showProgress(p)
		}
	})
}

func (w *Window) showProgress(p contentsync.Progress) {
	w.status.Working(p.Files, p.AllFiles)
	w.status.Show(wording.N("n-of-all-files-size-downloaded", "{{.N}} of {{.All}} files, {{.Size}} downloaded", p.AllFiles,
		wording.Data{"N": wording.Number(p.Files), "All": wording.Number(p.AllFiles), "Size": wording.Bytes(p.Bytes)}))
	if w.pages.library().Shown() == p.Library {
		w.pages.library().Progress(p.Now)
	}
}
