package window

import (
	"context"
	"crypto/sha256"
	"io"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/attachments"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/exchange"
)

// Engine is the part of the engine that the window uses. Every call may take long, so all of
// them go through the seam of package work.
type Engine interface {
	// View passes a consistent state of the store to read.
	View(ctx context.Context, read func(engine.View) error) error
	Sync(ctx context.Context, o subscribe.SyncOptions) ([]subscribe.Report, error)
}

// Lists reads lists and items, creates lists, and imports and exports items.
type Lists interface {
	conflict.Lists
	exchange.Lists
	All(ctx context.Context) ([]lists.List, error)
	Deleted(ctx context.Context) ([]lists.List, error)
	Create(ctx context.Context, n lists.New) (lists.List, error)
	Discard(ctx context.Context, name string) error
	SetKind(ctx context.Context, name, kind string) error
	Item(ctx context.Context, set, id string) (*item.Item, error)
	Import(ctx context.Context, set string, plan *transfer.Plan, progress func(done, all int)) (transfer.Done, error)
	Export(ctx context.Context, set string, ids []string, f transfer.Format, out io.Writer) (lists.Exported, error)
	Duplicates(ctx context.Context, set string) ([]lists.Duplicate, error)
	Alarms(ctx context.Context, after, until time.Time, atDue bool) ([]lists.Alarm, error)
}

// Editor changes items and lists, and undoes changes.
type Editor interface {
	Add(ctx context.Context, set string, f record.Values, o edit.AddOptions) (*item.Item, error)
	AddAll(ctx context.Context, set string, all []record.Values, o edit.AddOptions) (edit.Added, error)
	Change(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error)
	Delete(ctx context.Context, set, id string) (*item.Item, error)
	Restore(ctx context.Context, set, id string) (*item.Item, error)
	RestoreWith(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error)
	Make(ctx context.Context, set, id string, k record.Kind) (*item.Item, error)
	JoinAll(ctx context.Context, set string, pairs []edit.Pair) (edit.Outcome, error)
	Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error)
	RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error)
	ChangeAll(ctx context.Context, items []edit.Ref, change func(record.Record) record.Values) (edit.Outcome, error)
	RenameSection(ctx context.Context, set, section, name string) (edit.Outcome, error)
	CompleteAll(ctx context.Context, items []edit.Ref, done bool) (edit.Outcome, error)
	DeleteAll(ctx context.Context, items []edit.Ref) (edit.Outcome, error)
	RestoreAll(ctx context.Context, items []edit.Ref) (edit.Outcome, error)
	Move(ctx context.Context, items []edit.Ref, to string) (edit.Outcome, error)
	Copy(ctx context.Context, items []edit.Ref, to string) (edit.Outcome, error)
	MoveExposes(ctx context.Context, items []edit.Ref, to string) (edit.Exposure, error)
	CopyExposes(ctx context.Context, items []edit.Ref, to string) (edit.Exposure, error)
	Converts(ctx context.Context, items []edit.Ref, to string) (edit.Conversion, error)
	MarkAllRead(ctx context.Context, library int64) (unread int, err error)
	Order(ctx context.Context, set string, ids []string, to edit.Slot) error
	Undo(ctx context.Context, o edit.UndoOptions) (edit.Undone, error)
	Redo(ctx context.Context) (edit.Undone, error)
	RedoExposes(ctx context.Context) (edit.Exposure, error)
	MakeAll(ctx context.Context, items []edit.Ref, k record.Kind) (edit.Outcome, error)
	Place(ctx context.Context, set string, ids []string, parent, after string) error
	DeleteBranch(ctx context.Context, set string, ids []string) (edit.Outcome, error)
	RestoreList(ctx context.Context, name, as string) (store.Set, error)
	RenameList(ctx context.Context, name, to string) (store.Set, error)
	EmptyTrash(ctx context.Context) (int, error)
	StyleList(ctx context.Context, name string, change func(*store.Display)) error
	ArrangeLists(ctx context.Context, arrange store.Arrangement) error
}

// Conflicts reads and resolves conflicts, and returns past resolutions and the history of
// items.
type Conflicts interface {
	conflict.Service
	Plan(ctx context.Context, rule conflicts.Rule, by string, begun map[edit.Ref]conflicts.SavedDraft, items ...edit.Ref) ([]conflicts.Planned, error)
	ResolveMany(ctx context.Context, plans []conflicts.Planned, progress func(done, all int)) (edit.Outcome, error)
	Resolutions(ctx context.Context, set, id string, limit int) ([]conflicts.Resolution, error)
	History(ctx context.Context, set, id string, most int) (conflicts.History, error)
}

var (
	_ Engine        = (*engine.Engine)(nil)
	_ Sharing       = (*sharing.Service)(nil)
	_ Lists         = (*lists.Service)(nil)
	_ Names         = (*safekeeping.Names)(nil)
	_ Backups       = (*safekeeping.Backups)(nil)
	_ Attachments   = (*attachments.Service)(nil)
	_ Subscriptions = (*subscribe.Service)(nil)
	_ Editor        = (*edit.Service)(nil)
	_ Conflicts     = conflicts.Service{}
)

// Sharing publishes, shares and deletes lists, and accepts invitations.
type Sharing interface {
	Publish(ctx context.Context, set string) (path string, err error)
	DeleteSet(ctx context.Context, name string) error
	DeleteShared(ctx context.Context, name string, remove bool) (address string, err error)
	Copies(ctx context.Context, list string) (sharing.Copies, error)
	WhoCanRead(ctx context.Context, o sharing.Options) (transport.Readers, error)
	SharedFolder(ctx context.Context, path string) (folder string, err error)
	Share(ctx context.Context, set string, o sharing.Options) (sharing.Shared, error)
	Invitation(ctx context.Context, set string) (sharing.Invitation, error)
	StopSharing(ctx context.Context, set string, remove bool) (address string, err error)
	Withdraw(ctx context.Context, name, at string, access transport.Access) (address string, err error)
	AcceptedAs(ctx context.Context, i sharing.Invitation, share string) (sharing.Earlier, error)
	Accept(ctx context.Context, i sharing.Invitation, o sharing.AcceptOptions) (sharing.Accepted, error)
}

// Accounts stores passwords.
type Accounts interface {
	Where() credentials.Where
	SignIn(ctx context.Context, at, user, password string) error
	SignOut(ctx context.Context, at, user string) error
}

// Subscriptions probes, subscribes to and configures feeds, and decides about items held for
// review.
type Subscriptions interface {
	SetInterval(every time.Duration)
	Unsubscribe(ctx context.Context, set, location string) error
	Pause(ctx context.Context, set, location string, paused bool) error
	Probe(ctx context.Context, set, at string, access transport.Access) (subscribe.Found, error)
	Download(ctx context.Context, at string, access transport.Access) ([]byte, error)
	SubscribeAs(ctx context.Context, set, at string, o subscribe.Options) (store.Subscription, error)
	Configure(ctx context.Context, set, at string, change func(*subscribe.Options)) error
	Relocating(ctx context.Context, set, from, to string) (subscribe.Report, error)
	Relocate(ctx context.Context, set, from, to string) error
	Forget(ctx context.Context, set, at string) error
	UndoFeed(ctx context.Context, o subscribe.UndoFeedOptions) (subscribe.UndoneFeed, error)
	Accepting(ctx context.Context, keys ...int64) ([]subscribe.Becoming, subscribe.Report, error)
	AcceptHeldItems(ctx context.Context, keys ...int64) error
	RefuseHeldItems(ctx context.Context, keys ...int64) error
	Restoring(ctx context.Context, keys ...int64) (subscribe.Restored, error)
}
