package transport

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"crossfeed/engine/crash"
)

// Watcher reports when a feed that is read from a file or a folder changes, so that it can be
// refreshed soon. If a place cannot be watched, or the system does not support watching, it
// reports nothing, without an error. Most systems do not report changes in network folders, so
// its users also have to check from time to time.
type Watcher struct {
	watcher *fsnotify.Watcher // nil if the system has none
	own     []string          // the end of the names of its feeds, before the extension

	mu sync.Mutex
	// folders are watched as a whole; in the folders of files, only those files count. The
	// values are the paths as passed to Follow.
	folders, files map[string]string
}

// NewWatcher returns a Watcher that watches nothing yet. It ignores the feeds of the endpoint
// named own, because that endpoint is the one that writes them.
func NewWatcher(own string) *Watcher {
	f := &Watcher{own: []string{ownIn(Escape(own)), ownIn(EscapeFormer(own))}}
	if watcher, err := fsnotify.NewWatcher(); err == nil {
		f.watcher = watcher
	}
	return f
}

// Follow watches exactly these files and folders of this computer from now on.
func (f *Watcher) Follow(paths []string) {
	if f.watcher == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders, f.files = map[string]string{}, map[string]string{}
	wanted := map[string]bool{}
	for _, path := range paths {
		wanted[f.place(path)] = true
	}
	for _, path := range f.watcher.WatchList() {
		if !wanted[path] {
			_ = f.watcher.Remove(path)
		}
		delete(wanted, path)
	}
	for path := range wanted {
		_ = f.watcher.Add(path)
	}
}

// place records whether a path is a file or a folder, and returns the folder to watch for it.
func (f *Watcher) place(told string) string {
	path := filepath.Clean(told)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		f.folders[path] = told
		return path
	}
	f.files[path] = told
	return filepath.Dir(path)
}

// Run calls changed with the places that have changed, once nothing has changed for the
// duration of calm, so that a series of writes causes one refresh. It ends with ctx.
func (f *Watcher) Run(ctx context.Context, calm time.Duration, changed func(paths []string)) {
	if f.watcher == nil {
		return
	}
	defer f.watcher.Close()
	var quiet <-chan time.Time
	news := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.watcher.Errors:
		case event := <-f.watcher.Events:
			if place, is := f.news(event); is {
				news[place] = true
				quiet = time.After(calm)
			}
		case <-quiet:
			quiet = nil
			changed(slices.Sorted(maps.Keys(news)))
			clear(news)
		}
	}
}

// news returns the place in which something changed. It ignores what this endpoint wrote
// itself, temporary files, and events that change no content.
func (f *Watcher) news(event fsnotify.Event) (place string, is bool) {
	name := filepath.Base(event.Name)
	if event.Op == fsnotify.Chmod || strings.HasPrefix(name, ".") {
		return "", false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if place, is = f.files[event.Name]; is {
		return place, true
	}
	place, is = f.folders[filepath.Dir(event.Name)]
	return place, is && !f.isOwn(name)
}

// isOwn reports whether a file in a folder is this endpoint's: the feed of any list
// (FileName), or the complete feed next to it.
func (f *Watcher) isOwn(name string) bool {
	name = strings.ToLower(name)
	ending := filepath.Ext(name)
	rest := strings.TrimSuffix(strings.TrimSuffix(name, ending), ".complete") + "."
	return (ending == XML || ending == OPML) && slices.ContainsFunc(f.own, func(own string) bool { return strings.HasSuffix(rest, own) })
}

// ownIn returns the end of the names of an endpoint's feeds, before the extension.
func ownIn(escaped string) string { return strings.ToLower("." + escaped + ".") }

// Touched signals when somebody writes a file of this computer or replaces it, until ctx ends.
// It returns false if the system does not support watching: the caller then has to poll.
func Touched(ctx context.Context, path string) (<-chan struct{}, bool) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, false
	}
	if watcher.Add(filepath.Dir(path)) != nil {
		_ = watcher.Close()
		return nil, false
	}
	told := make(chan struct{}, 1)
	go func() {
		defer watcher.Close()
		_ = crash.Do(func() { pass(ctx, watcher, filepath.Base(path), told) }) // callers also poll from time to time
	}()
	return told, true
}

// pass forwards the events for the file with a name in the one watched folder.
func pass(ctx context.Context, watcher *fsnotify.Watcher, name string, told chan<- struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-watcher.Errors: // some events were lost
		case event := <-watcher.Events:
			if filepath.Base(event.Name) != name || !event.Has(fsnotify.Write|fsnotify.Create) {
				continue
			}
		}
		select {
		case told <- struct{}{}:
		default: // a signal is already pending
		}
	}
}
