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

// Watcher tells when a feed that is read from a file or a folder changes, so that it can be
// read soon and not only now and then. Where a place cannot be watched, or the
// system watches nothing, nothing is told, and nothing else suffers. Changes in
// network folders are mostly not told by systems, so whoever follows looks now and
// then as well.
type Watcher struct {
	watcher *fsnotify.Watcher // nil where the system has none
	own     []string          // what the names of its feeds end in, but for the ending

	mu sync.Mutex
	// folders are read whole; of the folders of files only those files count. Each leads
	// to the place as Follow was told it.
	folders, files map[string]string
}

// NewWatcher watches nothing yet. Feeds of the endpoint named own are its own work,
// and no news.
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

// place notes what a path is, and returns the folder to watch for it.
func (f *Watcher) place(told string) string {
	path := filepath.Clean(told)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		f.folders[path] = told
		return path
	}
	f.files[path] = told
	return filepath.Dir(path)
}

// Run calls changed with the places in which something changed, once nothing did for as
// long as calm: who writes several feeds is read once. It ends with ctx.
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

// news tells in which place something changed. It passes over what this endpoint wrote
// itself, over unfinished files, and over what changes no content.
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

// isOwn tells of a file in a folder whether it is this endpoint's: the feed of some list
// (FileName), or the complete one beside it.
func (f *Watcher) isOwn(name string) bool {
	name = strings.ToLower(name)
	ending := filepath.Ext(name)
	rest := strings.TrimSuffix(strings.TrimSuffix(name, ending), ".complete") + "."
	return (ending == XML || ending == OPML) && slices.ContainsFunc(f.own, func(own string) bool { return strings.HasSuffix(rest, own) })
}

// ownIn is what the names of an endpoint's feeds end in, but for the ending.
func ownIn(escaped string) string { return strings.ToLower("." + escaped + ".") }

// Touched tells when somebody writes a file of this computer or puts another in its place, until
// ctx ends. It reports false where the system tells nothing: then whoever waits has to look.
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
		_ = crash.Do(func() { pass(ctx, watcher, filepath.Base(path), told) }) // who waits looks now and then, too
	}()
	return told, true
}

// pass passes on what the system tells of the file of a name, in the one folder that is watched.
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
		default: // it waits already
		}
	}
}
