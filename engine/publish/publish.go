// Package publish writes the feed of an item set (SSE 0.93 §2): the complete
// one, streamed from one state of the store and put in place in one step.
package publish

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"time"

	"crossfeed/engine/family"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/sse091/place"
	"crossfeed/engine/store"
)

// Target is a set and the file that its feed is written to.
type Target struct {
	Set store.Set
	// Endpoint is named as the author of the feed.
	Endpoint string
	Path     string
}

// Complete writes the feed of all items, tombstones included. The same items
// make the same bytes, and a file that holds them already is not touched. A
// file that is not this set's own feed is an error that wraps ErrNotOurs. now is
// the feed's time of change where no item has one. Before anything is written
// the set says which edits the file may have (store.Set.Published), so that no
// edit that others have seen is ever taken for one that nobody saw.
func Complete(ctx context.Context, st store.Store, files location.Files, t Target, now time.Time) error {
	for range tries {
		if err := checkOurs(files, t); err != nil {
			return err
		}
		if err := mark(ctx, st, t.Set.Key); err != nil {
			return err
		}
		before, err := st.Revision(ctx)
		if err != nil {
			return err
		}
		if err := once(ctx, st, files, t, now); err != nil {
			return err
		}
		after, err := st.Revision(ctx)
		if err != nil || after == before {
			return err
		}
	}
	return nil
}

// tries bounds how often a feed is written again because the store changed
// meanwhile. Without it, of two processes that publish at once, the one with the
// older state could come last.
const tries = 3

// once writes the feed of the state that the store is in.
func once(ctx context.Context, st store.Store, files location.Files, t Target, now time.Time) error {
	err := marked(ctx, st, t.Set.Key, func(r store.Reader) error {
		document, err := header(r, t, now)
		if err != nil {
			return err
		}
		return replaceChanged(ctx, files, t.Path, func(w io.Writer) error {
			return write(ctx, w, document, r, t.Set.Key)
		})
	})
	if err != nil {
		return fmt.Errorf("publishing %q: %w", t.Set.Name, err)
	}
	return nil
}

// header is what stands at the level of the feed.
func header(r store.ItemReader, t Target, now time.Time) (feed.Document, error) {
	updated, err := newest(r, t.Set.Key)
	if updated.IsZero() {
		updated = now
	}
	return feed.Document{
		Format:  feed.Format(t.Set.Format),
		Dialect: feed.Dialect(t.Set.Dialect),
		Title:   t.Set.Name,
		ID:      t.Set.FeedID,
		Author:  t.Endpoint,
		Self:    self(t.Path),
		Updated: updated,
		Foreign: t.Set.Foreign,
	}, err
}

// self is the feed's own address, relative to where it lies: who can read the
// file is not told the folders of this computer, and a copied feed stays right.
func self(path string) string {
	return (&url.URL{Path: filepath.Base(path)}).String()
}

// newest is the newest time of change among the winners of a set, or zero.
func newest(r store.ItemReader, set int64) (time.Time, error) {
	var newest time.Time
	for _, q := range []store.Query{{}, {Deleted: true}} {
		rows, err := r.Rows(set, q)
		if err != nil {
			return newest, err
		}
		for _, row := range rows {
			if row.When.After(newest) {
				newest = row.When
			}
		}
	}
	return newest, nil
}

func write(ctx context.Context, to io.Writer, d feed.Document, r store.ItemReader, set int64) error {
	w := feed.NewWriter(to, d)
	var err error
	if family.Ordered(d.Format) {
		err = outlines(r, set, func(it *item.Item, depth int) error { return cmp.Or(ctx.Err(), w.WriteAt(it, depth)) })
	} else {
		err = r.EachItem(set, func(it *item.Item) error { return cmp.Or(ctx.Err(), w.Write(it)) })
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// outlines gives every item as it stands in the tree, tombstones included
// (SSE 0.91 §3.2). What stands too deep for a document comes at the root.
func outlines(r store.ItemReader, set int64, write func(*item.Item, int) error) error {
	held, err := r.Places(set)
	if err != nil {
		return err
	}
	nodes := make([]place.Node, len(held))
	for i, p := range held {
		nodes[i] = place.Node{ID: p.ID, Place: p.Place, Deleted: p.Deleted}
	}
	for _, row := range place.Folded(place.Tree(nodes)) {
		it, err := r.Item(set, nodes[row.Index].ID)
		if err != nil {
			return err
		}
		if err := write(it, row.Depth); err != nil {
			return err
		}
	}
	return nil
}
