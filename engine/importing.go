package engine

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transfer"
)

// Preview plans the import of a file into a set: calendars with todos, and
// cards. Nothing is changed.
func (e *Engine) Preview(ctx context.Context, set, name string, in io.Reader) (plan *transfer.Plan, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		plan, err = transfer.Make(ctx, r, s, name, in)
		return err
	})
	return plan, err
}

// PreviewNew plans the import of a file into a set that is still to be made.
func (e *Engine) PreviewNew(ctx context.Context, name string, in io.Reader) (*transfer.Plan, error) {
	return transfer.MakeNew(ctx, name, in)
}

// Import does what a plan says, as one edit: all of it, or nothing where it
// returns an error. progress is told how many entries of all are done; it may
// be nil.
func (e *Engine) Import(ctx context.Context, set string, plan *transfer.Plan, progress func(done, all int)) (done transfer.Done, err error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	err = e.change(ctx, "import", func(t *transaction) error {
		w, err := t.in(set)
		if err != nil {
			return err
		}
		done, err = plan.Apply(ctx, w, progress)
		return err
	})
	return done, err
}

// Export writes the items of those identifiers into a file, or all live items
// of the set where there are none. It returns how many they are. Where one is
// not there, or is deleted, the error wraps store.ErrNoItem.
func (e *Engine) Export(ctx context.Context, set string, ids []string, f transfer.Format, out io.Writer) (int, error) {
	missing := map[string]bool{}
	for _, id := range ids {
		missing[id] = true
	}
	var items []*item.Item
	err := e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		return r.EachItem(s.Key, func(it *item.Item) error {
			if !it.Winner.Deleted && (len(ids) == 0 || missing[it.ID()]) {
				items = append(items, it)
				delete(missing, it.ID())
			}
			return ctx.Err()
		})
	})
	if err != nil {
		return 0, err
	}
	if len(missing) > 0 {
		all := strings.Join(slices.Sorted(maps.Keys(missing)), ", ")
		return 0, fmt.Errorf("exporting item %s: %w", all, store.ErrNoItem)
	}
	return len(items), transfer.Write(out, f, items)
}

// ExportFormats lists the formats that the items of a kind of list can go into,
// the usual one first.
func ExportFormats(kind string) []transfer.Format { return transfer.Formats(record.Kind(kind)) }
