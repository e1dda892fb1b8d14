package window

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/safekeeping"
	"crossfeed/ui/say"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

type safeEngine interface {
	Backup(ctx context.Context, path string) (safekeeping.Made, error)
	RestoreBackup(ctx context.Context, path string) (safekeeping.Restored, error)
	BackupSettings(ctx context.Context) (engine.BackupSettings, error)
	SetBackupFolder(ctx context.Context, folder string) error
	NewIdentity(ctx context.Context) error
	Renewals() []engine.Renewal
	Verify(ctx context.Context, o engine.VerifyOptions) (engine.Verified, error)
}

// showBackup asks where a backup goes.
func (w *Window) showBackup() {
	work.Ask(w.Seam, w.Engine.BackupSettings, func(b engine.BackupSettings, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.pages.backup().Fill(b.Folder, w.backupState(b))
		w.showForm(w.pages.backup())
	})
}

// backupState says how the weekly backup is.
func (w *Window) backupState(b engine.BackupSettings) string {
	var all []string
	if !b.Last.IsZero() {
		all = append(all, lang.L("Last weekly backup: {{.When}}.", say.Data{"When": w.Speaker.Local(b.Last)}))
	}
	if b.SameDisk {
		all = append(all, lang.L("The folder is on the same disk as your data. If the disk fails, both are lost."))
	}
	if b.Error != "" {
		all = append(all, lang.L("The weekly backup failed: {{.Reason}}", say.Data{"Reason": say.Failure(b.Error)}))
	}
	return strings.Join(all, " ")
}

// backUp keeps the folder of the weekly backup, and backs up where a file or folder is given.
func (w *Window) backUp(asked forms.Backing) {
	form := w.pages.backup()
	form.Problem("")
	form.Busy(lang.L("Backing up…"))
	var settings engine.BackupSettings
	work.Ask(w.Seam, func(ctx context.Context) (made safekeeping.Made, err error) {
		if err = w.Engine.SetBackupFolder(ctx, asked.Weekly); err != nil {
			return made, err
		}
		if asked.Path != "" {
			made, err = w.Engine.Backup(ctx, w.backupFile(asked.Path))
		}
		if err == nil {
			settings, err = w.Engine.BackupSettings(ctx)
		}
		return made, err
	}, func(made safekeeping.Made, err error) {
		form.Busy("")
		if err != nil {
			form.Problem(sentence(err))
			return
		}
		w.goHome()
		var said []string
		if made.Path != "" {
			said = append(said, lang.L("Backed up to {{.Path}}.", say.Data{"Path": made.Path}))
		}
		if settings.Folder != "" {
			said = append(said, lang.L("A backup goes to {{.Path}} once a week.", say.Data{"Path": settings.Folder}))
		}
		if settings.SameDisk {
			said = append(said, lang.L("The folder is on the same disk as your data. If the disk fails, both are lost."))
		}
		w.status.Say(strings.Join(said, " "))
	})
}

// backupFile is the file of a backup: named by the day in a folder.
func (w *Window) backupFile(path string) string {
	if folder, err := w.Files.IsFolder(path); err == nil && folder {
		return filepath.Join(path, "crossfeed-"+w.Speaker.Now().Format("2006-01-02")+".zip")
	}
	if filepath.Ext(path) == "" {
		return path + ".zip"
	}
	return path
}

// showRestore asks which backup is to be restored.
func (w *Window) showRestore() {
	w.pages.restore().Fill()
	w.showForm(w.pages.restore())
}

// restoreBackup puts a backup in the place of everything.
func (w *Window) restoreBackup(path string) {
	form := w.pages.restore()
	form.Problem("")
	form.Busy(lang.L("Restoring…"))
	work.Ask(w.Seam, func(ctx context.Context) (safekeeping.Restored, error) {
		return w.Engine.RestoreBackup(ctx, path)
	}, func(r safekeeping.Restored, err error) {
		form.Busy("")
		if err != nil && r.Made.IsZero() {
			form.Problem(sentence(err))
			return
		}
		_ = w.Engine.Renewals() // the form said so
		w.at, w.item = place.Place{}, place.Item{}
		w.detail.ShowNothing("")
		w.Reload()
		w.goHome()
		text := lang.L("Restored the backup of {{.When}}. Sync to merge what the feeds know since.", say.Data{"When": w.Speaker.Local(r.Made)})
		if r.Kept != "" {
			text += " " + lang.L("What was here before is in {{.Path}}.", say.Data{"Path": r.Kept})
		}
		w.status.Say(text)
		if err != nil {
			w.Warn(err)
		}
	})
}

// askNewIdentity asks before this device takes a new identifier.
func (w *Window) askNewIdentity() {
	w.pages.confirm().Ask(forms.Question{
		Title:   lang.L("Give this device a new identifier?"),
		Explain: lang.L("Do this where another copy of your data is in use. Nothing is lost: what both changed becomes a conflict. Whoever reads only your old file needs a new invitation."),
		Do:      lang.L("New identifier"),
		Done: func(bool) {
			w.run(w.Engine.NewIdentity, func(err error) {
				if err != nil {
					w.pages.confirm().Problem(sentence(err))
					return
				}
				w.goHome()
				w.Reload()
			})
		},
	})
	w.showForm(w.pages.confirm())
}

// tellSafety says in one line that this device has a new identifier, and once that the weekly
// backup fails.
func (w *Window) tellSafety() {
	var renewals []engine.Renewal
	work.Ask(w.Seam, func(ctx context.Context) (engine.BackupSettings, error) {
		renewals = w.Engine.Renewals()
		return w.Engine.BackupSettings(ctx)
	}, func(b engine.BackupSettings, err error) {
		for _, n := range renewals {
			w.status.Notify(renewed(n))
		}
		if failed := b.Error; err == nil && failed != w.backupFailed {
			if w.backupFailed = failed; failed != "" {
				w.status.Notify(lang.L("The weekly backup failed: {{.Reason}}", say.Data{"Reason": say.Failure(failed)}))
			}
		}
	})
}

// renewed says why this device has a new identifier.
func renewed(n engine.Renewal) string {
	switch n.Why {
	case safekeeping.Copied:
		return lang.L("This device has a new identifier because its data folder was copied. Nothing is lost. Whoever reads only your old file needs a new invitation.")
	case safekeeping.Machine:
		return lang.L("This device has a new identifier because its data folder is on another computer. Nothing is lost. Whoever reads only your old file needs a new invitation.")
	case safekeeping.Ahead:
		return lang.L("This device has a new identifier because what it published has changes that were missing here. They are merged. Whoever reads only your old file needs a new invitation.")
	}
	return lang.L("This device has a new identifier. Whoever reads only your old file needs a new invitation.")
}

// whyNoBackup says why a backup could not be written or restored, or "".
func whyNoBackup(err error) string {
	var room *safekeeping.NoRoomError
	switch {
	case errors.As(err, &room):
		return lang.L("{{.Path}} has {{.Free}} of free space, and {{.Need}} are needed. Free some space, or choose another folder.",
			say.Data{"Path": room.Folder, "Free": say.Bytes(room.Free), "Need": say.Bytes(room.Need)})
	case errors.Is(err, safekeeping.ErrNoBackup):
		return lang.L("This file is not a backup of Crossfeed.")
	case errors.Is(err, safekeeping.ErrBroken):
		return lang.L("The backup is damaged. Nothing of it was restored. Choose another one.")
	case errors.Is(err, safekeeping.ErrNewerBackup):
		return lang.L("A newer Crossfeed made this backup. Update Crossfeed first.")
	case errors.Is(err, safekeeping.ErrTaken):
		return lang.L("There is a file of that name that is not a backup. Choose another name.")
	}
	return ""
}
