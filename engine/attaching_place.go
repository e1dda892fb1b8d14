package engine

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/attach"
	"crossfeed/engine/location"
	"crossfeed/engine/publish"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// ErrUnplaced means that the feed of a set was published, and files of its items could not
// be put beside it. Each publishing tries again.
var ErrUnplaced = errors.New("the feed is there, and these files are not, so that others lack them")

// placeFiles puts the files of a set's items beside its feed. What is not here yet is put
// once it came; what cannot be put is an error that wraps ErrUnplaced.
func (e *Engine) placeFiles(ctx context.Context, set store.Set, feed string, how *publish.Share) error {
	c, err := e.attached()
	if err != nil {
		return nil // this engine keeps no files
	}
	files, err := e.publishedFiles(ctx, set, "")
	if err != nil {
		return err
	}
	access := set.Publication.Access
	if how != nil {
		access = how.Access
	}
	p := attach.Placer{Places: e.parts.Places, Cache: c, Found: &e.foundFiles, Now: e.parts.Clock.Now()}
	if _, err := p.Place(ctx, location.Target{Address: feed, Access: access}, files); err != nil {
		return fmt.Errorf("publishing %q: %w: %w", set.Name, ErrUnplaced, err)
	}
	return nil
}

// publishedFiles are the files of the items of a set that are published and have one whose
// name begins so.
func (e *Engine) publishedFiles(ctx context.Context, set store.Set, begins string) (files []record.Attachment, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		withheld, err := r.Withheld(set.Key)
		if err != nil {
			return err
		}
		used, err := usedFiles(r, set.Key, begins, withheld)
		for _, f := range used {
			files = append(files, f.Attachment)
		}
		return err
	})
	return files, err
}

// takeFilesAway takes the files that this computer has away from beside a set's feed,
// which is gone: but not where feeds of others lie in the same folder, which may refer to
// them.
func (e *Engine) takeFilesAway(ctx context.Context, set store.Set, feed string) error {
	c, err := e.attached()
	if err != nil {
		return nil // this engine keeps no files
	}
	at := location.Target{Address: feed, Access: set.Publication.Access}
	if err := attach.TakeAway(ctx, e.parts.Places, c, at); err != nil {
		return fmt.Errorf("stopping to share %q: its feed is gone, and these files are still there: %w", set.Name, err)
	}
	return nil
}
