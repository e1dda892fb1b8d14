package engine

import (
	"context"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Library is a tree of feeds and files of others that is kept here, and what it takes.
type Library struct {
	store.Library
	// Name is what it is called: by a person, else by its root feed, else its address.
	Name string
	Use  store.ContentUse
	// Running tells that it is synced now by this program.
	Running bool
}

// LibraryOptions are what a person decides about a library.
type LibraryOptions struct {
	Title  string
	Access location.Access
	Paused bool
	Every  time.Duration
	// Room is the greatest number of bytes that its files may take, or 0 for the usual
	// limit.
	Room int64
}

// Libraries lists the libraries in the order in which they were added.
func (e *Engine) Libraries(ctx context.Context) ([]Library, error) { panic("to be written") }

// LibraryNamed finds a library by its name, its address or its key in digits. It returns
// an error that wraps store.ErrNoLibrary, or one that tells of several.
func (e *Engine) LibraryNamed(ctx context.Context, name string) (Library, error) {
	panic("to be written")
}

// AddLibrary adds the tree whose root feed lies at a location. An address of a folder
// means the feed folder.RootName in it. The root feed is looked at first: what is no feed
// is refused with a *location.Error. Nothing else is fetched before SyncLibrary.
func (e *Engine) AddLibrary(ctx context.Context, at string, o LibraryOptions) (Library, error) {
	panic("to be written")
}

// ChangeLibrary changes what a person decided about a library.
func (e *Engine) ChangeLibrary(ctx context.Context, key int64, change func(*LibraryOptions)) error {
	panic("to be written")
}

// RemoveLibrary forgets a library, and takes its files from the disk.
func (e *Engine) RemoveLibrary(ctx context.Context, key int64) error { panic("to be written") }

// ContentOptions say how a library is synced.
type ContentOptions struct {
	// Whole asks for everything without conditions.
	Whole bool
	// Queue does what waits, and asks for no feed that does not.
	Queue bool
	// Progress is told now and then, on any goroutine; nil is nobody.
	Progress func(contentsync.Progress)
}

// SyncLibrary runs the download algorithm on a library. A second call for a library that
// is synced already waits for the first to end.
func (e *Engine) SyncLibrary(ctx context.Context, key int64, o ContentOptions) (contentsync.Report, error) {
	panic("to be written")
}

// SyncLibraries syncs those that are due, one after another, or all that are not paused.
func (e *Engine) SyncLibraries(ctx context.Context, due bool, o ContentOptions) ([]contentsync.Report, error) {
	panic("to be written")
}

// ContentPage is a feed of a library as it is shown: what is in it, without what is in
// the feeds that are nested in it.
type ContentPage struct {
	store.ContentFeed
	Items []ContentEntry
	// HiddenItems is how many were left out because they are hidden.
	HiddenItems int
}

// ContentEntry is an item of a page.
type ContentEntry struct {
	store.ContentItem
	// Files are what its links lead to; where it is a nested feed, one.
	Files []ContentEntryFile
}

// ContentEntryFile is what a link leads to, and what has become of it.
type ContentEntryFile struct {
	store.ContentLink
	State ContentState
	// Size is that of what is here in bytes, else what came up to now; Whole is that of the
	// whole file, -1 where it is not known.
	Size, Whole int64
	Type        string
	// Error is the plain reason of the last failure, Trouble its kind, Tried when it was.
	Error   string
	Trouble location.Trouble
	Tried   time.Time
	// Since is when it came.
	Since time.Time
}

// ContentState is what has become of a file or a nested feed.
type ContentState string

// The states.
const (
	ContentHere     ContentState = "here"
	ContentWaiting  ContentState = "waiting"
	ContentOnDemand ContentState = "on demand"
	ContentRemoved  ContentState = "removed"
	ContentFailed   ContentState = "failed"
	// ContentStale is here, and on demand, and the feed has a newer one.
	ContentStale ContentState = "newer there"
)

// Content gives a cached feed of a library ("" for the root), with hidden items or
// without. It returns an error that wraps store.ErrNoLibrary; a feed that is not here is
// an empty page.
func (e *Engine) Content(ctx context.Context, library int64, feed string, hidden bool) (ContentPage, error) {
	panic("to be written")
}

// GetContent fetches files and nested feeds that are on demand, were removed, or failed,
// by their addresses.
func (e *Engine) GetContent(ctx context.Context, library int64, o ContentOptions, addresses ...string) (contentsync.Report, error) {
	panic("to be written")
}

// RemoveContent takes files from the disk; the library shows them as removed, and they
// can be had again. It returns how many bytes became free.
func (e *Engine) RemoveContent(ctx context.Context, library int64, addresses ...string) (freed int64, err error) {
	panic("to be written")
}

// ContentPath is where a file of a library lies on this computer, to open it: whole, and
// as it came. One that is not here, or was changed or removed by another program, is an
// error that tells to get it again.
func (e *Engine) ContentPath(ctx context.Context, library int64, address string) (path string, err error) {
	panic("to be written")
}

// PublishFolder publishes a folder of this computer as a tree of feeds.
func (e *Engine) PublishFolder(ctx context.Context, o folder.Options) (folder.Report, error) {
	panic("to be written")
}

// PublishedFolders lists the folders that are published.
func (e *Engine) PublishedFolders(ctx context.Context) ([]store.PublishedFolder, error) {
	panic("to be written")
}

// StopFolder forgets a publication, and takes away what was written where remove says it.
func (e *Engine) StopFolder(ctx context.Context, key int64, remove bool) error {
	panic("to be written")
}
