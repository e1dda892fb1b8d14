package window

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Sample are lists to try Crossfeed with.
type Sample struct {
	// Folder is where their feeds are.
	Folder string
	// Write writes the feeds into the folder, and returns the names of the lists.
	Write func(folder string) (lists []string, err error)
}

// sampleWithConflicts is the list of the sample that is shown first.
const sampleWithConflicts = "Groceries"

// samplePages creates and removes the sample.
type samplePages struct {
	*shell
	edits   *editing
	feeds   *feedPages
	syncing *syncing
}

// trySample creates the lists of the sample and reads their feeds.
func (c *samplePages) trySample() {
	var names []string
	c.run(func(ctx context.Context) (err error) {
		if names, err = c.Sample.Write(c.Sample.Folder); err != nil {
			return err
		}
		for _, name := range names {
			if err := c.feeds.subscribeTo(ctx, name, c.Sample.Folder); err != nil && !errors.Is(err, store.ErrSubscribed) {
				return err
			}
		}
		return nil
	}, func() {
		c.choose(snapshot.Place{Kind: snapshot.KindList, Set: sampleWithConflicts})
		c.focus(c.items.List())
		c.syncing.sync(subscribe.SyncOptions{Sets: names})
	})
}

// sampleLists returns the lists that are subscribed to the feeds of the sample, except those that
// were shared since: deleting one of them asks what becomes of its feed.
func (c *samplePages) sampleLists() (names []string) {
	for _, f := range c.now.Feeds {
		l, there := c.now.List(f.Set)
		if there && l.Location == "" && f.Location == c.Sample.Folder && !slices.Contains(names, f.Set) {
			names = append(names, f.Set)
		}
	}
	return names
}

// removeSample deletes the lists of the sample.
func (c *samplePages) removeSample() {
	names := c.sampleLists()
	c.edits.saveLeft()
	work.Ask(c.Seam, func(ctx context.Context) (deleted []string, err error) {
		for _, name := range names {
			if err := c.Sharing.DeleteSet(ctx, name); err != nil {
				return deleted, err
			}
			deleted = append(deleted, name)
		}
		return deleted, nil
	}, func(deleted []string, err error) {
		if err != nil {
			c.Warn(err)
		} else {
			c.status.ShowMessage(wording.N("removed-the-n-lists-of-the", "Removed the {{.N}} lists of the sample. Ctrl+Z brings them back, one after the other.", len(deleted), wording.Data{"N": len(deleted)}))
		}
		if slices.Contains(deleted, c.at.Set) {
			c.leaveGone(deleted...)
		}
		c.Reload()
	})
}
