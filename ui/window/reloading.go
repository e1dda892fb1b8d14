package window

import (
	"context"

	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
)

// reloading is the reading of libraries: one at a time, and one more after it where
// something changed meanwhile.
type reloading struct{ running, again bool }

// ReloadLibraries reads again what is shown of libraries and of published folders: nothing
// else changed.
func (w *Window) ReloadLibraries() {
	r := &w.libraries.reading
	if r.running {
		r.again = true
		return
	}
	r.running = true
	work.Ask(w.Seam, func(ctx context.Context) (snapshot.Snapshot, error) {
		return snapshot.ReadLibraries(ctx, w.Engine)
	}, func(s snapshot.Snapshot, err error) {
		again := r.again
		*r = reloading{}
		if err != nil {
			w.Warn(err)
			return
		}
		w.showLibraries(s)
		if again {
			w.ReloadLibraries()
		}
	})
}

// showLibraries swaps what is shown of libraries.
func (w *Window) showLibraries(s snapshot.Snapshot) {
	w.now.Libraries, w.now.Published = s.Libraries, s.Published
	w.begin()
	w.sidebar.Show(&w.now, w.markInSidebar())
	w.fillLibrary()
}
