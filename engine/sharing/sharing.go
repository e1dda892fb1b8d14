// Package sharing shares lists: it publishes a list, invites others to it, accepts
// invitations, stops sharing, and deletes shared lists.
package sharing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"crossfeed/engine/attachments"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/fetch"
	"crossfeed/engine/lists"
	"crossfeed/engine/publish"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of the Service.
type Parts struct {
	Store store.Store
	// Gate lets a person's edits go first.
	Gate      *store.Gate
	Places    transport.Places
	TempFiles transport.TempFiles
	// Files is the file system of this computer.
	Files         transport.Files
	Clock         Clock
	Device        *safekeeping.Device
	Backups       *safekeeping.Backups
	Names         *safekeeping.Names
	Accounts      *credentials.Service
	Lists         *lists.Service
	Edit          *edit.Service
	Attachments   *attachments.Service
	Subscriptions *subscribe.Service
	// Sync syncs lists.
	Sync func(context.Context, subscribe.SyncOptions) ([]subscribe.Report, error)
	Log  *slog.Logger
}

// Service shares lists. It may be used from several goroutines.
type Service struct {
	Parts
	// publishing ensures that each list, by key, is published by one goroutine at a time.
	publishing fetch.Turns
}

// New returns a service.
func New(p Parts) *Service { return &Service{Parts: p} }

// local returns the store for a person's edits.
func (sh *Service) local() store.Store { return store.Local{Store: sh.Store, Gate: sh.Gate} }

// ErrNotShared: a list is not published anywhere.
var ErrNotShared = errors.New("the list is not shared")

// ErrNoFolder: the location has no room for the feeds of others.
var ErrNoFolder = errors.New("this is the address of a single feed: give a folder, so that the others can publish theirs there")

// Options are the options for sharing a list.
type Options struct {
	// Location is a file, a folder, a WebDAV or S3 address. An address that ends in a slash is a
	// folder in which the endpoint has its own file. "" is the present location of the list.
	Location string
	// Public is the address under which others read it, if different. "" keeps it if the location
	// is unchanged; so does an empty Access.
	Public string
	// Window is the extent of the partial feed (feed.ParseWindow); "" keeps it.
	Window string
	// List is the name of the list for its readers, if different from the name here; "" keeps it
	// if the location is unchanged or a folder that the list reads.
	List   string
	Access transport.Access
	// Password is stored for Access.User, unless it is "".
	Password string
	// ReadOthers also subscribes the list to the folder.
	ReadOthers bool
}

// Shared is a shared list.
type Shared struct {
	// Address is the address of the feed, Complete that of its complete feed, or "".
	Address, Complete string
	Invitation        Invitation
	// Unplaced says which attachments could not be uploaded (ErrUnplaced), or is nil. Each sync
	// tries again.
	Unplaced error
}

// WhoCanRead returns who could read a list if it were shared at a location. If others read it at
// another address, that address decides.
func (sh *Service) WhoCanRead(ctx context.Context, o Options) (transport.Readers, error) {
	if o.Public != "" {
		public, err := transport.Parse(o.Public)
		if err != nil {
			return transport.Readers{}, err
		}
		return sh.Places.Readers(ctx, transport.Target{Address: public})
	}
	place, err := transport.PlaceAt(sh.Files, o.Location)
	if err != nil {
		return transport.Readers{}, err
	}
	return sh.Places.Readers(ctx, transport.Target{Address: place, Access: o.Access})
}

// SharedFolder returns the innermost folder around a file or folder of this computer that others
// may read, as far as is known: a list or folder is published there, or a feed or library read
// from it. "" means none.
func (sh *Service) SharedFolder(ctx context.Context, path string) (folder string, err error) {
	if path, err = transport.Path(path); err != nil {
		return "", err
	}
	var all []string
	err = sh.Store.View(ctx, func(r store.Reader) error {
		sets, err := r.Sets()
		subscriptions, errSubscriptions := r.Subscriptions(0)
		libraries, errLibraries := r.Libraries()
		folders, errFolders := r.PublishedFolders()
		for _, s := range sets {
			all = append(all, s.Location)
		}
		for _, s := range subscriptions {
			all = append(all, s.Location)
		}
		for _, l := range libraries {
			all = append(all, l.Address)
		}
		for _, f := range folders {
			all = append(all, f.Folder, f.Address)
		}
		return errors.Join(err, errSubscriptions, errLibraries, errFolders)
	})
	for _, at := range all {
		if at == "" || transport.KindOf(at) != transport.Local {
			continue
		}
		around := filepath.Clean(at)
		there, errFolder := sh.Files.IsFolder(at)
		if within, errRel := filepath.Rel(around, path); errFolder == nil && there && errRel == nil && filepath.IsLocal(within) {
			folder = max(folder, around) // the innermost
		} else if !there && filepath.Dir(around) == filepath.Dir(path) {
			folder = max(folder, filepath.Dir(around))
		}
	}
	return folder, err
}

// Share publishes a list from now on and makes an invitation to it. If publishing fails, neither
// the location nor the password is stored.
func (sh *Service) Share(ctx context.Context, set string, o Options) (Shared, error) {
	p, err := sh.share(ctx, set, o)
	shared := Shared{Address: p.Address, Complete: p.Complete}
	if errors.Is(err, attachments.ErrUnplaced) || errors.Is(err, ErrDamaged) {
		shared.Unplaced, err = err, nil
	}
	if err != nil {
		return Shared{}, err
	}
	if o.ReadOthers {
		if err := sh.readOthers(ctx, set, o); err != nil {
			return shared, err
		}
	}
	shared.Invitation, err = sh.Invitation(ctx, set)
	return shared, err
}

// share publishes a list as a person wants it. If only attachments could not be uploaded, the
// list is shared and the error wraps ErrUnplaced.
func (sh *Service) share(ctx context.Context, name string, o Options) (publish.Published, error) {
	set, err := store.ReadSet(ctx, sh.Store, name)
	if err != nil {
		return publish.Published{}, err
	}
	how, err := sh.howToShare(set, o)
	if err == nil && how.List == "" && how.Location != set.Location && transport.IsFolder(how.Location) {
		how.List, err = sh.listIn(ctx, set, how.Location)
	}
	if err == nil {
		_, err = transport.Proxy(o.Access.Proxy)
	}
	if err != nil {
		return publish.Published{}, fmt.Errorf("sharing %q: %w", name, err)
	}
	var p publish.Published
	var unplaced error
	err = sh.Accounts.With(ctx, how.Location, how.Access.User, o.Password, func() (err error) {
		p, err = sh.publish(ctx, set, how.Location, &how)
		if errors.Is(err, attachments.ErrUnplaced) || errors.Is(err, ErrDamaged) {
			unplaced, err = err, nil
		}
		return err
	})
	return p, cmp.Or(err, unplaced)
}

// listIn is store.ListIn: a list that reads the feeds of a list in a folder is published as one
// of them.
func (sh *Service) listIn(ctx context.Context, set store.Set, folder string) (string, error) {
	return store.Read(ctx, sh.Store, func(r store.Reader) (string, error) { return store.ListIn(r, set, folder) })
}

// howToShare returns how a list is published from now on.
func (sh *Service) howToShare(set store.Set, o Options) (how publish.Share, err error) {
	if o.Location == "" && set.Location == "" {
		return how, fmt.Errorf("%w: say where to publish its feed", ErrNotShared)
	}
	how = publish.Share{Location: set.Location, Window: cmp.Or(o.Window, set.Publication.Window), Public: o.Public, List: o.List, Access: o.Access}
	if o.Location != "" {
		if how.Location, err = transport.PlaceAt(sh.Files, o.Location); err != nil {
			return how, err
		}
	}
	if how.Location == set.Location {
		how.Public = cmp.Or(how.Public, set.Publication.Public)
		how.List = cmp.Or(how.List, set.Publication.List)
		how.Access = cmp.Or(how.Access, set.Publication.Access)
	}
	if how.Public != "" {
		if how.Public, err = transport.Parse(how.Public); err != nil {
			return how, err
		}
	}
	if o.ReadOthers && !transport.IsFolder(how.Location) {
		return how, fmt.Errorf("%s: %w", how.Location, ErrNoFolder)
	}
	_, err = publish.CheckWindow(set.Format, how.Window)
	return how, err
}

// readOthers subscribes a list to the folder in which it is published.
func (sh *Service) readOthers(ctx context.Context, name string, o Options) error {
	set, err := store.ReadSet(ctx, sh.Store, name)
	if err != nil {
		return err
	}
	_, err = sh.Subscriptions.SubscribeAs(ctx, name, set.Location, subscribe.Options{Access: set.Publication.Access})
	if errors.Is(err, store.ErrSubscribed) {
		return nil
	}
	return err
}

// Invitation returns the invitation to a shared list, or an error if it is not shared. It leads
// to the folder if others can put their feeds there; if they read the list at another address,
// they cannot. It has this device's name if that is published.
func (sh *Service) Invitation(ctx context.Context, name string) (i Invitation, err error) {
	err = store.ViewSet(ctx, sh.Store, name, func(r store.Reader, s store.Set) error {
		if s.Location == "" {
			return fmt.Errorf("inviting to %q: %w yet: publish it first", name, ErrNotShared)
		}
		own, err := sh.Names.OwnIn(r)
		if err != nil {
			return err
		}
		if !own.Published {
			own.Name = ""
		}
		i = sh.invitationTo(s, own.Name)
		return nil
	})
	return i, err
}

func (sh *Service) invitationTo(s store.Set, from string) Invitation {
	p := s.Publication
	own := cmp.Or(p.Address, sh.ownAddress(s, s.Location))
	i := Invitation{
		Title: s.SharedName(), From: from, Kind: s.Kind, Format: s.Format, Dialect: s.Dialect, FeedID: s.FeedID,
		Address: own, User: p.Access.User, Fingerprint: p.Access.Fingerprint,
	}
	switch {
	case p.Public != "":
		// Writing and reading need different credentials.
		i.Address, i.User, i.Fingerprint = publish.PublicAddress(p.Public, own), "", ""
	case transport.IsFolder(s.Location):
		i.Address, i.Folder = asSubscribed(s.Location), true
	}
	return i
}

// asSubscribed returns the address to subscribe to for the folder of a published list: a local
// folder's address has no separator at its end.
func asSubscribed(folder string) string {
	if address, err := transport.Parse(folder); err == nil {
		return address
	}
	return folder
}

// StopSharing stops publishing a list, and removes its feed if remove is set; others keep what
// they have read. The password is removed if nothing else signs in there as that user. It returns
// the former address.
func (sh *Service) StopSharing(ctx context.Context, name string, remove bool) (address string, err error) {
	was, address, err := sh.stopSharing(ctx, name, remove)
	if err != nil {
		return address, err
	}
	return address, sh.Accounts.ForgetUnused(ctx, was.Location, was.Publication.Access)
}

// stopSharing is StopSharing without removing the password. was is the list before.
func (sh *Service) stopSharing(ctx context.Context, name string, remove bool) (was store.Set, address string, err error) {
	if was, err = store.ReadSet(ctx, sh.Store, name); err != nil {
		return was, "", err
	}
	if was.Location == "" {
		return was, "", fmt.Errorf("stopping sharing of %q: %w", name, ErrNotShared)
	}
	leave, err := sh.publishing.Enter(ctx, was.Key)
	if err != nil {
		return was, "", err
	}
	defer leave()
	address = sh.feedAddress(was)
	if err := sh.noteBehind(ctx, was); err != nil {
		return was, address, err
	}
	target := publish.Target{Set: was.Key, Endpoint: sh.Device.ID(), Address: address}
	err = sh.publisher().Stop(ctx, target, remove, sh.Clock.Now())
	if err == nil && remove {
		err = sh.Attachments.TakeAway(ctx, was, address)
	}
	return was, address, err
}

// Withdraw removes a feed that stayed after its list was deleted, unshared or shared elsewhere.
// It removes nothing but the list's own feed.
func (sh *Service) Withdraw(ctx context.Context, name, at string, access transport.Access) (address string, err error) {
	if address, err = transport.Parse(at); err != nil {
		return "", err
	}
	var named []store.Set
	err = sh.Store.View(ctx, func(r store.Reader) error {
		all, err := store.EverySet(r)
		named = slices.DeleteFunc(all, func(s store.Set) bool { return s.Name != name })
		return err
	})
	if err == nil && len(named) == 0 {
		err = fmt.Errorf("%q: %w", name, store.ErrNoSet)
	}
	for _, s := range named {
		if !s.Deleted && s.Location != "" && sh.feedAddress(s) == address {
			return address, &SharedError{s.Name, address}
		}
	}
	for _, s := range named { // several deleted lists may have had that name
		err = sh.withdraw(ctx, s, transport.Target{Address: address, Access: access})
		if !errors.Is(err, ErrNotOurs) && !errors.Is(err, publish.ErrNothingThere) {
			break
		}
	}
	if err != nil {
		return address, fmt.Errorf("withdrawing the feed of %q: %w", name, err)
	}
	return address, nil
}

func (sh *Service) withdraw(ctx context.Context, s store.Set, at transport.Target) error {
	leave, err := sh.publishing.Enter(ctx, s.Key)
	if err != nil {
		return err
	}
	defer leave()
	if s.Deleted && at.Access == (transport.Access{}) {
		at.Access = s.Publication.Access
	}
	if err := sh.publisher().Withdraw(ctx, s, at, sh.Clock.Now()); err != nil {
		return err
	}
	s.Publication.Access = at.Access
	return errors.Join(sh.Attachments.TakeAway(ctx, s, at.Address), sh.Accounts.ForgetUnused(ctx, at.Address, at.Access))
}

func (sh *Service) feedAddress(s store.Set) string {
	return cmp.Or(s.Publication.Address, sh.ownAddress(s, s.Location))
}
