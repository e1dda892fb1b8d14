package window

import (
	"cmp"
	"context"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// afar is an engine whose locations are remote. The test sets their answers, and the requests
// are recorded.
type afar struct {
	Engine
	Sharing
	Subscriptions
	err             error
	readers         transport.Readers
	shared          sharing.Shared
	found           subscribe.Found
	healths         []subscribe.Health
	differs         subscribe.Report
	quarantined     []store.HeldItem
	answer          *sharing.Invitation
	passwordStorage credentials.Where

	asked     []string
	sharedAs  sharing.Options
	taken     sharing.AcceptOptions
	invited   sharing.Invitation
	reads     subscribe.Options
	signed    []string
	during    func()
	stoppedBy bool
}

func (a *afar) note(what string) error {
	a.asked = append(a.asked, what)
	if a.during != nil {
		a.during()
	}
	return a.err
}

func (a *afar) WhoCanRead(_ context.Context, o sharing.Options) (transport.Readers, error) {
	return a.readers, a.note("who can read " + o.Location)
}

func (a *afar) Share(_ context.Context, set string, o sharing.Options) (sharing.Shared, error) {
	a.sharedAs = o
	return a.shared, a.note("share " + set)
}

func (a *afar) Invitation(_ context.Context, set string) (sharing.Invitation, error) {
	return a.shared.Invitation, a.note("invitation to " + set)
}

func (a *afar) StopSharing(_ context.Context, set string, remove bool) (string, error) {
	a.stoppedBy = remove
	return "", a.note("stop " + set)
}

func (a *afar) Accept(_ context.Context, i sharing.Invitation, o sharing.AcceptOptions) (sharing.Accepted, error) {
	a.invited, a.taken = i, o
	return sharing.Accepted{Set: cmp.Or(o.Into, o.New), Answer: a.answer, Report: subscribe.Report{New: 3}}, a.note("accept " + i.Title)
}

func (a *afar) Where() credentials.Where { return a.passwordStorage }

func (a *afar) SignIn(_ context.Context, _, user, password string) error {
	a.signed = append(a.signed, user+":"+password)
	return nil
}

func (a *afar) SignOut(_ context.Context, _, user string) error {
	a.signed = append(a.signed, user+" forgotten")
	return nil
}

func (a *afar) Probe(_ context.Context, _, at string, _ transport.Access) (subscribe.Found, error) {
	return a.found, a.note("look at " + at)
}

func (a *afar) SubscribeAs(_ context.Context, set, at string, o subscribe.Options) (store.Subscription, error) {
	a.reads = o
	return store.Subscription{}, a.note("subscribe " + set + " to " + at)
}

func (a *afar) Configure(_ context.Context, _, at string, change func(*subscribe.Options)) error {
	change(&a.reads)
	return a.note("configure " + at)
}

func (a *afar) Relocating(context.Context, string, string, string) (subscribe.Report, error) {
	return a.differs, nil
}

func (a *afar) Relocate(_ context.Context, _, from, to string) error {
	return a.note("from " + from + " to " + to)
}

func (a *afar) Forget(_ context.Context, _, at string) error { return a.note("forget " + at) }

func (a *afar) View(ctx context.Context, read func(engine.View) error) error {
	return a.Engine.View(ctx, func(v engine.View) error { return read(afarView{v, a}) })
}

// afarView is a view of a remote engine in which everything has changed.
type afarView struct {
	engine.View
	afar *afar
}

func (v afarView) Changes(ctx context.Context, since int64) (store.Change, error) {
	return changedAll(v.View.Changes(ctx, since))
}

func (v afarView) Healths(ctx context.Context, set string) ([]subscribe.Health, error) {
	if v.afar.healths == nil {
		return v.View.Healths(ctx, set)
	}
	return v.afar.healths, nil
}

func (v afarView) HeldItems(context.Context, string) ([]store.HeldItem, error) {
	return v.afar.quarantined, nil
}

func (a *afar) Accepting(context.Context, ...int64) ([]subscribe.Becoming, subscribe.Report, error) {
	return nil, a.differs, nil
}

func (a *afar) AcceptHeldItems(_ context.Context, keys ...int64) error {
	a.quarantined = a.quarantined[len(keys):]
	return a.note("apply")
}

func (a *afar) RefuseHeldItems(_ context.Context, keys ...int64) error {
	a.quarantined = a.quarantined[len(keys):]
	return a.note("keep mine")
}

func (a *afar) Restoring(_ context.Context, keys ...int64) (subscribe.Restored, error) {
	if len(keys) == 1 {
		return subscribe.Restored{}, nil
	}
	return subscribe.Restored{Updates: len(keys), Devices: 2, Published: true}, nil
}

func (a *afar) Sync(context.Context, subscribe.SyncOptions) ([]subscribe.Report, error) {
	return nil, a.note("sync")
}

// goAfar makes the locations of a desk remote.
func (d *desk) goAfar() *afar {
	a := &afar{Engine: d.win.Engine, Sharing: d.win.Sharing, Subscriptions: d.win.Subscriptions, passwordStorage: credentials.Where{Safe: true}}
	a.shared = sharing.Shared{Address: "https://dav.example.org/shared/Groceries.desk.xml", Invitation: sharing.Invitation{
		Address: "https://dav.example.org/shared/", Title: "Groceries", From: "desk", Kind: "todo", Format: "rss",
		Dialect: "feedsync-1.0", Folder: true, FeedID: "urn:uuid:1",
	}}
	d.win.Engine, d.win.Sharing, d.win.Subscriptions, d.win.Accounts = a, a, a, a
	return a
}
