package engine

import (
	"cmp"
	"context"
	"errors"

	"crossfeed/engine/invite"
	"crossfeed/engine/location"
)

// share publishes the own feed. A list that is shared already stays where it is: others
// read it there.
func (a *acceptance) share(ctx context.Context) error {
	set, err := a.setNamed(ctx, a.set)
	if err == nil && a.shared(set.Location) {
		err = a.alike(set.SharedName())
	}
	if err != nil || a.o.Share.Location == "" || set.Location != "" {
		return err
	}
	if a.shared(a.o.Share.Location) {
		a.o.Share.List = a.theirs()
		a.o.Share.Access = cmp.Or(a.o.Share.Access, a.access())
	}
	if _, err := a.Engine.Share(ctx, a.set, a.o.Share); err != nil {
		return err
	}
	a.steps = append(a.steps, func(ctx context.Context) error {
		_, _, err := a.stopSharing(ctx, a.set, true)
		return err
	})
	return nil
}

// read reads the list's subscriptions and tells what the invitation's brought.
func (a *acceptance) read(ctx context.Context) (Report, error) {
	reports, err := a.Sync(ctx, SyncOptions{Sets: []string{a.set}})
	if err != nil {
		return Report{}, err
	}
	for _, r := range reports {
		if r.Subscription != a.to.Address {
			continue
		}
		if r.Error != "" && r.Read == 0 {
			return Report{}, errors.New(r.Error)
		}
		return r, nil
	}
	return Report{Set: a.set, Subscription: a.to.Address}, nil
}

// answer is the invitation to the own feed, where the other does not find it in a folder
// that both share.
func (a *acceptance) answer(ctx context.Context) (*invite.Invitation, error) {
	set, err := a.setNamed(ctx, a.set)
	if err != nil || set.Location == "" || a.to.Answer != "" || a.to.Folder && a.shared(set.Location) {
		return nil, err
	}
	i, err := a.Engine.Invitation(ctx, a.set)
	if err != nil {
		return nil, err
	}
	i.Answer = a.to.FeedID
	return &i, nil
}

// shared tells whether a place is the invitation's own.
func (a *acceptance) shared(at string) bool {
	address, err := location.Parse(at)
	return err == nil && address == a.to.Address
}
