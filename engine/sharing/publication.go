package sharing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/logging"
	"crossfeed/engine/publish"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrNotOurs: the address has something other than the list's own feed. Nothing was written.
var ErrNotOurs = publish.ErrNotOurs

// PublishAt sets the location of a list and publishes it: a file, an address, or a folder in
// which each endpoint has its own file. It returns the address of the feed. It refuses to
// replace anything but the list's own feed, with ErrNotOurs; a feed that another endpoint wrote
// to this list's address is merged and replaced, because a person wants it so. If publishing
// fails, the location is not set.
func (sh *Service) PublishAt(ctx context.Context, set, at string) (path string, err error) {
	p, err := sh.share(ctx, set, Options{Location: at})
	return p.Address, err
}

// Publish writes the feeds of a list to its location and returns the address of the feed, or ""
// for a list without a location.
func (sh *Service) Publish(ctx context.Context, set string) (path string, err error) {
	s, err := store.ReadSet(ctx, sh.Store, set)
	if err != nil || s.Location == "" {
		return "", err
	}
	p, err := sh.publish(ctx, s, s.Location, nil)
	return p.Address, err
}

// publish writes the feeds of a list to a location, after the attachments, so that no feed names
// a missing file. At a location that a person just chose the attachments come last, so that a
// refusal leaves nothing behind. A list is published by one goroutine at a time: two would take
// each other for a second writer. If attachments are missing, the error wraps ErrUnplaced; if
// items are damaged, ErrDamaged.
func (sh *Service) publish(ctx context.Context, set store.Set, place string, how *publish.Share) (publish.Published, error) {
	leave, err := sh.publishing.Enter(ctx, set.Key)
	if err != nil {
		return publish.Published{}, err
	}
	defer leave()
	if err := sh.InStep(ctx); err != nil {
		return publish.Published{}, err
	}
	if how == nil {
		target := publish.Target{Set: set.Key, Endpoint: sh.Device.ID(), Address: sh.ownAddress(set, place)}
		if err := sh.publisher().Confirm(ctx, target, sh.Clock.Now()); err != nil {
			return publish.Published{}, err
		}
	}
	set = sharedAs(set, how)
	if at := sh.ownAddress(set, place); how != nil || set.Publication.Address != at || set.Publication.Last == (transport.Written{}) {
		// Whatever is there is unknown and would be replaced.
		if err := sh.beforeWritingOver(ctx, set, at); err != nil {
			return publish.Published{}, err
		}
	}
	done, err := sh.publishOnce(ctx, set.Key, place, how)
	if !errors.Is(err, ErrNotOurs) {
		return done, err
	}
	again, failed := sh.secondWriter(ctx, set, sh.ownAddress(set, place))
	if !again || failed != nil {
		return done, cmp.Or(failed, err)
	}
	if done, err = sh.publishOnce(ctx, set.Key, place, how); errors.Is(err, ErrNotOurs) {
		_, failed = sh.secondWriter(ctx, set, sh.ownAddress(set, place)) // merges what a copy wrote
	}
	return done, cmp.Or(failed, err)
}

// sharedAs returns a list as a person wants to publish it, or unchanged if how is nil.
func sharedAs(set store.Set, how *publish.Share) store.Set {
	if how != nil {
		set.Publication.List, set.Publication.Access = how.List, how.Access
	}
	return set
}

// publishOnce publishes a list under the present identifier, after merging its feed of a former
// one.
func (sh *Service) publishOnce(ctx context.Context, key int64, place string, how *publish.Share) (publish.Published, error) {
	set, err := sh.setOf(ctx, key)
	if err == nil {
		err = sh.mergeFormer(ctx, set)
	}
	if err != nil {
		return publish.Published{}, err
	}
	set = sharedAs(set, how)
	target := publish.Target{
		Set: set.Key, Endpoint: sh.Device.ID(), Share: how,
		Address: sh.ownAddress(set, place),
	}
	var unplaced error
	if how == nil {
		unplaced = sh.Attachments.Place(ctx, set, transport.Target{Address: target.Address, Access: set.Publication.Access})
	}
	began := time.Now()
	done, err := sh.publisher().Publish(ctx, target, sh.Clock.Now())
	sh.Log.InfoContext(ctx, "publish", append([]any{"address", logging.Address(target.Address), "sent", done.Sent, "took", time.Since(began).Round(time.Millisecond)}, logging.Problem(err)...)...)
	if err == nil && how != nil {
		unplaced = sh.Attachments.Place(ctx, set, transport.Target{Address: target.Address, Access: how.Access})
	}
	return done, cmp.Or(err, unplaced, withoutDamaged(set, done))
}

// ErrDamaged: a list was published, but its damaged items with their last published state, or
// without those that no feed of it has.
var ErrDamaged = errors.New("some items are damaged: a repair can restore them")

func withoutDamaged(set store.Set, done publish.Published) error {
	var parts []string
	if len(done.Damaged) > 0 {
		parts = append(parts, "published as they were last: "+strings.Join(done.Damaged, ", "))
	}
	if len(done.LeftOut) > 0 {
		parts = append(parts, "left out, because no feed of this list has them: "+strings.Join(done.LeftOut, ", "))
	}
	if len(parts) == 0 {
		return nil
	}
	return fmt.Errorf("publishing %q: %w: %s", set.Name, ErrDamaged, strings.Join(parts, "; "))
}

// ownAddress returns the address of a list's feed at a location. A feed keeps the name that an
// older version gave it.
func (sh *Service) ownAddress(s store.Set, place string) string {
	former := transport.FormerAddress(place, s.SharedName(), sh.Device.ID(), s.Ending())
	if s.Publication.Address == former {
		return former
	}
	return transport.OwnAddress(place, s.SharedName(), sh.Device.ID(), s.Ending())
}

func (sh *Service) publisher() publish.Publisher {
	return publish.Publisher{Store: sh.local(), Places: sh.Places, TempFiles: sh.TempFiles}
}

// Serves returns the feeds of a list for a server: the partial one, if there is a window, and
// the complete one. damaged is called, from any goroutine, with an error that wraps ErrDamaged
// whenever a feed was written without some items, or with their last published state.
func (sh *Service) Serves(ctx context.Context, set string, damaged func(error)) ([]publish.ServedFeed, error) {
	s, err := store.ReadSet(ctx, sh.Store, set)
	if err != nil {
		return nil, err
	}
	window, err := publish.CheckWindow(s.Format, s.Publication.Window)
	if err != nil {
		return nil, fmt.Errorf("serving %q: %w", s.Name, err)
	}
	// The feed has no folder: only the name in its address is ever written.
	root := string(filepath.Separator)
	address := transport.OwnAddress(root, s.SharedName(), sh.Device.ID(), s.Ending())
	former := transport.FormerAddress(root, s.SharedName(), sh.Device.ID(), s.Ending())
	feeds := []publish.ServedFeed{sh.served(s, address, former, false, damaged)}
	if window != (feed.Window{}) {
		feeds = append(feeds, sh.served(s, address, former, true, damaged))
	}
	return feeds, nil
}

// served returns the feed of a list, or its complete feed.
func (sh *Service) served(s store.Set, address, former string, complete bool, damaged func(error)) publish.ServedFeed {
	name := transport.Name
	if complete {
		name = transport.CompleteName
	}
	f := publish.ServedFeed{Name: name(address), Former: name(former), Type: publish.MediaType(s.Format), Version: sh.version}
	target := publish.Target{Set: s.Key, Endpoint: sh.Device.ID(), Address: address}
	f.Write = func(ctx context.Context, root string, to io.Writer) error {
		leave, err := sh.publishing.Enter(ctx, s.Key)
		if err != nil {
			return err
		}
		defer leave()
		done, err := sh.publisher().Serve(ctx, target, root, complete, to, sh.Clock.Now())
		if err != nil {
			return err
		}
		if err := withoutDamaged(s, done); err != nil {
			sh.Log.WarnContext(ctx, "serve", "set", s.Key, "damaged", len(done.Damaged), "left_out", len(done.LeftOut))
			damaged(err)
		}
		return nil
	}
	return f
}

// version changes with every commit, and every hour because a window of days depends on the
// time.
func (sh *Service) version(ctx context.Context) (string, time.Time, error) {
	revision, err := sh.Store.Revision(ctx)
	now := sh.Clock.Now()
	return fmt.Sprintf("%d %s", revision, now.UTC().Format("2006-01-02T15")), now, err
}
