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

// ReportRebuilt reports that the database was damaged and has been rebuilt, and where the
// damaged one is.
func (w *Window) ReportRebuilt(kept string) {
	w.status.Notify(wording.L("The database was damaged and has been rebuilt from what could be read. The damaged one is in {{.Path}}.", wording.Data{"Path": kept}))
}

// ReportCrashed reports that the last run crashed, and where the details are.
func (w *Window) ReportCrashed(log string) {
	w.status.Notify(wording.L("Crossfeed stopped unexpectedly last time. Everything you saved is here. Details: {{.Path}}", wording.Data{"Path": log}))
}

// ReportMissing reports that saved changes are missing from the data.
func (w *Window) ReportMissing(n int64) {
	w.status.Warn(wording.L("Saved changes are missing: {{.N}}. The log of the database was removed, or an older copy was put in its place. Sync to get back what was published, or restore a backup.", wording.Data{"N": n}))
}
