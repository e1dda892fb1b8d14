package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/logging"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// fixed is the clock set by --now.
type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }

func (r *run) clock() engine.Clock {
	if r.flags.Now.IsZero() {
		return r.env.Clock
	}
	return fixed(r.flags.Now)
}

// once opens the engine, calls do, and closes the engine. It records the progress in a.
func (r *run) once(a *attempt, do func(*engine.Engine) error) error {
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	st, err := r.env.Open(r.ctx, dir)
	if err != nil {
		a.damaged = errors.Is(err, store.ErrDamaged)
		return err
	}
	if known, is := st.(interface{ Damaged() bool }); is && a.mends && known.Damaged() {
		a.damaged = true
		return st.Close()
	}
	if behind, is := st.(interface{ Missing() int64 }); is {
		r.missing = behind.Missing()
	}
	if r.missing > 0 && !r.inWindow {
		r.attend("crossfeed: %d saved changes are missing: the log of the database (crossfeed.db-wal) was removed or replaced by an older copy; run crossfeed sync to get back what was published, or crossfeed restore to restore a backup", r.missing)
	}
	r.recordCrashes() // in a folder that may have been created just now, by the first run
	file := logging.In(dir)
	defer file.Close()
	log := logging.To(file)
	if r.flags.Verbose {
		log = logging.To(file, r.env.Stderr)
	}
	secrets := r.secrets(dir)
	var places transport.Places
	if r.env.Places != nil {
		places = logging.Places(r.awaiting(r.env.Places(secrets)), log)
	}
	var content cache.Root
	if r.env.Content != nil {
		content = r.env.Content(dir)
	}
	e, err := engine.Open(r.ctx, engine.Parts{
		Content:  content,
		Store:    st,
		Clock:    r.clock(),
		Random:   r.env.Random,
		Files:    r.env.Files,
		Places:   places,
		Secrets:  secrets,
		Endpoint: r.flags.Endpoint,
		Home:     r.home(st),
		Folder:   dir,
		Log:      log,
	})
	if err != nil {
		a.damaged = errors.Is(err, store.ErrDamaged)
		return errors.Join(err, st.Close())
	}
	r.reportRenewals(e)
	err = r.accountsOf(e)
	if err == nil {
		err = a.run(r, st, func() error { return do(e) })
	}
	r.reportRenewals(e)
	return errors.Join(err, e.Close())
}

// recordCrashes records panics in the data folder, if it exists. Failing to do so is not an
// error.
func (r *run) recordCrashes() {
	dir, err := r.dataDir()
	if r.recording || err != nil {
		return
	}
	r.crashed, err = crash.Open(dir, Version)
	r.recording = err == nil
}

// home returns the location of a store, if it knows it.
func (r *run) home(st store.Store) (home store.Home) {
	if at, is := st.(interface{ Home() store.Home }); is {
		home = at.Home()
	}
	if r.env.Machine != nil {
		home.Machine = r.env.Machine()
	}
	return home
}

// dataDir returns the folder of the store: --data, or the default in the user's data folder.
func (r *run) dataDir() (string, error) {
	if r.flags.Data != "" {
		return r.flags.Data, nil
	}
	parent, named := r.userData()
	if parent == "" {
		return "", fmt.Errorf("no data folder: %s is not set; choose a folder with --data DIR", named)
	}
	return filepath.Join(parent, "crossfeed"), nil
}

// userData returns the folder for all programs' data, and the variable that sets it.
func (r *run) userData() (folder, named string) {
	home := r.env.Getenv("HOME")
	switch r.env.GOOS {
	case "windows":
		return r.env.Getenv("AppData"), "AppData"
	case "darwin":
		return under(home, "Library", "Application Support"), "HOME"
	}
	if xdg := r.env.Getenv("XDG_DATA_HOME"); filepath.IsAbs(xdg) {
		return xdg, "XDG_DATA_HOME"
	}
	return under(home, ".local", "share"), "HOME"
}

func under(home string, names ...string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(append([]string{home}, names...)...)
}

// where returns a function that describes the positions of an item in a list.
func (r *run) where(e *engine.Engine) func(set, id string, places ...item.Place) ([]lists.Position, error) {
	return func(set, id string, places ...item.Place) ([]lists.Position, error) {
		return e.Lists.Positions(r.ctx, set, id, places...)
	}
}

// whereIn is where for one list.
func (r *run) whereIn(e *engine.Engine, set string) func(id string, places ...item.Place) ([]lists.Position, error) {
	return func(id string, places ...item.Place) ([]lists.Position, error) {
		return r.where(e)(set, id, places...)
	}
}
