package window

import (
	"context"

	"crossfeed/engine"
	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/folder"
)

// libraryEngine keeps libraries and publishes folders.
type libraryEngine interface {
	LookLibrary(ctx context.Context, at string, o engine.LibraryOptions) (engine.FoundLibrary, error)
	AddLibrary(ctx context.Context, at string, o engine.LibraryOptions) (engine.Library, error)
	ChangeLibrary(ctx context.Context, key int64, change func(*engine.LibraryOptions)) error
	RemoveLibrary(ctx context.Context, key int64) error
	SyncLibrary(ctx context.Context, key int64, o engine.ContentOptions) (contentsync.Report, error)
	Content(ctx context.Context, library int64, feed string, hidden bool) (engine.ContentPage, error)
	GetContent(ctx context.Context, library int64, o engine.ContentOptions, addresses ...string) (contentsync.Report, error)
	RemoveContent(ctx context.Context, library int64, addresses ...string) (freed int64, err error)
	ContentPath(ctx context.Context, library int64, address string) (path string, err error)
	CountFolder(ctx context.Context, o folder.Options) (int, error)
	PublishFolder(ctx context.Context, o folder.Options) (folder.Report, error)
	StopFolder(ctx context.Context, key int64, remove bool) error
}
