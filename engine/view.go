package engine

import (
	"context"
	"errors"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// View reads one state of the store, so that each count matches the rows that a page shows.
type View interface {
	// Changes returns what changed since a revision.
	Changes(ctx context.Context, since int64) (store.Change, error)
	Overview(ctx context.Context, last lists.Overview, changed store.Change) (lists.Overview, error)
	Found(ctx context.Context, set string, q store.Query) (rows []store.Row, found int, err error)
	Subscriptions(ctx context.Context, set string) ([]store.Subscription, error)
	Conflicts(ctx context.Context) ([]store.InSet, error)
	Smart(ctx context.Context, s lists.Smart) ([]store.InSet, error)
	Search(ctx context.Context, q store.Query, most int) ([]lists.Hits, error)
	Outline(ctx context.Context, set string) ([]lists.OutlineRow, error)
	Healths(ctx context.Context, set string) ([]subscribe.Health, error)
	HeldItems(ctx context.Context, set string) ([]store.HeldItem, error)
	Names(ctx context.Context) (*item.Names, error)
	Libraries(ctx context.Context) ([]library.Library, error)
	PublishedFolders(ctx context.Context) ([]store.PublishedFolder, error)
	Item(ctx context.Context, set, id string) (*item.Item, error)
	Row(ctx context.Context, set, id string) (store.Row, error)
	Newest(ctx context.Context, set, id string, most int) (newest []store.Archived, all int, err error)
	Lost(ctx context.Context, set, id string) (record.Kind, error)
	BackupSettings(ctx context.Context) (safekeeping.Settings, error)
}

// View calls read with one state of the store. The state is valid until read returns, in one
// goroutine only.
func (e *Engine) View(ctx context.Context, read func(View) error) error {
	return e.store.View(ctx, func(r store.Reader) error {
		st := fixed{r}
		c := e.Conflicts
		c.Store = st
		return read(view{&Engine{st, e.common}, e.Lists.Reading(st), e.Names.Reading(st), e.Library.Reading(st), e.Subscriptions.Reading(st), c})
	})
}

// view implements View on the services.
type view struct {
	*Engine
	*lists.Service
	names     *safekeeping.Names
	library   *library.Service
	feeds     *subscribe.Service
	conflicts conflicts.Service
}

func (v view) Conflicts(ctx context.Context) ([]store.InSet, error) { return v.conflicts.List(ctx) }

func (v view) Names(ctx context.Context) (*item.Names, error) { return v.names.Book(ctx) }

func (v view) BackupSettings(ctx context.Context) (safekeeping.Settings, error) {
	return v.Backups.Settings(ctx)
}

func (v view) Subscriptions(ctx context.Context, set string) ([]store.Subscription, error) {
	return v.feeds.All(ctx, set)
}

func (v view) Healths(ctx context.Context, set string) ([]subscribe.Health, error) {
	return v.feeds.Healths(ctx, set)
}

func (v view) HeldItems(ctx context.Context, set string) ([]store.HeldItem, error) {
	return v.feeds.HeldItems(ctx, set)
}

func (v view) Libraries(ctx context.Context) ([]library.Library, error) { return v.library.All(ctx) }

func (v view) PublishedFolders(ctx context.Context) ([]store.PublishedFolder, error) {
	return v.library.PublishedFolders(ctx)
}

// Changes returns what changed since a revision.
func (e *Engine) Changes(ctx context.Context, since int64) (store.Change, error) {
	return store.Read(ctx, e.store, func(r store.Reader) (store.Change, error) { return r.Changes(since) })
}

// fixed is a read-only store with the state of one reader.
type fixed struct{ reader store.Reader }

var errFixed = errors.New("a view cannot be written to")

func (f fixed) View(_ context.Context, read func(store.Reader) error) error { return read(f.reader) }

func (f fixed) Update(context.Context, func(store.Writer) error) error { return errFixed }

func (f fixed) Revision(context.Context) (int64, error) {
	c, err := f.reader.Changes(0)
	return c.Revision, err
}

func (f fixed) Close() error { return nil }
