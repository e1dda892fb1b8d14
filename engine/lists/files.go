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

// Preview plans the import of a file into a list: a calendar with todos, cards, or outlines.
// It changes nothing.
func (s *Service) Preview(ctx context.Context, list, name string, in io.Reader) (plan *transfer.Plan, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		plan, err = transfer.Make(ctx, r, l, name, in)
		return err
	})
	return plan, err
}

// PreviewNew plans the import of a file into a new list.
func (s *Service) PreviewNew(ctx context.Context, name string, in io.Reader) (*transfer.Plan, error) {
	return transfer.MakeNew(ctx, name, in)
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
}

// Export writes the given items to a file, or all items of the list that are not deleted if
// ids is empty. Outlines are exported with everything in them, as shown. If an item does not
// exist or is deleted, the error wraps store.ErrNoItem.
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

// exportOutlines is Export for OPML, with the name of the list as its title.
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
