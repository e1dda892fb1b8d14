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
