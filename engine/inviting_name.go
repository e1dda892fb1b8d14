package engine

import (
	"context"

	"crossfeed/engine/location"
)

// callThem calls the endpoint that invited as the invitation does, where nobody has given
// it a name here and its own feed does not: its identifier says nothing to a person.
func (a *acceptance) callThem(ctx context.Context) error {
	by, err := a.author(ctx)
	if err != nil || a.to.From == "" || by == "" || by == a.Endpoint() {
		return err
	}
	book, err := a.Names(ctx)
	if err != nil || book.Name(by) != "" && book.Label(by).According == "" {
		return err
	}
	return a.SetName(ctx, by, a.to.From)
}

// author is the endpoint that writes the feed that the invitation is to, or "".
func (a *acceptance) author(ctx context.Context) (string, error) {
	healths, err := a.Healths(ctx, a.set)
	if err != nil || a.to.FeedID == "" {
		return "", err
	}
	at, err := location.Parse(a.to.Address)
	if err != nil {
		return "", err
	}
	for _, h := range healths {
		if h.Subscription.Location == at && h.Feed.ID == a.to.FeedID {
			return h.Feed.Author, nil
		}
	}
	return "", nil
}
