// Package watch tells when a feed that is read from a file or a folder changes,
// so that it can be read soon and not only now and then.
package watch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"crossfeed/engine/location"
)

// Feeds watches the places of feeds. Where a place cannot be watched, or the
// system watches nothing, nothing is told, and nothing else suffers.
type Feeds struct {
	watcher *fsnotify.Watcher // nil where the system has none
	own     string

	mu sync.Mutex
	// folders are read whole; of the folders of files only those files count.
	folders, files map[string]bool
}

// New watches nothing yet. Feeds of the endpoint named own are its own work,
// and no news.
func New(own string) *Feeds {
	f := &Feeds{own: "." + own + ".xml"}
	if watcher, err := fsnotify.NewWatcher(); err == nil {
		f.watcher = watcher
	}
	return f
}

// Follow watches exactly these locations from now on.
func (f *Feeds) Follow(locations []string) {
	if f.watcher == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders, f.files = map[string]bool{}, map[string]bool{}
	wanted := map[string]bool{}
	for _, l := range locations {
		if path, err := location.Path(l); err == nil {
			wanted[f.place(filepath.Clean(path))] = true
		}
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
func (f *Feeds) place(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		f.folders[path] = true
		return path
	}
	f.files[path] = true
	return filepath.Dir(path)
}

// Run calls changed when something changed and then nothing did for as long as
// calm: who writes several feeds is read once. It ends with ctx.
func (f *Feeds) Run(ctx context.Context, calm time.Duration, changed func()) {
	if f.watcher == nil {
		return
	}
	defer f.watcher.Close()
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.watcher.Errors:
		case event := <-f.watcher.Events:
			if f.isNews(event) {
				quiet = time.After(calm)
			}
		case <-quiet:
			quiet = nil
			changed()
		}
	}
}

// isNews passes over what this endpoint wrote itself, over unfinished files,
// and over what changes no content.
func (f *Feeds) isNews(event fsnotify.Event) bool {
	name := filepath.Base(event.Name)
	if event.Op == fsnotify.Chmod || strings.HasPrefix(name, ".") || strings.HasSuffix(name, f.own) {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files[event.Name] || f.folders[filepath.Dir(event.Name)]
}
