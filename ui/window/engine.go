package window

import (
	"context"
	"io"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/invite"
	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
	"crossfeed/engine/secret"
	"crossfeed/engine/store"
	"crossfeed/engine/transfer"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/exchange"
)

// Engine is what the window asks of the engine. Every call may take long, so
// each goes through the seam of package work.
type Engine interface {
	// View gives read one state of the store.
	View(ctx context.Context, read func(engine.View) error) error
	itemEngine
	severalEngine
	setEngine
	conflict.Engine
	exchangeEngine
	contactEngine
	alarmEngine
	peopleEngine
	decisionEngine
	lineageEngine
	batchEngine
	outlineEngine
	shareEngine
	feedEngine
	suspectEngine
	attachEngine
	makeEngine
	safeEngine
}

type itemEngine interface {
	Item(ctx context.Context, set, id string) (*item.Item, error)
	Row(ctx context.Context, set, id string) (store.Row, error)
	Newest(ctx context.Context, set, id string, most int) (newest []store.Archived, all int, err error)
	Add(ctx context.Context, set string, f record.Values, o engine.AddOptions) (*item.Item, error)
	Edit(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error)
	Delete(ctx context.Context, set, id string) (*item.Item, error)
	Restore(ctx context.Context, set, id string) (*item.Item, error)
}

type severalEngine interface {
	EditAll(ctx context.Context, items []engine.Ref, change func(record.Record) record.Values) (engine.Outcome, error)
	CompleteAll(ctx context.Context, items []engine.Ref, done bool) (engine.Outcome, error)
	DeleteAll(ctx context.Context, items []engine.Ref) (engine.Outcome, error)
	RestoreAll(ctx context.Context, items []engine.Ref) (engine.Outcome, error)
	Move(ctx context.Context, items []engine.Ref, to string) (engine.Outcome, error)
	Copy(ctx context.Context, items []engine.Ref, to string) (engine.Outcome, error)
	Order(ctx context.Context, set string, ids []string, after string) error
	Undo(ctx context.Context, o engine.UndoOptions) (engine.Undone, error)
	Redo(ctx context.Context) (engine.Undone, error)
}

type setEngine interface {
	NewSet(ctx context.Context, n engine.NewSet) (engine.List, error)
	Subscribe(ctx context.Context, set, location string) (store.Subscription, error)
	Unsubscribe(ctx context.Context, set, location string) error
	Pause(ctx context.Context, set, location string, paused bool) error
	Sync(ctx context.Context, o engine.SyncOptions) ([]engine.Report, error)
	Publish(ctx context.Context, set string) (path string, err error)
}

type exchangeEngine interface {
	exchange.Engine
	Import(ctx context.Context, set string, plan *transfer.Plan, progress func(done, all int)) (transfer.Done, error)
	Export(ctx context.Context, set string, ids []string, f transfer.Format, out io.Writer) (engine.Exported, error)
	DeleteSet(ctx context.Context, name string) error
	DeleteShared(ctx context.Context, name string, remove bool) (address string, err error)
	DiscardSet(ctx context.Context, name string) error
	RenameSet(ctx context.Context, name, to string) error
}

type contactEngine interface {
	Duplicates(ctx context.Context, set string) ([]engine.Twin, error)
	Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error)
}

type alarmEngine interface {
	Alarms(ctx context.Context, after, until time.Time) ([]engine.Alarm, error)
}

var _ Engine = (*engine.Engine)(nil)

// shareEngine shares lists and accepts what others share.
type shareEngine interface {
	Lists(ctx context.Context) ([]engine.List, error)
	WhoCanRead(ctx context.Context, o engine.ShareOptions) (location.Readers, error)
	Share(ctx context.Context, set string, o engine.ShareOptions) (engine.Shared, error)
	Invitation(ctx context.Context, set string) (invite.Invitation, error)
	StopSharing(ctx context.Context, set string, remove bool) (address string, err error)
	AcceptedAs(ctx context.Context, i invite.Invitation, share string) (engine.Earlier, error)
	Accept(ctx context.Context, i invite.Invitation, o engine.AcceptOptions) (engine.AcceptedInvitation, error)
}

// Accounts keeps passwords.
type Accounts interface {
	Where() secret.Where
	SignIn(ctx context.Context, at, user, password string) error
	SignOut(ctx context.Context, at, user string) error
}

// feedEngine finds feeds and says how they are read.
type feedEngine interface {
	Look(ctx context.Context, set, at string, access location.Access) (engine.Found, error)
	SubscribeAs(ctx context.Context, set, at string, o engine.SubscribeOptions) (store.Subscription, error)
	Configure(ctx context.Context, set, at string, change func(*engine.SubscribeOptions)) error
	Relocate(ctx context.Context, set, from, to string) error
	Forget(ctx context.Context, set, at string) error
	UndoFeed(ctx context.Context, o engine.UndoFeedOptions) (engine.UndoneFeed, error)
}

// suspectEngine decides about what is held for review.
type suspectEngine interface {
	AcceptSuspects(ctx context.Context, keys ...int64) error
	RefuseSuspects(ctx context.Context, keys ...int64) error
	Restoring(ctx context.Context, keys ...int64) (engine.Restored, error)
}
