package forms

import (
	"strings"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Backing is the input of the backup form.
type Backing struct {
	// Path is the file or folder to back up to now, or "".
	Path string
	// Weekly is the folder for weekly backups, or "".
	Weekly string
	// Changed is set if Weekly was changed.
	Changed bool
	// Agreed is the file that the person agreed to replace.
	Agreed string
	// Exposed are the folders that the person knows others can read.
	Exposed []string
}

// Backup asks where to write backups, now and each week.
type Backup struct {
	*Form
	path, weekly *widget.Entry
	state        *widget.Notice
	// was is the present folder of the weekly backup.
	was string
	// agreed is the file that submitting the form again replaces.
	agreed string
	// exposed are the folders whose readers the person accepts by submitting the form again.
	exposed []string
}

// NewBackupForm returns the form. choose lets a person choose a folder.
func NewBackupForm(keys *widget.Keys, choose func(chosen func(string)), done func(Backing), cancel func()) *Backup {
	b := &Backup{}
	b.Form = newForm(keys, wording.L("back-up", "Back up"),
		wording.L("one-file-with-all-your-lists", "One file with all your lists and their histories, subscriptions, settings and attached files. It does not include passwords or files of libraries."),
		wording.L("back-up", "Back up"), func() { b.submitTo(done) }, cancel)
	b.path = b.located(wording.L("file-or-folder", "File or folder"), wording.L("for-example-media-usb", "for example: /media/usb"), choose)
	b.weekly = b.located(wording.L("weekly-backup-folder", "Weekly backup folder"), wording.L("leave-empty-for-no-weekly-backups", "leave empty for no weekly backups"), choose)
	b.state = widget.NewNotice("", widget.TextStyle{})
	b.body.Add(b.state)
	return b
}

// Fill resets the form, with the folder and the state of the weekly backup.
func (b *Backup) Fill(weekly, state string) {
	b.reset()
	b.path.Put("")
	b.weekly.Put(weekly)
	b.was, b.agreed, b.exposed = weekly, "", nil
	b.state.SetText(state)
	b.state.Hidden = state == ""
	layOut(b.object)
}

// Exists warns that an older backup would be replaced. Submitting again agrees to that.
func (b *Backup) Exists(path string) {
	b.agreed = path
	b.Problem(wording.L("there-is-a-backup-path-already", "There is a backup {{.Path}} already. Back up again to replace it, or give another name.", wording.Data{"Path": path}))
}

// Exposes warns that the backup would become readable to those who can open a folder.
// Submitting again agrees to that.
func (b *Backup) Exposes(folder string) {
	b.exposed = append(b.exposed, folder)
	b.Problem(wording.L("all-your-lists-with-their-histories", "All your lists, with their histories and attached files, will be readable by everyone who can open {{.At}}. Choose “Back up” again to continue, or choose another folder.", wording.Data{"At": folder}))
}

func (b *Backup) submitTo(done func(Backing)) {
	asked := Backing{Path: strings.TrimSpace(b.path.Text()), Weekly: strings.TrimSpace(b.weekly.Text()), Agreed: b.agreed, Exposed: b.exposed}
	asked.Changed = asked.Weekly != b.was
	if asked.Path == "" && !asked.Changed {
		b.Problem(wording.L("choose-a-file-or-folder", "Choose a file or folder."))
		return
	}
	done(asked)
}

// Restore asks which backup to restore.
type Restore struct {
	*Form
	path *widget.Entry
}

// NewRestoreForm returns the form. choose lets a person choose a file.
func NewRestoreForm(keys *widget.Keys, choose func(chosen func(string)), done func(path string), cancel func()) *Restore {
	r := &Restore{}
	r.Form = newForm(keys, wording.L("restore-a-backup", "Restore a backup"),
		wording.L("the-backup-replaces-all-data-on", "The backup replaces all data on this device. The current data is backed up first. This device gets a new identifier, and the next sync merges what the feeds have received since."),
		wording.L("restore", "Restore"), func() {
			if path := strings.TrimSpace(r.path.Text()); path != "" {
				done(path)
				return
			}
			r.Problem(wording.L("choose-a-file", "Choose a file."))
		}, cancel)
	r.path = r.located(wording.L("backup", "Backup"), wording.L("for-example-media-usb-crossfeed-zip", "for example: /media/usb/crossfeed.zip"), choose)
	return r
}

// Fill resets the form, and shows the path of a backup.
func (r *Restore) Fill(path string) {
	r.reset()
	r.path.Put(path)
}
