package forms

import (
	"strings"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Backing is what the form for backups asks for.
type Backing struct {
	// Path is the file or folder for a backup now, or "".
	Path string
	// Weekly is the folder that one is written into each week, or "".
	Weekly string
	// Changed tells that Weekly is another folder than before.
	Changed bool
	// Agreed is the file that a person knows to be replacing.
	Agreed string
	// Exposed are the folders that a person knows others can read.
	Exposed []string
}

// Backup asks where a backup goes, now and each week.
type Backup struct {
	*Form
	path, weekly *widget.Entry
	state        *widget.Notice
	// was is the folder of the weekly backup as it is.
	was string
	// agreed is the file that the next submitting replaces.
	agreed string
	// exposed are the folders that the next submitting exposes a backup in.
	exposed []string
}

// NewBackupForm is the form for it. choose lets a person choose a folder.
func NewBackupForm(keys *widget.Keys, choose func(chosen func(string)), done func(Backing), cancel func()) *Backup {
	b := &Backup{}
	b.Form = newForm(keys, wording.L("Back up"),
		wording.L("One file has your lists with their histories, subscriptions, settings and attached files. Passwords are not in it, nor what libraries have downloaded."),
		wording.L("Back up"), func() { b.submitTo(done) }, cancel)
	b.path = b.located(wording.L("File or folder"), wording.L("for example: /media/usb"), choose)
	b.weekly = b.located(wording.L("Once a week into this folder"), wording.L("empty: never"), choose)
	b.state = widget.NewNotice("", widget.Look{})
	b.body.Add(b.state)
	return b
}

// Fill begins with the folder of the weekly backup, and what is to be said of it.
func (b *Backup) Fill(weekly, state string) {
	b.Problem("")
	b.Busy("")
	b.path.Put("")
	b.weekly.Put(weekly)
	b.was, b.agreed, b.exposed = weekly, "", nil
	b.state.SetText(state)
	b.state.Hidden = state == ""
	layOut(b.object)
}

// Exists says that an older backup would be replaced, which the next submitting does.
func (b *Backup) Exists(path string) {
	b.agreed = path
	b.Problem(wording.L("There is a backup {{.Path}} already. Back up again to replace it, or give another name.", wording.Data{"Path": path}))
}

// Exposes says that the backup would become readable to those who can open a folder. The next
// submitting agrees.
func (b *Backup) Exposes(folder string) {
	b.exposed = append(b.exposed, folder)
	b.Problem(wording.L("All your lists, with their histories and attached files, will become readable to everyone who can open {{.At}}. Back up again to agree, or give another folder.", wording.Data{"At": folder}))
}

func (b *Backup) submitTo(done func(Backing)) {
	asked := Backing{Path: strings.TrimSpace(b.path.Text()), Weekly: strings.TrimSpace(b.weekly.Text()), Agreed: b.agreed, Exposed: b.exposed}
	asked.Changed = asked.Weekly != b.was
	if asked.Path == "" && !asked.Changed {
		b.Problem(wording.L("Say which file or folder."))
		return
	}
	done(asked)
}

// Restore asks which backup is to be restored.
type Restore struct {
	*Form
	path *widget.Entry
}

// NewRestoreForm is the form for it. choose lets a person choose a file.
func NewRestoreForm(keys *widget.Keys, choose func(chosen func(string)), done func(path string), cancel func()) *Restore {
	r := &Restore{}
	r.Form = newForm(keys, wording.L("Restore a backup"),
		wording.L("The backup replaces everything that is here, which is backed up first. This device gets a new identifier, and the next sync merges what the feeds know since."),
		wording.L("Restore"), func() {
			if path := strings.TrimSpace(r.path.Text()); path != "" {
				done(path)
				return
			}
			r.Problem(wording.L("Say which file."))
		}, cancel)
	r.path = r.located(wording.L("Backup"), wording.L("for example: /media/usb/crossfeed.zip"), choose)
	return r
}

// Fill begins without a file.
func (r *Restore) Fill() {
	r.Problem("")
	r.Busy("")
	r.path.Put("")
}
