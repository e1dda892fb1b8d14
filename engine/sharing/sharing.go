package sharing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"crossfeed/engine/attachments"
	"crossfeed/engine/invite"
	"crossfeed/engine/location"
	"crossfeed/engine/publish"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// ErrNotShared means that a list is not published anywhere.
var ErrNotShared = errors.New("the list is not shared")

// ErrNoFolder means that others cannot put their feeds where a list is shared.
var ErrNoFolder = errors.New("that is the address of one feed: give a folder, so that the others have a place for theirs")

// Options say where and how a list is shared.
type Options struct {
	// Location is where the feed is put: a file, a folder, a WebDAV or S3 address. An
	// address that ends in a slash is a folder, in which the endpoint has a file of its own.
	// "" is where the list is shared already.
	Location string
	// Public is the address under which others read it, where that is another one. "" leaves
	// it as it is where the location is the one that the list has; an Access that says nothing
	// does, too.
	Public string
	// Window is what the partial feed holds (partial.ParseWindow); "" leaves it as it is.
	Window string
	// List is the name of the list for those who read the feed, where it is another one than
	// here; "" leaves it as it is where the location is the one that the list has, or a folder that
	// it reads.
	List   string
	Access location.Access
	// Password is kept for Access.User, where it is not "".
	Password string
	// ReadOthers subscribes the list to the folder as well: what others put there is
	// taken in.
	ReadOthers bool
}

// Shared is a list that is shared.
type Shared struct {
	// Address is that of the feed, Complete that of the complete one beside it, or "".
	Address, Complete string
	Invitation        invite.Invitation
	// Unplaced tells which files of items could not be put beside the feed (ErrUnplaced), or
	// is nil. Each sync tries again.
	Unplaced error
}

// WhoCanRead tells who could read a list that is shared at a location, before it is. Where
// others read it at another address, that one decides.
func (sh *Service) WhoCanRead(ctx context.Context, o Options) (location.Readers, error) {
	if o.Public != "" {
		public, err := location.Parse(o.Public)
		if err != nil {
			return location.Readers{}, err
		}
		return sh.Places.Readers(ctx, location.Target{Address: public})
	}
	place, err := location.PlaceAt(sh.Files, o.Location)
	if err != nil {
		return location.Readers{}, err
	}
	return sh.Places.Readers(ctx, location.Target{Address: place, Access: o.Access})
}

// SharedFolder is the folder around a file or folder of this computer that others may read,
// wherever it is carried to, as far as is known: a list or a folder is published there, or a feed
// or library is read from it. "" is none.
func (sh *Service) SharedFolder(ctx context.Context, path string) (folder string, err error) {
	if path, err = location.Path(path); err != nil {
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
		if at == "" || location.KindOf(at) != location.Local {
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

// Share publishes a list from now on, and makes an invitation to it. What cannot be
// published is not set, and its password is not kept.
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

// share publishes a set as a person wants it. Where but files could not be put, the set is
// shared, and the error wraps ErrUnplaced.
func (sh *Service) share(ctx context.Context, name string, o Options) (publish.Published, error) {
	set, err := store.ReadSet(ctx, sh.Store, name)
	if err != nil {
		return publish.Published{}, err
	}
	how, err := sh.howToShare(set, o)
	if err == nil && how.List == "" && how.Location != set.Location && location.IsFolder(how.Location) {
		how.List, err = sh.listIn(ctx, set, how.Location)
	}
	if err == nil {
		_, err = location.Proxy(o.Access.Proxy)
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

// listIn is store.ListIn: what reads the feeds of a list in a folder is published as one of them.
func (sh *Service) listIn(ctx context.Context, set store.Set, folder string) (list string, err error) {
	err = sh.Store.View(ctx, func(r store.Reader) error {
		list, err = store.ListIn(r, set, folder)
		return err
	})
	return list, err
}

// howToShare is how a set is published from now on.
func (sh *Service) howToShare(set store.Set, o Options) (how publish.Share, err error) {
	if o.Location == "" && set.Location == "" {
		return how, fmt.Errorf("%w: say where its feed is to be put", ErrNotShared)
	}
	how = publish.Share{Location: set.Location, Window: cmp.Or(o.Window, set.Publication.Window), Public: o.Public, List: o.List, Access: o.Access}
	if o.Location != "" {
		if how.Location, err = location.PlaceAt(sh.Files, o.Location); err != nil {
			return how, err
		}
	}
	if how.Location == set.Location {
		how.Public = cmp.Or(how.Public, set.Publication.Public)
		how.List = cmp.Or(how.List, set.Publication.List)
		how.Access = cmp.Or(how.Access, set.Publication.Access)
	}
	if how.Public != "" {
		if how.Public, err = location.Parse(how.Public); err != nil {
			return how, err
		}
	}
	if o.ReadOthers && !location.IsFolder(how.Location) {
		return how, fmt.Errorf("%s: %w", how.Location, ErrNoFolder)
	}
	_, err = publish.CheckWindow(set.Format, how.Window)
	return how, err
}

// readOthers subscribes a list to the folder that it is published in.
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

// Invitation is that to a list that is shared; an error says that it is not. It is to the
// folder where others can put their feeds there too: where they read it at another
// address, they cannot. It says this device's name where that is published.
func (sh *Service) Invitation(ctx context.Context, name string) (i invite.Invitation, err error) {
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

func (sh *Service) invitationTo(s store.Set, from string) invite.Invitation {
	p := s.Publication
	own := cmp.Or(p.Address, sh.ownAddress(s, s.Location))
	i := invite.Invitation{
		Title: s.SharedName(), From: from, Kind: s.Kind, Format: s.Format, Dialect: s.Dialect, FeedID: s.FeedID,
		Address: own, User: p.Access.User, Fingerprint: p.Access.Fingerprint,
	}
	switch {
	case p.Public != "":
		// What is needed to write is not what is needed to read.
		i.Address, i.User, i.Fingerprint = publish.PublicAddress(p.Public, own), "", ""
	case location.IsFolder(s.Location):
		i.Address, i.Folder = asSubscribed(s.Location), true
	}
	return i
}

// asSubscribed is the address under which the folder that a set is published in is
// subscribed to: that of a folder of this computer has no separator at its end there.
func asSubscribed(folder string) string {
	if address, err := location.Parse(folder); err == nil {
		return address
	}
	return folder
}

// StopSharing publishes a list no more. The feed is taken away from its place where remove
// says so; what others have read of it stays with them. The password goes where nothing else
// signs in there as that user. The address that it had is returned.
func (sh *Service) StopSharing(ctx context.Context, name string, remove bool) (address string, err error) {
	was, address, err := sh.stopSharing(ctx, name, remove)
	if err != nil {
		return address, err
	}
	return address, sh.Accounts.ForgetUnused(ctx, was.Location, was.Publication.Access)
}

// stopSharing is StopSharing with the password left where it is. was is the set before.
func (sh *Service) stopSharing(ctx context.Context, name string, remove bool) (was store.Set, address string, err error) {
	if was, err = store.ReadSet(ctx, sh.Store, name); err != nil {
		return was, "", err
	}
	if was.Location == "" {
		return was, "", fmt.Errorf("stopping to share %q: %w", name, ErrNotShared)
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

// Withdraw removes a feed that stayed where a list was published: the list was deleted or
// unshared, or is shared elsewhere now. Nothing but the list's own feed is removed.
func (sh *Service) Withdraw(ctx context.Context, name, at string, access location.Access) (address string, err error) {
	if address, err = location.Parse(at); err != nil {
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
	for _, s := range named { // several may have been deleted under one name
		err = sh.withdraw(ctx, s, location.Target{Address: address, Access: access})
		if !errors.Is(err, ErrNotOurs) && !errors.Is(err, publish.ErrNothingThere) {
			break
		}
	}
	if err != nil {
		return address, fmt.Errorf("withdrawing the feed of %q: %w", name, err)
	}
	return address, nil
}

func (sh *Service) withdraw(ctx context.Context, s store.Set, at location.Target) error {
	leave, err := sh.publishing.Enter(ctx, s.Key)
	if err != nil {
		return err
	}
	defer leave()
	if s.Deleted && at.Access == (location.Access{}) {
		at.Access = s.Publication.Access
	}
	if err := sh.publisher().Withdraw(ctx, s, at, sh.Clock.Now()); err != nil {
		return err
	}
	s.Publication.Access = at.Access
	return errors.Join(sh.Attachments.TakeAway(ctx, s, at.Address), sh.Accounts.ForgetUnused(ctx, at.Address, at.Access))
}

// feedAddress is where the feed of a published list is.
func (sh *Service) feedAddress(s store.Set) string {
	return cmp.Or(s.Publication.Address, sh.ownAddress(s, s.Location))
}
