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
	a.steps = append(a.steps, func(ctx context.Context) error {
		_, _, err := a.stopSharing(ctx, a.set, true)
		if errors.Is(err, ErrNotShared) {
			return nil // that failed
		}
		return err
	})
	_, err = a.Engine.Share(ctx, a.set, a.o.Share)
	return err
}

// read reads the list's subscriptions and tells what the invitation's brought, and what
// failed.
func (a *acceptance) read(ctx context.Context) (brought Report, failed []Report, err error) {
	reports, err := a.Sync(ctx, SyncOptions{Sets: []string{a.set}, Progress: a.o.Progress})
	if err != nil {
		return Report{}, nil, err
	}
	brought = Report{Set: a.set, Subscription: a.to.Address}
	for _, r := range reports {
		if r.Subscription == a.to.Address && !r.Publishing {
			brought = r
		}
		if r.Error != "" {
			failed = append(failed, r)
		}
	}
	if brought.Error != "" && brought.Read == 0 {
		return Report{}, nil, errors.New(brought.Error)
	}
	return brought, failed, nil
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
