package store

// Holder is one feed of a subscription, as what it held is noted.
type Holder struct {
	// Subscription is its key.
	Subscription int64
	// Feed is "" for the feed at the location itself, and the name of a file for one in a
	// folder: so it is the same feed when the subscription is read from elsewhere.
	Feed string
}

// HoldingReader tells which items the feeds of a set's subscriptions hold.
type HoldingReader interface {
	// Held gives the identifiers of the items that a feed held when it was last read, set
	// aside ones included. A file that left its folder holds what it held.
	Held(Holder) (map[string]bool, error)
	// Holders gives the feeds that hold an item, of the subscriptions that a set has, in
	// the order of their keys and names.
	Holders(set int64, id string) ([]Holder, error)
	// Withheld gives the identifiers of the items of a set that are not to be published:
	// those that subscriptions with TakeOnly hold, the removed ones included, and no
	// other. An item that was put first by this endpoint (Seen.From) is not among them:
	// it comes back in the feeds of whoever took it in.
	Withheld(set int64) (map[string]bool, error)
}

// HoldingWriter notes which items the feeds of subscriptions hold. A subscription that is
// removed keeps what it held where its mode is TakeOnly: what came from it is not
// published because it is gone. A subscription that is put to the place of a removed one
// holds that too, each feed what the one of its name held.
type HoldingWriter interface {
	// Hold notes that a feed holds items; those that it holds already are no change. It
	// returns ErrNoSubscription where there is none of that key.
	Hold(of Holder, ids ...string) error
	// LetGo notes that it holds them no more, or returns ErrNoSubscription.
	LetGo(of Holder, ids ...string) error
}
