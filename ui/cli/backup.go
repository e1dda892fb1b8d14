package cli

import (
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

type backupCommand struct {
	File   string  `arg:"" optional:"" help:"File to write. Default: print where weekly backups are stored."`
	Weekly *string `placeholder:"FOLDER" help:"Write a backup to this folder every week and keep the newest three; an empty FOLDER turns this off."`

	Overwrite bool `help:"Replace an existing file without asking."`
}

// backupShape describes the weekly backups in machine-readable output.
type backupShape struct {
	Folder   string `json:"folder"`
	Last     string `json:"last"`
	Error    string `json:"error"`
	SameDisk bool   `json:"same_disk"`
}

func (c backupCommand) Run(r *run) error {
	switch {
	case c.File != "" && c.Weekly != nil:
		return misuse("FILE and --weekly cannot be combined")
	case c.File == "" && c.Overwrite:
		return misuse("--overwrite needs FILE")
	}
	return r.with(func(e *engine.Engine) error {
		switch {
		case c.File != "":
			return c.write(r, e)
		case c.Weekly != nil:
			if err := c.weekly(r, e); err != nil {
				return err
			}
		}
		return c.report(r, e)
	})
}

func (c backupCommand) weekly(r *run, e *engine.Engine) error {
	if *c.Weekly != "" {
		if err := c.exposes(r, e, *c.Weekly); err != nil {
			return err
		}
	}
	return e.Backups.SetFolder(r.ctx, *c.Weekly)
}

// exposes reports what becomes readable if the backup goes into a folder that others can read.
func (backupCommand) exposes(r *run, e *engine.Engine, path string) error {
	folder, err := e.Sharing.SharedFolder(r.ctx, path)
	if err == nil && folder != "" {
		r.warnExposed("All your lists, with their history and attached files,", folder)
	}
	return err
}

func (c backupCommand) write(r *run, e *engine.Engine) error {
	if err := c.exposes(r, e, c.File); err != nil {
		return err
	}
	made, err := e.Backups.Write(r.ctx, c.File, c.Overwrite, nil)
	if errors.Is(err, safekeeping.ErrExists) {
		if err = r.mayReplace(c.File); err == nil {
			made, err = e.Backups.Write(r.ctx, c.File, true, nil)
		}
	}
	if err != nil {
		return err
	}
	return r.jsonOr(made, "%s", inOneLine(made.Path))
}

// report prints where the weekly backups go.
func (backupCommand) report(r *run, e *engine.Engine) error {
	b, err := e.Backups.Settings(r.ctx)
	if err != nil {
		return err
	}
	r.reportBackups(b)
	if r.flags.JSON {
		return r.json(backupShape{b.Folder, instant(b.Last), b.Error, b.SameDisk})
	}
	if b.Folder == "" {
		r.message("Weekly backups are off. To turn them on: crossfeed backup --weekly FOLDER")
		return nil
	}
	return r.print("%s", inOneLine(b.Folder))
}

// reportBackups reports problems with the weekly backup.
func (r *run) reportBackups(b safekeeping.Settings) {
	if b.SameDisk {
		r.message("%s is on the same disk as the data. If the disk fails, both are lost.", inOneLine(b.Folder))
	}
	if b.Error != "" {
		r.message("Weekly backup failed: %s", b.Error)
		r.attention = true
	}
}

// judgeBackups reports after a sync that the weekly backup failed.
func (r *run) judgeBackups(e *engine.Engine) error {
	b, err := e.Backups.Settings(r.ctx)
	if r.ctx.Err() != nil {
		return nil // interrupted: what the sync did is done
	}
	if b.Error != "" {
		r.reportBackups(safekeeping.Settings{Backups: b.Backups})
	}
	return err
}

type restoreCommand struct {
	File string `arg:"" help:"Backup file to restore."`
}

// Run restores a backup. Damaged data is moved aside.
func (c restoreCommand) Run(r *run) error {
	damaged, err := r.setDamagedAside(c.File)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		done, err := e.Backups.Restore(r.ctx, c.File, safekeeping.Checked{})
		if err != nil {
			return err
		}
		if damaged != "" {
			done.PreviousBackup = damaged
		}
		if r.flags.JSON {
			return r.json(done)
		}
		if done.PreviousBackup != "" {
			r.message("The previous data is in %s.", inOneLine(done.PreviousBackup))
		}
		for _, u := range done.Unshared {
			r.message("%q was published at %s when the backup was made, but no longer is. To publish it again, readable to everyone who can open that location: %s",
				inOneLine(u.List), u.Location, commandFor("publish", u.List, u.Location))
		}
		for _, l := range done.Shared {
			r.message("%q was published at %s when the backup was made. The next sync publishes it there again, readable to everyone who can open that location. To prevent this: crossfeed publish %s --stop",
				inOneLine(l.List), l.Location, quotedName(l.List))
		}
		r.message("Restored the backup of %s. To merge newer changes from the feeds: crossfeed sync", instant(done.Made))
		return nil
	})
}

// setDamagedAside moves data that cannot be opened out of the way, and returns its new path.
// If the backup file cannot be restored, nothing is moved.
func (r *run) setDamagedAside(file string) (kept string, err error) {
	dir, err := r.dataDir()
	if err != nil {
		return "", err
	}
	st, err := r.env.Open(r.ctx, dir)
	if err == nil {
		return "", st.Close()
	}
	if !errors.Is(err, store.ErrDamaged) || r.env.Aside == nil {
		return "", err
	}
	if _, err := (safekeeping.Service{Files: r.env.Files}).Check(r.ctx, file); err != nil {
		return "", err
	}
	if kept, err = r.env.Aside(dir, r.clock().Now()); err != nil {
		return kept, fmt.Errorf("restoring: %w", err)
	}
	return kept, nil
}
