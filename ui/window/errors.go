package window

import (
	"errors"

	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

// Warn shows an error in the status bar.
func (w *Window) Warn(err error) {
	w.status.Warn(wording.Error(err))
	if errors.Is(err, store.ErrDamaged) {
		w.showDamage()
	}
}

// guard calls the handler of an event. If it panics, the window reports that and stays open.
func (w *Window) guard(handler func()) {
	if err := w.Guard(handler); err != nil {
		w.Warn(err)
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
