package sharing

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// ErrOwnInvitation: this device made the invitation.
var ErrOwnInvitation = errors.New("this is your own invitation: send it to the people you want to share with")

// ErrNoSuchInvitation: an answer belongs to no list of this device.
var ErrNoSuchInvitation = errors.New("it answers an invitation to a list that is not on this device: accept it on the device that sent the invitation")

// AcceptOptions are the options for accepting an invitation.
type AcceptOptions struct {
	// Into is the list that receives the items. Choosing it is the consent of the person: all of
	// its items become readable at the location of its feed. "" is the list of an earlier
	// acceptance (AcceptedAs), or else a new one.
	Into string
	// New is the name of a new list, regardless of earlier acceptances.
	New string
	// Share is the location of the own feed. If its Location is "", the list is only read. For
	// a shared folder it is that folder.
	Share Options
	// Password is the password of the invitation's User.
	Password string
	// Progress is SyncOptions.Progress of the first sync.
	Progress func(subscribe.Progress)
}

// Accepted is the result of Accept.
type Accepted struct {
	// Set is the list; Made reports whether it is new.
	Set  string
	Made bool
	// Answer is the invitation to return, so that the other device reads the own feed; nil if
	// none is needed.
	Answer *Invitation
	// Report is the first sync of the invitation's feed.
	Report subscribe.Report
	// Failed are the reports of other feeds that could not be read, and of the own feed if it
	// could not be published. The next sync tries again.
	Failed []subscribe.Report
}

// Accept subscribes to the feed of an invitation, reads it, publishes the own feed if wanted,
// and makes the answer. An answer to an own invitation is subscribed to by the list that it
// belongs to, and needs no answer. If the feed cannot be read or the list does not fit,
// everything is undone.
func (sh *Service) Accept(ctx context.Context, i Invitation, o AcceptOptions) (Accepted, error) {
	if at, err := transport.Parse(i.Address); err == nil {
		i.Address = at
	}
	a := &acceptance{Service: sh, to: i, o: o}
	accepted, err := a.accept(ctx)
	if err == nil {
		return accepted, nil
	}
	err = fmt.Errorf("accepting the invitation to %q: %w", i.Title, err)
	return Accepted{}, errors.Join(err, a.undo(context.WithoutCancel(ctx)))
}

// acceptance is an invitation that is being accepted.
type acceptance struct {
	*Service
	to Invitation
	o  AcceptOptions
	// set is the name of the list that receives the items; made reports whether it is new.
	set  string
	made bool
	// found are the feeds at the invitation's address.
	found []subscribe.FoundFeed
	// steps undo what was done. They are in the order in which it was done.
	steps []func(context.Context) error
}

// accept publishes before it reads: items merged into an existing list could not be taken back
// if publishing failed.
func (a *acceptance) accept(ctx context.Context) (Accepted, error) {
	for _, step := range []func(context.Context) error{a.chooseSet, a.signIn, a.discover, a.makeSet, a.subscribe, a.share} {
		if err := step(ctx); err != nil {
			return Accepted{}, err
		}
	}
	report, failed, err := a.read(ctx)
	if err != nil {
		return Accepted{}, err
	}
	if err := a.callThem(ctx); err != nil {
		return Accepted{}, err
	}
	answer, err := a.answer(ctx)
	return Accepted{Set: a.set, Made: a.made, Answer: answer, Report: report, Failed: failed}, err
}

func (a *acceptance) access() transport.Access {
	return transport.Access{User: a.to.User, Fingerprint: a.to.Fingerprint}
}

// signIn stores the password, because discovering the feeds needs it.
func (a *acceptance) signIn(ctx context.Context) error {
	if a.o.Password == "" {
		return nil
	}
	putBack, err := a.Accounts.Replace(ctx, a.to.Address, a.to.User, a.o.Password)
	if putBack != nil {
		a.steps = append(a.steps, putBack)
	}
	return err
}

// discover returns why no feed can be read, or why the list cannot read it. A folder may be
// empty: the other device's feed may still be on its way.
func (a *acceptance) discover(ctx context.Context) error {
	found, err := a.Subscriptions.ProbeFor(ctx, a.set, cmp.Or(a.theirs(), a.set), a.to.Address, a.access())
	if err != nil {
		return err
	}
	a.found = found.Feeds
	var unread error
	for _, f := range found.Feeds {
		if f.Err == nil {
			unread = nil
			break
		}
		unread = cmp.Or(unread, f.Err)
	}
	if unread != nil {
		return unread
	}
	for _, fit := range found.Lists {
		if fit.List == a.set {
			return fit.Why
		}
	}
	return nil
}

// makeSet creates a new list with its subscription and location, so that AcceptedAs finds it if
// the program ends early.
func (a *acceptance) makeSet(ctx context.Context) error {
	if !a.made {
		return nil
	}
	set, err := a.Lists.Plan(lists.New{Name: a.set, Kind: a.to.Kind, Format: a.to.Format, Dialect: a.to.Dialect})
	if err == nil {
		err = a.Subscriptions.CheckFeeds(ctx, set, a.theirs(), transport.Target{Address: a.to.Address, Access: a.access()})
	}
	if err == nil && a.o.Share.Location != "" {
		err = a.locate(&set)
	}
	if err != nil {
		return err
	}
	s := a.subscribeOptions().Onto(store.Subscription{Location: a.to.Address})
	if found := subscribe.Shown(a.found); found != nil { // nothing else is in the list
		s.Added, s.Shown = a.Clock.Now(), *found
	}
	err = a.Store.Update(ctx, func(w store.Writer) (err error) {
		if err = lists.Add(w, &set); err == nil {
			s.Set = set.Key
			_, err = w.PutSubscription(s)
		}
		return err
	})
	if err == nil {
		a.steps = append(a.steps, func(ctx context.Context) error { return a.Lists.Discard(ctx, a.set) })
	}
	return err
}

// locate gives a new list its location.
func (a *acceptance) locate(set *store.Set) error {
	how, err := a.howToShare(*set, a.sharing())
	if err != nil {
		return fmt.Errorf("sharing %q: %w", a.set, err)
	}
	set.Location = how.Location
	set.Publication = store.Publication{Window: how.Window, Public: how.Public, List: how.List, Access: how.Access}
	return nil
}

func (a *acceptance) subscribeOptions() subscribe.Options {
	return subscribe.Options{Access: a.access(), List: a.theirs()}
}

// subscribe subscribes to the invitation's address. A new list is already subscribed.
func (a *acceptance) subscribe(ctx context.Context) error {
	if a.made {
		return nil
	}
	_, err := a.Subscriptions.SubscribeAs(ctx, a.set, a.to.Address, a.subscribeOptions())
	switch {
	case errors.Is(err, store.ErrSubscribed):
		s, err := a.Subscriptions.Subscription(ctx, a.set, a.to.Address)
		return cmp.Or(err, a.alike(cmp.Or(s.List, a.set)))
	case err == nil:
		a.steps = append(a.steps, func(ctx context.Context) error {
			_, err := a.Subscriptions.Remove(ctx, a.set, a.to.Address)
			return err
		})
	}
	return err
}

// undo undoes the steps, last first.
func (a *acceptance) undo(ctx context.Context) (err error) {
	for at := len(a.steps) - 1; at >= 0; at-- {
		err = errors.Join(err, a.steps[at](ctx))
	}
	return err
}

// callThem names the inviting endpoint as the invitation does, if nobody has named it here and
// its own feed does not: its identifier says nothing to a person.
func (a *acceptance) callThem(ctx context.Context) error {
	by, err := a.author(ctx)
	if err != nil || a.to.From == "" || by == "" || by == a.Device.ID() {
		return err
	}
	book, err := a.Names.Book(ctx)
	if err != nil || book.Name(by) != "" && book.Label(by).According == "" {
		return err
	}
	return a.Names.Set(ctx, by, a.to.From)
}

// author returns the endpoint that writes the invitation's feed, or "".
func (a *acceptance) author(ctx context.Context) (string, error) {
	healths, err := a.Subscriptions.Healths(ctx, a.set)
	if err != nil || a.to.FeedID == "" {
		return "", err
	}
	at, err := transport.Parse(a.to.Address)
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

// share publishes the own feed. A list that is already shared stays where others read it.
func (a *acceptance) share(ctx context.Context) error {
	set, err := store.ReadSet(ctx, a.Store, a.set)
	if err == nil && a.shared(set.Location) {
		err = a.alike(set.SharedName())
	}
	if err != nil || a.o.Share.Location == "" || set.Location != "" && !a.made {
		return err
	}
	a.steps = append(a.steps, func(ctx context.Context) error {
		set, err := store.ReadSet(ctx, a.Store, a.set)
		if err != nil || set.Location == "" { // publishing failed
			return err
		}
		_, _, err = a.stopSharing(ctx, a.set, set.Publication.Address != "")
		return err
	})
	_, err = a.Service.Share(ctx, a.set, a.sharing())
	return err
}

// sharing returns how to publish the own feed: at the invitation's location, under the name that
// the list has there.
func (a *acceptance) sharing() Options {
	o := a.o.Share
	if a.shared(o.Location) {
		o.List, o.Access = a.theirs(), cmp.Or(o.Access, a.access())
	}
	return o
}

// read syncs the list's subscriptions and returns the report of the invitation's and of those
// that failed.
func (a *acceptance) read(ctx context.Context) (brought subscribe.Report, failed []subscribe.Report, err error) {
	reports, err := a.Sync(ctx, subscribe.SyncOptions{Sets: []string{a.set}, Progress: a.o.Progress})
	if err != nil {
		return subscribe.Report{}, nil, err
	}
	brought = subscribe.Report{Set: a.set, Subscription: a.to.Address}
	for _, r := range reports {
		if r.Subscription == a.to.Address && !r.Publishing {
			brought = r
		}
		if r.Error != "" {
			failed = append(failed, r)
		}
	}
	if brought.Error != "" && brought.Read == 0 {
		return subscribe.Report{}, nil, brought.Err
	}
	return brought, failed, nil
}

// answer returns the invitation to the own feed, if the other device does not find it in a
// shared folder.
func (a *acceptance) answer(ctx context.Context) (*Invitation, error) {
	set, err := store.ReadSet(ctx, a.Store, a.set)
	if err != nil || set.Location == "" || a.to.Answer != "" || a.to.Folder && a.shared(set.Location) {
		return nil, err
	}
	i, err := a.Service.Invitation(ctx, a.set)
	if err != nil {
		return nil, err
	}
	i.Answer = a.to.FeedID
	return &i, nil
}

// shared reports whether a location is the invitation's own.
func (a *acceptance) shared(at string) bool {
	address, err := transport.Parse(at)
	return err == nil && address == a.to.Address
}
