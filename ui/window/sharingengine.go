package window

import (
	"context"

	"crossfeed/engine"
	"crossfeed/engine/invite"
	"crossfeed/engine/location"
	"crossfeed/engine/secret"
	"crossfeed/engine/store"
)

// shareEngine shares lists and accepts what others share.
type shareEngine interface {
	WhoCanRead(ctx context.Context, o engine.ShareOptions) (location.Readers, error)
	Share(ctx context.Context, set string, o engine.ShareOptions) (engine.Shared, error)
	Invitation(ctx context.Context, set string) (invite.Invitation, error)
	StopSharing(ctx context.Context, set string, remove bool) (address string, err error)
	AcceptedAs(ctx context.Context, i invite.Invitation, share string) (engine.Earlier, error)
	Accept(ctx context.Context, i invite.Invitation, o engine.AcceptOptions) (engine.AcceptedInvitation, error)
	Keeps() secret.Where
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
