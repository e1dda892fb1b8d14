package window

import (
	"context"
	"errors"

	"crossfeed/engine/library/contentsync"
	"crossfeed/ui/wording"
)

// scheduled is a sync of libraries that runs beside the window, because they are due.
type scheduled struct {
	// library is the one that is synced now; cancel is nil while none is.
	library int64
	cancel  context.CancelFunc
}

// busy tells whether anything runs on libraries or published folders.
func (l *libraries) busy() bool { return l.cancel != nil || l.bySchedule.cancel != nil }

// isSyncing tells whether a library is synced, by the person or by the schedule.
func (l *libraries) isSyncing(library int64) bool {
	return library != 0 && (l.syncing == library || l.bySchedule.library == library)
}

// LibraryIsSynced shows how far a sync is that runs beside the window by the schedule; cancel
// stops it.
func (w *Window) LibraryIsSynced(p contentsync.Progress, cancel context.CancelFunc) {
	if was := w.libraries.bySchedule.library; was != p.Library {
		w.libraries.bySchedule = scheduled{p.Library, cancel}
		w.fillLibrary()
	}
	if w.libraries.cancel == nil {
		w.showProgress(p)
	}
}

// LibrariesSyncedByThemselves shows what syncs brought that ran beside the window by the
// schedule.
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
			w.tellSynced(r)
		case shown && w.libraries.cancel == nil:
			w.status.Show(cameTo(r)) // instead of how far it is; not worth being kept
		}
	}
	w.Reload()
}

// cameTo says what a sync brought, or why it brought nothing.
func cameTo(r contentsync.Report) string {
	if r.Stopped != nil {
		return wording.Error(r.Stopped)
	}
	return broughtBy(r)
}

// stopLibrary stops what runs: what the person began, else what the schedule did.
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
	w.status.Say(wording.L("Stopping…"))
}

// libraryProgress shows how far a sync is that the person began.
func (w *Window) libraryProgress(p contentsync.Progress) {
	w.Seam.UI(func() {
		if w.libraries.cancel != nil && w.libraries.syncing == p.Library {
			w.showProgress(p)
		}
	})
}

func (w *Window) showProgress(p contentsync.Progress) {
	w.status.Working(p.Files, p.AllFiles)
	w.status.Show(wording.N("{{.N}} of {{.All}} files, {{.Size}} came", p.AllFiles,
		wording.Data{"N": wording.Number(p.Files), "All": wording.Number(p.AllFiles), "Size": wording.Bytes(p.Bytes)}))
	if w.pages.library().Shown() == p.Library {
		w.pages.library().Progress(p.Now)
	}
}
