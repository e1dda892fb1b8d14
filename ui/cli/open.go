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

// fixed is the clock of --now.
type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }

func (r *run) clock() engine.Clock {
	if r.flags.Now.IsZero() {
		return r.env.Clock
	}
	return fixed(r.flags.Now)
}

// once opens the engine, does something with it, and closes it. It notes how far that came.
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
		r.attend("crossfeed: %d saved changes are missing: the log of the database (crossfeed.db-wal) was removed, or an older copy was put in its place. crossfeed sync brings back what was published; crossfeed restore puts back a backup", r.missing)
	}
	r.recordCrashes() // in a folder that the first run has created just now
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
	r.tellRenewals(e)
	err = r.accountsOf(e)
	if err == nil {
		err = a.run(r, st, func() error { return do(e) })
	}
	r.tellRenewals(e)
	return errors.Join(err, e.Close())
}

// recordCrashes has panics recorded in the data folder, where that is there. A folder that
// takes no report is no reason not to work.
func (r *run) recordCrashes() {
	dir, err := r.dataDir()
	if r.recording || err != nil {
		return
	}
	r.crashed, err = crash.Open(dir, Version)
	r.recording = err == nil
}

// home tells where a store is, as far as it says that.
func (r *run) home(st store.Store) (home store.Home) {
	if at, is := st.(interface{ Home() store.Home }); is {
		home = at.Home()
	}
	if r.env.Machine != nil {
		home.Machine = r.env.Machine()
	}
	return home
}

// dataDir is the folder of the store: --data, or the one that the system keeps
// for the user's data.
func (r *run) dataDir() (string, error) {
	if r.flags.Data != "" {
		return r.flags.Data, nil
	}
	parent, named := r.userData()
	if parent == "" {
		return "", fmt.Errorf("there is no folder for the user's data, because %s is not set: name one with --data", named)
	}
	return filepath.Join(parent, "crossfeed"), nil
}

// userData is the folder for all programs' data, and the variable that says
// where it is.
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

// where tells where places of an item of a list are.
func (r *run) where(e *engine.Engine) func(set, id string, places ...item.Place) ([]lists.Whereabouts, error) {
	return func(set, id string, places ...item.Place) ([]lists.Whereabouts, error) {
		return e.Lists.Whereabouts(r.ctx, set, id, places...)
	}
}

// whereIn is where for one list.
func (r *run) whereIn(e *engine.Engine, set string) func(id string, places ...item.Place) ([]lists.Whereabouts, error) {
	return func(id string, places ...item.Place) ([]lists.Whereabouts, error) {
		return r.where(e)(set, id, places...)
	}
}
