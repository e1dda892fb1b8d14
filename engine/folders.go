package engine

import (
	"context"

	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/store"
)

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
