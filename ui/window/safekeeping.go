package window

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"crossfeed/engine/safekeeping"
	"crossfeed/ui/display"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Backups writes and restores backups.
type Backups interface {
	Write(ctx context.Context, path string, replace bool, progress func(done, all int)) (safekeeping.Made, error)
	Check(ctx context.Context, path string, progress func(done, all int)) (safekeeping.Checked, error)
	Restore(ctx context.Context, path string, checked safekeeping.Checked) (safekeeping.Restored, error)
	Settings(ctx context.Context) (safekeeping.Settings, error)
	SetFolder(ctx context.Context, folder string) error
}

// Verifier verifies the stored data.
type Verifier interface {
	Verify(ctx context.Context, o safekeeping.VerifyOptions) (safekeeping.Verified, error)
	// Damaged reports whether the structure of the store itself is damaged.
	Damaged() bool
}

// Device is the identity of this device.
type Device interface {
	// Renew gives the device a new identifier.
	Renew(ctx context.Context) error
	// Renewals returns the new identifiers since its last call.
	Renewals() []safekeeping.Renewal
	// Pending returns why another device may have the same identifier, once (see
	// safekeeping.Device).
	Pending() string
}

// safetyPages controls the forms for backing up and restoring, and verifies the data.
type safetyPages struct {
	*shell
	transfers *transferPages
	// damagedItems is the number of damaged items.
	damagedItems int
	// backupFailed is the last reported error of the weekly backup.
	backupFailed string
}

func (c *safetyPages) showBackup() {
	ask(c.shell, c.Backups.Settings, func(b safekeeping.Settings) {
		c.pages.backup().Fill(b.Folder, c.backupState(b))
		c.showForm(c.pages.backup())
	})
}

// backupState describes the state of the weekly backup.
func (c *safetyPages) backupState(b safekeeping.Settings) string {
	var all []string
	if !b.Last.IsZero() {
		all = append(all, wording.L("last-weekly-backup-when", "Last weekly backup: {{.When}}.", wording.Data{"When": c.Speaker.Local(b.Last)}))
	}
	if b.SameDisk {
		all = append(all, wording.L("the-folder-is-on-the-same", "The folder is on the same disk as your data. If the disk fails, both are lost."))
	}
	if b.Error != "" {
		all = append(all, wording.L("the-weekly-backup-failed-reason", "The weekly backup failed: {{.Reason}}", wording.Data{"Reason": wording.Failure(b.Error)}))
	}
	return strings.Join(all, " ")
}

// backedUp is the result of a backup, with the current backup settings.
type backedUp struct {
	safekeeping.Made
	safekeeping.Settings
}

// backUp saves the folder of the weekly backup, and writes a backup if a path is given. It
// runs outside the queue, so that edits do not wait.
func (c *safetyPages) backUp(asked forms.Backing) {
	form := c.pages.backup()
	form.Problem("")
	name := c.backupName()
	begun := runLong(c.shell, wording.L("backing-up", "Backing up…"), func(ctx context.Context, progress func(done, all int)) (b backedUp, err error) {
		if asked.Path != "" {
			b.Path, err = c.transfers.pathFor(asked.Path, name, ".zip")
		}
		if err == nil {
			err = c.mayExposeBackup(ctx, b.Path, asked)
		}
		if err == nil {
			err = c.Backups.SetFolder(ctx, asked.Weekly)
		}
		if err == nil && asked.Path != "" {
			b.Made, err = c.Backups.Write(ctx, b.Path, b.Path == asked.Agreed, progress)
		}
		if err == nil {
			b.Settings, err = c.Backups.Settings(ctx)
		}
		return b, err
	}, func(b backedUp, err error) {
		form.Busy("")
		waited := c.pages.shown == page(form)
		var exposes errExposes
		switch {
		case errors.As(err, &exposes) && waited:
			c.status.ShowMessage("")
			form.Exposes(exposes.folder)
			return
		case errors.Is(err, safekeeping.ErrExists) && waited:
			c.status.ShowMessage("")
			form.Exists(b.Path)
			return
		case err != nil && waited:
			c.status.ShowMessage("")
			form.Problem(wording.Error(err))
			return
		case err != nil:
			c.Warn(err)
			return
		case waited:
			c.goHome()
		}
		c.status.ShowMessage(b.summary())
	}, func() { form.Busy("") })
	if !begun {
		form.Problem(waitForOther())
		return
	}
	form.Busy(wording.L("backing-up", "Backing up…"))
}

// mayExposeBackup returns errExposes if others could read the backup, or the weekly ones, and
// the person has not agreed to that.
func (c *safetyPages) mayExposeBackup(ctx context.Context, path string, asked forms.Backing) error {
	if asked.Changed && asked.Weekly != "" {
		if err := c.transfers.mayExpose(ctx, asked.Weekly, asked.Exposed); err != nil {
			return err
		}
	}
	if path == "" {
		return nil
	}
	return c.transfers.mayExpose(ctx, path, asked.Exposed)
}

// summary describes what was backed up.
func (b backedUp) summary() string {
	var all []string
	if b.Path != "" {
		all = append(all, wording.L("backed-up-to-path", "Backed up to {{.Path}}.", wording.Data{"Path": b.Path}))
	}
	if b.Folder != "" {
		all = append(all, wording.L("crossfeed-backs-up-to-path-once", "Crossfeed backs up to {{.Path}} once a week.", wording.Data{"Path": b.Folder}))
	}
	if b.SameDisk {
		all = append(all, wording.L("the-folder-is-on-the-same", "The folder is on the same disk as your data. If the disk fails, both are lost."))
	}
	return strings.Join(all, " ")
}

// backupName returns the default file name of a backup, from the time and the device.
func (c *safetyPages) backupName() string {
	me := c.Speaker.Me()
	device := cmp.Or(c.Speaker.Book.Names().Label(me).Name, me)
	return "crossfeed-" + c.Speaker.Now().Format("2006-01-02-1504") + "-" + forms.PlainName(device) + ".zip"
}

// showRestore asks for a backup to restore, or proposes the one in path.
func (c *safetyPages) showRestore(path string) {
	c.pages.restore().Fill(path)
	c.showForm(c.pages.restore())
}

// restoreBackup replaces all data with a backup. The backup is read first, outside the queue:
// edits wait only while it is put in place.
func (c *safetyPages) restoreBackup(path string) {
	form := c.pages.restore()
	form.Problem("")
	begun := runLong(c.shell, wording.L("reading-the-backup", "Reading the backup…"), func(ctx context.Context, progress func(done, all int)) (safekeeping.Checked, error) {
		return c.Backups.Check(ctx, path, progress)
	}, func(checked safekeeping.Checked, err error) {
		c.status.ShowMessage("")
		if err != nil {
			form.Busy("")
			form.Problem(wording.Error(err))
			return
		}
		c.restoreChecked(path, checked)
	}, func() { form.Busy("") })
	if !begun {
		form.Problem(waitForOther())
		return
	}
	form.Busy(wording.L("reading-the-backup", "Reading the backup…"))
}

// leaveRestore closes the form, and cancels the restore while the backup is still being read.
func (c *safetyPages) leaveRestore() {
	if c.pages.restore().IsBusy() {
		c.stopLong()
	}
	c.goHome()
}

func (c *safetyPages) restoreChecked(path string, checked safekeeping.Checked) {
	form := c.pages.restore()
	form.Busy(wording.L("restoring", "Restoring…"))
	work.Ask(c.Seam, func(ctx context.Context) (safekeeping.Restored, error) {
		return c.Backups.Restore(ctx, path, checked)
	}, func(r safekeeping.Restored, err error) {
		form.Busy("")
		if err != nil && r.Made.IsZero() {
			form.Problem(wording.Error(err))
			return
		}
		_ = c.Device.Renewals() // the form announced the new identifier
		if c.Restored != nil {
			c.Scale, c.HighContrast = c.Restored()
		}
		c.takeSettings()
		c.at, c.item, c.typedInto = snapshot.Place{}, snapshot.Item{}, snapshot.Item{}
		c.detail.ShowNothing("")
		c.Reload()
		c.goHome()
		text := wording.L("restored-the-backup-of-when-sync", "Restored the backup of {{.When}}. Sync to merge what the feeds have received since.", wording.Data{"When": c.Speaker.Local(r.Made)})
		if r.PreviousBackup != "" {
			text += " " + wording.L("the-previous-data-is-in-path", "The previous data is in {{.Path}}.", wording.Data{"Path": r.PreviousBackup})
		}
		c.status.ShowMessage(text)
		if len(r.Shared) > 0 {
			c.status.Notify(wording.L("the-next-sync-publishes-again-readable", "The next sync publishes again, readable to everyone who can open it there: {{.Lists}}. Stop sharing a list to prevent this.", wording.Data{"Lists": sharedText(r.Shared)}))
		}
		if len(r.Unshared) > 0 {
			c.status.Notify(wording.L("shared-when-the-backup-was-made", "Shared when the backup was made, but no longer shared: {{.Lists}}. Share a list again to make it readable to everyone who can open it there.", wording.Data{"Lists": sharedText(r.Unshared)}))
		}
		if err != nil {
			c.Warn(err)
		}
	})
}

// sharedText names shared lists and their locations.
func sharedText(all []safekeeping.Shared) string {
	var names []string
	for _, l := range all {
		names = append(names, wording.L("list-at-at", "“{{.List}}” at {{.At}}", wording.Data{"List": display.Label(l.List), "At": l.Location}))
	}
	return strings.Join(names, ", ")
}

// CheckFiles reads settings and drafts again if another process restored a backup. Drafts that
// are open here are kept.
func (w *Window) CheckFiles() {
	if w.Replaced == nil {
		return
	}
	w.Seam.Aside(func(context.Context) {
		if w.Replaced() {
			w.Seam.UI(w.safety.rereadFiles)
		}
	})
}

func (c *safetyPages) rereadFiles() {
	c.Scale, c.HighContrast = c.Reread()
	c.takeSettings()
	c.items.Refresh()
	if c.item != (snapshot.Item{}) {
		c.readItem(c.item)
	}
	c.Reload()
}

// takeSettings applies the stored settings. The time up to which alarms were reported is kept,
// so that none is reported twice.
func (w *Window) takeSettings() {
	w.arrangements = parseArranged(w.Settings.String(arrangedKey))
	w.folded = parseFoldedTodos(w.Settings.String(foldedKey))
	w.outlines.branches = snapshot.ParseBranches(w.Settings.String(branchesKey))
	if w.sidebar != nil { // nil while the window is made
		w.sidebar.Folded = parseFolded(w.Settings.String(foldersKey))
	}
	w.named, w.follows = parseNames(w.Settings.String(listsKey)), false
	w.duplicates.apart = nil
	if w.alarms.watch != nil {
		w.Settings.SetString(alarmsKey, w.alarms.watch.text())
	}
}

// askNewIdentity asks for confirmation before this device gets a new identifier.
func (c *safetyPages) askNewIdentity() {
	c.confirm(forms.Question{
		Title:   wording.L("give-this-device-a-new-identifier", "Give this device a new identifier?"),
		Explain: wording.L("use-this-if-another-copy-of", "Use this if another copy of your data is in use. Nothing is lost: changes made in both copies become conflicts. Anyone who reads only your old file needs a new invitation."),
		Do:      wording.L("new-identifier", "New identifier"),
		Done: func(bool) {
			work.Ask(c.Seam, alone(c.Device.Renew), func(_ struct{}, err error) {
				if err != nil {
					c.pages.confirm().Problem(wording.Error(err))
					return
				}
				c.goHome()
				c.Reload()
			})
		},
	})
}

// reportSafety reports that this device has a new identifier or is damaged, and once that the
// weekly backup fails. b is nil unless the backup settings may have changed.
func (c *safetyPages) reportSafety(b *safekeeping.Settings) {
	for _, n := range c.Device.Renewals() {
		c.status.Notify(renewed(n))
	}
	switch c.Device.Pending() {
	case "":
	case safekeeping.Ahead:
		c.status.Notify(wording.L("the-published-feed-of-this-device", "The published feed of this device contains changes that were missing here, so another device may have the same identifier. If both are in use, choose “New identifier for this device…” here."))
	default:
		c.status.Notify(wording.L("this-data-folder-was-copied-so", "This data folder was copied, so another device may have the same identifier. If both are in use, choose “New identifier for this device…” here."))
	}
	if b != nil {
		c.damagedItems = b.Damaged
	}
	c.showDamage()
	if b == nil || b.Error == c.backupFailed {
		return
	}
	if c.backupFailed = b.Error; b.Error != "" {
		c.status.Notify(wording.L("the-weekly-backup-failed-reason", "The weekly backup failed: {{.Reason}}", wording.Data{"Reason": wording.Failure(b.Error)}))
	}
}

// showDamage shows a permanent message while something is damaged, with a button that repairs
// damaged items. A damaged database is rebuilt by the next start.
func (c *safetyPages) showDamage() {
	switch items := c.damagedItems; {
	case c.Verifier.Damaged():
		c.status.ShowProblem(wording.L("the-database-is-damaged-the-next", "The database is damaged. The next start of Crossfeed rebuilds it."),
			frame.MessageAction{Text: wording.L("verify-the-data", "Verify the data"), Do: c.verify})
	case items > 0:
		c.status.ShowProblem(wording.N("n-items-are-damaged-everything-else", "{{.N}} items are damaged. Everything else can be used.", items, wording.Data{"N": wording.Number(items)}),
			frame.MessageAction{Text: wording.L("repair", "Repair"), Do: func() { c.verifyWith(safekeeping.VerifyOptions{Repair: true}) }})
	default:
		c.status.ShowProblem("", frame.MessageAction{})
	}
}

// renewed explains why this device has a new identifier.
func renewed(n safekeeping.Renewal) string {
	switch n.Why {
	case safekeeping.Copied:
		return wording.L("this-device-has-a-new-identifier-because", "This device has a new identifier because its data folder was copied. Nothing is lost. Whoever reads only your old file needs a new invitation.")
	case safekeeping.Machine:
		return wording.L("this-device-has-a-new-identifier", "This device has a new identifier because its data folder is on another computer. Nothing is lost. Whoever reads only your old file needs a new invitation.")
	case safekeeping.Ahead:
		return wording.L("this-device-has-a-new-identifier-because-its", "This device has a new identifier because its published feed contains changes that were missing here. They were merged. Anyone who reads only your old file needs a new invitation.")
	}
	return wording.L("this-device-has-a-new-identifier-whoever", "This device has a new identifier. Whoever reads only your old file needs a new invitation.")
}

// verify reads the whole store.
func (c *safetyPages) verify() { c.verifyWith(safekeeping.VerifyOptions{}) }

func (c *safetyPages) verifyWith(o safekeeping.VerifyOptions) {
	begun := runLong(c.shell, wording.L("verifying-the-data", "Verifying the data…"), func(ctx context.Context, progress func(done, all int)) (safekeeping.Verified, error) {
		o.Progress, o.Note = progress, true
		return c.Verifier.Verify(ctx, o)
	}, func(v safekeeping.Verified, err error) {
		if err != nil {
			c.Warn(err)
			return
		}
		c.verified(v, o.Repair)
	}, func() {})
	if !begun {
		c.status.ShowMessage(waitForOther())
	}
}

// verified reports the result. The permanent message offers a repair.
func (c *safetyPages) verified(v safekeeping.Verified, repaired bool) {
	n := safekeeping.DamagedItems(v.Faults)
	if !v.Structure {
		c.damagedItems = n
	}
	c.showDamage()
	switch {
	case repaired:
		c.Reload()
		text := wording.N("repaired-n-items", "Repaired {{.N}} items.", safekeeping.DamagedItems(v.Repaired), wording.Data{"N": wording.Number(safekeeping.DamagedItems(v.Repaired))})
		if n > 0 {
			text += " " + wording.N("n-items-could-not-be-repaired", "{{.N}} items could not be repaired.", n, wording.Data{"N": wording.Number(n)})
		}
		if lost := safekeeping.DamagedItems(v.Lost()); lost > 0 {
			text += " " + unrestored(lost)
		}
		if v.CopyFolder != "" {
			text += " " + wording.L("a-copy-of-the-damaged-data", "A copy of the damaged data is in {{.Path}}.", wording.Data{"Path": v.CopyFolder})
		}
		c.status.ShowMessage(text)
	case v.Structure:
		c.Warn(safekeeping.ErrStructure)
	case n > 0 || v.Gone() > 0:
		text := wording.N("verified-n-items", "Verified {{.N}} items.", v.Items, wording.Data{"N": wording.Number(v.Items)})
		if v.Gone() > 0 {
			text += " " + unrestored(v.Gone())
		}
		c.status.ShowMessage(text)
	default:
		c.status.ShowMessage(wording.N("verified-n-items-nothing-is-damaged", "Verified {{.N}} items: nothing is damaged.", v.Items, wording.Data{"N": wording.Number(v.Items)}))
	}
}

// unrestored says that a repair could not restore items, or not all of them.
func unrestored(items int) string {
	return wording.N("n-items-could-not-be-repaired-crossfeed", "{{.N}} items could not be repaired. “crossfeed verify” shows their readable parts.", items, wording.Data{"N": wording.Number(items)})
}
