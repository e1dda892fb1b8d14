package store

// HoldingReader tells which items the subscriptions of a set hold.
type HoldingReader interface {
	// Held gives the identifiers of the items that a subscription's feeds held when they
	// were last read, set aside ones included.
	Held(subscription int64) (map[string]bool, error)
	// HeldElsewhere tells whether another subscription of its set holds an item.
	HeldElsewhere(subscription int64, id string) (bool, error)
	// Withheld gives the identifiers of the items of a set that are not to be published:
	// those that subscriptions with TakeOnly hold, the removed ones included, and no
	// other. An item that was put first by this endpoint (Seen.From) is not among them:
	// it comes back in the feeds of whoever took it in.
	Withheld(set int64) (map[string]bool, error)
}

// HoldingWriter notes which items subscriptions hold. A subscription that is removed
// keeps what it held where its mode is TakeOnly: what came from it is not published
// because it is gone. A subscription that is put to the place of a removed one holds that
// too.
type HoldingWriter interface {
	// Hold notes that a subscription holds items; those that it holds already are no
	// change. It returns ErrNoSubscription where there is none of that key.
	Hold(subscription int64, ids ...string) error
	// LetGo notes that it holds them no more, or returns ErrNoSubscription.
	LetGo(subscription int64, ids ...string) error
}
