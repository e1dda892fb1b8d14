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

// trySample creates the lists of the sample and reads their feeds.
func (w *Window) trySample() {
	var names []string
	w.run(func(ctx context.Context) (err error) {
		if names, err = w.Sample.Write(w.Sample.Folder); err != nil {
			return err
		}
		for _, name := range names {
			if err := w.subscribeTo(ctx, name, w.Sample.Folder); err != nil && !errors.Is(err, store.ErrSubscribed) {
				return err
			}
		}
		return nil
	}, func() {
		w.choose(snapshot.Place{Kind: snapshot.KindList, Set: sampleWithConflicts})
		w.focus(w.items.List())
		w.sync(subscribe.SyncOptions{Sets: names})
	})
}

// sampleLists returns the lists that are subscribed to the feeds of the sample, except those that
// were shared since: deleting one of them asks what becomes of its feed.
func (w *Window) sampleLists() (names []string) {
	for _, f := range w.now.Feeds {
		l, there := w.now.List(f.Set)
		if there && l.Location == "" && f.Location == w.Sample.Folder && !slices.Contains(names, f.Set) {
			names = append(names, f.Set)
		}
	}
	return names
}

// removeSample deletes the lists of the sample.
func (w *Window) removeSample() {
	names := w.sampleLists()
	w.saveLeft()
	work.Ask(w.Seam, func(ctx context.Context) (deleted []string, err error) {
		for _, name := range names {
			if err := w.Sharing.DeleteSet(ctx, name); err != nil {
				return deleted, err
			}
			deleted = append(deleted, name)
		}
		return deleted, nil
	}, func(deleted []string, err error) {
		if err != nil {
			w.Warn(err)
		} else {
			w.status.ShowMessage(wording.N("removed-the-n-lists-of-the", "Removed the {{.N}} lists of the sample. Ctrl+Z brings them back, one after the other.", len(deleted), wording.Data{"N": len(deleted)}))
		}
		if slices.Contains(deleted, w.at.Set) {
			w.leaveGone(deleted...)
		}
		w.Reload()
	})
}
