package sharing

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/invite"
	"crossfeed/engine/lists"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// ErrOwnInvitation means that an invitation was made here.
var ErrOwnInvitation = errors.New("that is your own invitation: give it to others")

// ErrNoSuchInvitation means that an answer is to no list that is here.
var ErrNoSuchInvitation = errors.New("it answers an invitation to a list that is not here: open it where the invitation was made")

// AcceptOptions say what to do with an invitation.
type AcceptOptions struct {
	// Into is the list that it goes into. That a person chose it is their consent: all of it
	// becomes readable where the own feed is put. "" is the list that the invitation went into
	// before (AcceptedAs), else a new one.
	Into string
	// New is the name of a new list, whatever the invitation went into before.
	New string
	// Share is where the own feed is put; a Location of "" only reads. For a folder that is
	// shared by all it is that folder.
	Share Options
	// Password is that for the invitation's User.
	Password string
	// Progress is SyncOptions.Progress of the first reading.
	Progress func(subscribe.Progress)
}

// Accepted is what came of accepting.
type Accepted struct {
	// Set is the list, Made tells that it is a new one.
	Set  string
	Made bool
	// Answer is what is to be handed back so that the other reads the own feed; nil where
	// no answer is needed.
	Answer *invite.Invitation
	// Report is what the first reading brought.
	Report subscribe.Report
	// Failed are the reports of what else could not be read, and of the own feed where what
	// was read could not be published. The next sync tries again.
	Failed []subscribe.Report
}

// Accept subscribes to what an invitation is to, reads it, publishes the own feed where that
// is wanted, and makes the answer. An answer to an own invitation is subscribed to by the
// list that it answers for, and makes none. Nothing is kept where the feed cannot be
// read or the list does not fit.
func (sh *Service) Accept(ctx context.Context, i invite.Invitation, o AcceptOptions) (Accepted, error) {
	if at, err := location.Parse(i.Address); err == nil {
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
	to invite.Invitation
	o  AcceptOptions
	// set is the name of the list that it goes into, made that it is a new one.
	set  string
	made bool
	// found are the feeds that are there.
	found []subscribe.FoundFeed
	// steps take back what was made, in the order in which it was.
	steps []func(context.Context) error
}

// accept publishes before it reads: what was read into a list that was there already
// could not be taken back where the publishing fails.
func (a *acceptance) accept(ctx context.Context) (Accepted, error) {
	for _, step := range []func(context.Context) error{a.chooseSet, a.signIn, a.look, a.makeSet, a.subscribe, a.share} {
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

// access is how the invitation's address is reached.
func (a *acceptance) access() location.Access {
	return location.Access{User: a.to.User, Fingerprint: a.to.Fingerprint}
}

// signIn keeps the password, because looking already needs it.
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

// look tells why nothing of it can be read, or why the list cannot read it. A folder may
// be empty: the other's feed may be on its way.
func (a *acceptance) look(ctx context.Context) error {
	found, err := a.Subscriptions.LookFor(ctx, a.set, cmp.Or(a.theirs(), a.set), a.to.Address, a.access())
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

// makeSet makes a new list, which is subscribed and has its location from the beginning: where
// the program ends before the rest is done, the list is found again by AcceptedAs.
func (a *acceptance) makeSet(ctx context.Context) error {
	if !a.made {
		return nil
	}
	set, err := a.Lists.Plan(lists.New{Name: a.set, Kind: a.to.Kind, Format: a.to.Format, Dialect: a.to.Dialect})
	if err == nil {
		err = a.Subscriptions.CheckFeeds(ctx, set, a.theirs(), location.Target{Address: a.to.Address, Access: a.access()})
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

// locate gives a new list the location where it is to be published.
func (a *acceptance) locate(set *store.Set) error {
	how, err := a.howToShare(*set, a.sharing())
	if err != nil {
		return fmt.Errorf("sharing %q: %w", a.set, err)
	}
	set.Location = how.Location
	set.Publication = store.Publication{Window: how.Window, Public: how.Public, List: how.List, Access: how.Access}
	return nil
}

// subscribeOptions say how the invitation's address is read.
func (a *acceptance) subscribeOptions() subscribe.Options {
	return subscribe.Options{Access: a.access(), List: a.theirs()}
}

// subscribe reads the invitation's address from now on. A new list does so already.
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

// undo takes back what was made, the last first.
func (a *acceptance) undo(ctx context.Context) (err error) {
	for at := len(a.steps) - 1; at >= 0; at-- {
		err = errors.Join(err, a.steps[at](ctx))
	}
	return err
}

// callThem calls the endpoint that invited as the invitation does, where nobody has given
// it a name here and its own feed does not: its identifier says nothing to a person.
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

// author is the endpoint that writes the feed that the invitation is to, or "".
func (a *acceptance) author(ctx context.Context) (string, error) {
	healths, err := a.Subscriptions.Healths(ctx, a.set)
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

// share publishes the own feed. A list that is shared already stays where it is: others
// read it there.
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
		if err != nil || set.Location == "" { // that failed
			return err
		}
		_, _, err = a.stopSharing(ctx, a.set, set.Publication.Address != "")
		return err
	})
	_, err = a.Service.Share(ctx, a.set, a.sharing())
	return err
}

// sharing says how the own feed is published: where the invitation leads to, under the name
// that the list has there.
func (a *acceptance) sharing() Options {
	o := a.o.Share
	if a.shared(o.Location) {
		o.List, o.Access = a.theirs(), cmp.Or(o.Access, a.access())
	}
	return o
}

// read reads the list's subscriptions and tells what the invitation's brought, and what
// failed.
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
		return subscribe.Report{}, nil, errors.New(brought.Error)
	}
	return brought, failed, nil
}

// answer is the invitation to the own feed, where the other does not find it in a folder
// that both share.
func (a *acceptance) answer(ctx context.Context) (*invite.Invitation, error) {
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

// shared tells whether a place is the invitation's own.
func (a *acceptance) shared(at string) bool {
	address, err := location.Parse(at)
	return err == nil && address == a.to.Address
}
