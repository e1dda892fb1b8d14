package lists

import (
	"context"
	"fmt"
	"io"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Preview plans the import of a file into a list: calendars with todos,
// cards, and outlines. Nothing is changed.
func (s *Service) Preview(ctx context.Context, list, name string, in io.Reader) (plan *transfer.Plan, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		plan, err = transfer.Make(ctx, r, l, name, in)
		return err
	})
	return plan, err
}

// PreviewNew plans the import of a file into a list that is still to be made.
func (s *Service) PreviewNew(ctx context.Context, name string, in io.Reader) (*transfer.Plan, error) {
	return transfer.MakeNew(ctx, name, in)
}

// Import does what a plan says, as one edit: all of it, or nothing where it
// returns an error. progress is told how many entries of all are done; it may
// be nil.
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

// Exported tells what an export wrote.
type Exported struct {
	// Items is how many there are. Files is how many files they refer to: no export has
	// them.
	Items, Files int
	// Damaged are the items that could not be read, and are not among them.
	Damaged []string
}

// Export writes the items of those identifiers into a file, or all live items
// of the list where there are none. Outlines come with all that is in them, as they
// are shown. Where one is not there, or is deleted, the error wraps store.ErrNoItem.
func (s *Service) Export(ctx context.Context, list string, ids []string, f transfer.Format, out io.Writer) (done Exported, err error) {
	if f == transfer.Outlines {
		return s.exportOutlines(ctx, list, ids, out)
	}
	var items []*item.Item
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) (err error) {
		if len(ids) > 0 {
			items, err = chosen(r, l.Key, ids)
			return err
		}
		items, done.Damaged, err = every(ctx, r, l.Key, func(it *item.Item) bool { return !it.Winner.Deleted })
		return err
	})
	if err != nil {
		return done, err
	}
	done.Items = len(items)
	for _, it := range items {
		done.Files += len(record.Attachments(it.Winner.Content))
	}
	return done, transfer.Write(out, f, items)
}

// exportOutlines is Export for OPML, whose title is the name of the list.
func (s *Service) exportOutlines(ctx context.Context, list string, ids []string, out io.Writer) (done Exported, err error) {
	var items []*item.Item
	var title string
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) (err error) {
		title = l.Name
		if _, err = chosen(r, l.Key, ids); err != nil {
			return err
		}
		items, done.Damaged, err = every(ctx, r, l.Key, func(*item.Item) bool { return true })
		return err
	})
	if err == nil {
		done.Items, err = transfer.WriteOutlines(out, title, items, ids)
	}
	return done, err
}

// every reads the items of a list that are wanted, and lists those that are damaged.
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

// chosen reads live items, each once.
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

// ExportFormats lists the formats that the items of a kind of list can go into,
// the usual one first.
func ExportFormats(kind string) []transfer.Format { return transfer.Formats(record.Kind(kind)) }
