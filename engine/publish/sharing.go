package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// sharing adds the related feeds in more to a feed's bounds, or returns nil if there is
// nothing to say.
func sharing(bounds feed.Sharing, more *feed.Sharing) *feed.Sharing {
	bounds.Related = append(slices.Clone(bounds.Related), more.Related...)
	if bounds.Until == "" && len(bounds.Related) == 0 {
		return nil
	}
	return &bounds
}

// link returns the absolute address under which others read a document next to the feed, or
// the feed itself (SSE 0.93 §2.3). For a file it is only the name, so that the folders of this
// computer stay private; readers look for the file next to the feed.
func (j *job) link(address string) string {
	switch {
	case j.served:
		return transport.Join(j.root+"/", transport.Name(address))
	case j.next.Public != "":
		return siblingAddress(j.next.Public, address)
	case transport.KindOf(address) == transport.Local:
		return (&url.URL{Scheme: "file", Path: "/" + transport.Name(address)}).String()
	}
	return address
}

// self returns a document's own address. If only a file path is known, it is relative: this
// keeps the folders of this computer private, and remains right in a copied feed.
func (j *job) self(address string) string {
	switch {
	case j.served:
		return j.link(address)
	case j.next.Public != "" && address == j.Address:
		return PublicAddress(j.next.Public, address)
	case j.next.Public == "" && transport.KindOf(address) == transport.Local:
		return (&url.URL{Path: transport.Name(address)}).String()
	}
	return j.link(address)
}

// PublicAddress returns the address under which others read the feed at address. public is the
// feed's own public address or that of its folder.
func PublicAddress(public, address string) string {
	if transport.IsFolder(public) {
		return siblingAddress(public, address)
	}
	return public
}

// siblingAddress returns the address of a document in the folder public, or in the folder of
// the file public.
func siblingAddress(public, address string) string {
	if transport.IsFolder(public) {
		return transport.Join(public, transport.Name(address))
	}
	return transport.Sibling(public, transport.Name(address))
}

// aggregated returns the feeds that were merged into the list, with their addresses (SSE 0.93
// §2.2.1), if others can read them. It leaves out feeds that need a user or have a secret in
// the query, addresses in the local network, and file paths.
func aggregated(r store.SubscriptionReader, set int64, own string) ([]feed.Related, error) {
	subscriptions, err := r.Subscriptions(set)
	if err != nil {
		return nil, err
	}
	titles := map[string]string{}
	for _, s := range subscriptions {
		if s.Paused || s.Unnamed || s.Mode != store.BothWays || s.Health.LastSuccess.IsZero() || signedIn(s.Access) {
			continue
		}
		for address, f := range s.Feeds {
			if named(s, address) && address != own {
				titles[address] = f.Title
			}
		}
	}
	var all []feed.Related
	for _, address := range slices.Sorted(maps.Keys(titles)) {
		all = append(all, feed.Related{Link: address, Title: titles[address], Type: feed.Aggregated})
	}
	return all, nil
}

func signedIn(a transport.Access) bool { return a.User != "" || a.Scheme != "" || a.Certificate != "" }

// named reports whether a subscription's feed can be named: others can read it, and it was
// read itself, not as the complete feed of another.
func named(s store.Subscription, address string) bool {
	if strings.ContainsAny(address, "?@") || !transport.IsFar(address) {
		return false
	}
	for _, f := range s.Feeds {
		if f.Complete == address {
			return false
		}
	}
	return true
}

// Serve writes the feed of a list, or the complete one next to it, for the built-in server, as
// Publish would write it to t.Address. root is the address at which the reader found the
// server. From then on, others may see all edits, and until never decreases (SSE 0.93 §4.2.2).
// It does not change where the list is published. Of the result, only what could not be read is
// set.
func (p Publisher) Serve(ctx context.Context, t Target, root string, complete bool, to io.Writer, now time.Time) (done Published, err error) {
	for range tries {
		j := &job{Publisher: p, Target: t, now: now, served: true, root: root}
		err := j.serve(ctx, complete, to)
		if !errors.Is(err, errOvertaken) {
			done.Damaged, done.LeftOut = j.unread()
			return done, err
		}
	}
	return done, fmt.Errorf("serving %q: %w", t.Address, errOvertaken)
}

func (j *job) serve(ctx context.Context, complete bool, to io.Writer) error {
	defer j.close()
	if err := j.make(ctx); err != nil {
		return err
	}
	if err := j.saveLedger(ctx); err != nil {
		return err
	}
	d := j.feed()
	if complete {
		d = j.complete
	}
	if _, err := d.body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(to, d.body)
	return err
}

// saveLedger stores what the next feed depends on, wherever that one is published.
func (j *job) saveLedger(ctx context.Context) error {
	if j.next.Ledger == j.known.Ledger && j.next.Begun.Equal(j.known.Begun) {
		return nil
	}
	return j.change(ctx, func(s *store.Set) error {
		p := &s.Publication
		if p.Ledger != j.known.Ledger || !p.Begun.Equal(j.known.Begun) {
			return errOvertaken
		}
		p.Ledger, p.Until, p.Begun = j.next.Ledger, j.next.Until, j.next.Begun
		return nil
	})
}
