package engine

import (
	"context"
	"fmt"

	"crossfeed/engine/attach"
	"crossfeed/engine/location"
	"crossfeed/engine/publish"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// placeFiles puts the files of a set's items beside its feed, before the feed. What is not
// here yet is put once it came, and what cannot be put does not keep the feed back.
func (e *Engine) placeFiles(ctx context.Context, set store.Set, feed string, how *publish.Share) error {
	c, err := e.attached()
	if err != nil {
		return nil // this engine keeps no files
	}
	files, err := e.publishedFiles(ctx, set)
	if err != nil {
		return err
	}
	access := set.Publication.Access
	if how != nil {
		access = how.Access
	}
	if _, err := attach.Place(ctx, e.parts.Places, c, location.Target{Address: feed, Access: access}, files); err != nil {
		return fmt.Errorf("publishing %q: the feed is there, and these files are not, so that others lack them: %w", set.Name, err)
	}
	return nil
}

// publishedFiles are the files of the items of a set that are published.
func (e *Engine) publishedFiles(ctx context.Context, set store.Set) (files []record.Attachment, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		withheld, err := r.Withheld(set.Key)
		if err != nil {
			return err
		}
		used, err := usedFiles(r, set.Key, withheld)
		for _, f := range used {
			files = append(files, f.Attachment)
		}
		return err
	})
	return files, err
}

// takeFilesAway takes the files of a set's items away from beside its feed, which is gone:
// but not where feeds of others lie in the same folder, which may refer to them.
func (e *Engine) takeFilesAway(ctx context.Context, set store.Set, feed string) error {
	files, err := e.publishedFiles(ctx, set)
	if err != nil || len(files) == 0 {
		return err
	}
	at := location.Target{Address: feed, Access: set.Publication.Access}
	if err := attach.TakeAway(ctx, e.parts.Places, at, files); err != nil {
		return fmt.Errorf("stopping to share %q: its feed is gone, and these files are still there: %w", set.Name, err)
	}
	return nil
}
