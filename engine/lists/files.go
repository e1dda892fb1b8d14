package lists

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Preview plans the import of a file into a list: a calendar with todos, cards, outlines, a
// table, whose columns may be mapped, or a feed. It changes nothing.
func (s *Service) Preview(ctx context.Context, list, name string, in io.Reader, columns transfer.Mapping) (*transfer.Plan, error) {
	return store.ReadIn(ctx, s.Store, list, func(r store.Reader, l store.Set) (*transfer.Plan, error) {
		return transfer.Make(ctx, r, l, name, in, columns)
	})
}

// PreviewNew plans the import of a file into a new list of a kind, or without one of the kind
// that fits best.
func (s *Service) PreviewNew(ctx context.Context, kind record.Kind, name string, in io.Reader, columns transfer.Mapping) (*transfer.Plan, error) {
	return transfer.MakeNew(ctx, kind, name, in, columns)
}

// Import carries out a plan as one edit. If it returns an error, nothing is imported. progress
// is called with the number of entries done; it may be nil.
func (s *Service) Import(ctx context.Context, list string, plan *transfer.Plan, progress func(done, all int)) (done transfer.Done, err error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	err = s.Edit.Do(ctx, "import", func(t *edit.Transaction) error {
		w, err := t.In(list)
		if err != nil {
			return err
		}
		done, err = plan.Apply(ctx, w, progress)
		return err
	})
	return done, err
}

// Exported describes what an export wrote.
type Exported struct {
	// Items is the number of items. Files is the number of attachments that they refer to;
	// exports do not contain these.
	Items, Files int
	// Damaged are the items that could not be read, and were left out.
	Damaged []string
	// Withheld is the number of items that were left out of a feed, because only
	// read-only subscriptions have them: publishing leaves them out, too.
	Withheld int
}

// ErrOutlineFeed: the feed of an outline would be OPML.
var ErrOutlineFeed = errors.New("an outline is no RSS or Atom: export it as OPML (.opml), or as a table (.csv)")

// Export writes the given items to a file, or all items of the list that are not deleted if
// ids is empty. Outlines are exported with everything in them, as shown. A feed also has the
// items that were deleted. If an item does not exist or is deleted, the error wraps
// store.ErrNoItem.
func (s *Service) Export(ctx context.Context, list string, ids []string, f transfer.Format, out io.Writer) (done Exported, err error) {
	var items []*item.Item
	var set store.Set
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) (err error) {
		set = l
		items, err = s.exported(ctx, r, l, ids, f, &done)
		return err
	})
	if err != nil {
		return done, err
	}
	switch {
	case f == transfer.Outlines:
		done.Items, err = transfer.WriteOutlines(out, set.Name, items, ids)
		return done, err
	case inTree(f, set):
		done.Items, err = transfer.WriteOutlineTable(out, items, ids)
		return done, err
	}
	for _, it := range items {
		if !it.Winner.Deleted {
			done.Items++
			done.Files += len(record.Attachments(it.Winner.Content))
		}
	}
	switch f {
	case transfer.Table:
		err = transfer.WriteTable(out, record.Kind(set.Kind), items)
	case transfer.Feed:
		err = transfer.WriteFeed(out, s.document(set, items), items)
	default:
		err = transfer.Write(out, f, items)
	}
	return done, err
}

func inTree(f transfer.Format, l store.Set) bool {
	return f == transfer.Outlines || f == transfer.Table && record.Kind(l.Kind) == record.Outline
}

// exported reads the items to export. For a tree that is all of them: children of a tombstone
// take its position.
func (s *Service) exported(ctx context.Context, r store.Reader, l store.Set, ids []string, f transfer.Format, done *Exported) (items []*item.Item, err error) {
	if f == transfer.Feed && l.Format.Ordered() {
		return nil, fmt.Errorf("exporting %q: %w", l.Name, ErrOutlineFeed)
	}
	withheld := map[string]bool{}
	if f == transfer.Feed {
		if withheld, err = r.Withheld(l.Key); err != nil {
			return nil, err
		}
	}
	if items, err = chosen(r, l.Key, ids); err != nil {
		return nil, err
	}
	if len(ids) == 0 || inTree(f, l) {
		items, done.Damaged, err = every(ctx, r, l.Key, func(it *item.Item) bool {
			return !it.Winner.Deleted || f == transfer.Feed || inTree(f, l)
		})
	}
	return slices.DeleteFunc(items, func(it *item.Item) bool {
		if withheld[it.ID()] && !it.Winner.Deleted {
			done.Withheld++
		}
		return withheld[it.ID()]
	}), err
}

// document returns the feed-level data of an exported feed. Names of devices are left out, and
// so is who wrote it.
func (s *Service) document(l store.Set, items []*item.Item) feed.Document {
	d := feed.Document{Format: l.Format, Dialect: l.Dialect, Title: l.Name, ID: l.FeedID, Foreign: l.Foreign}
	for _, it := range items {
		if at := it.Winner.Top().When.Time(); at.After(d.Updated) {
			d.Updated = at
		}
	}
	if d.Updated.IsZero() {
		d.Updated = s.Clock.Now()
	}
	return d
}

// every reads the wanted items of a list, and returns the identifiers of damaged ones.
func every(ctx context.Context, r store.ItemReader, set int64, wanted func(*item.Item) bool) (items []*item.Item, damaged []string, err error) {
	err = r.EachItem(set, func(it *item.Item) error {
		if wanted(it) {
			items = append(items, it)
		}
		return ctx.Err()
	})
	damaged, err = store.Spare(err)
	return items, damaged, err
}

// chosen reads items that are not deleted, each once.
func chosen(r store.ItemReader, set int64, ids []string) ([]*item.Item, error) {
	var items []*item.Item
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		it, err := r.Item(set, id)
		if err == nil && it.Winner.Deleted {
			err = fmt.Errorf("item %s is deleted: restore it first: %w", id, store.ErrNoItem)
		}
		if err != nil {
			return nil, fmt.Errorf("exporting: %w", err)
		}
		items = append(items, it)
	}
	return items, nil
}

// ExportFormats returns the export formats for a kind of list, the usual one first.
func ExportFormats(kind string) []transfer.Format { return transfer.Formats(record.Kind(kind)) }
