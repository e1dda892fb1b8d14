package publish

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrWholeOnly: a window was requested for a list of outlines.
var ErrWholeOnly = errors.New("an outline is published as a whole, because part of a tree is of no use without its parents: leave the window out, or say " + feed.NoWindow)

// CheckWindow parses the window of a list with that format. It refuses one for outlines.
func CheckWindow(format item.Format, text string) (feed.Window, error) {
	w, err := feed.ParseWindow(text)
	if err == nil && w != (feed.Window{}) && format.Ordered() {
		err = ErrWholeOnly
	}
	return w, err
}

// compose makes the documents from one state of the store.
func (j *job) compose(ctx context.Context, r store.Reader) error {
	j.close()
	j.complete, j.partial = nil, nil
	if err := j.begin(r); err != nil {
		return err
	}
	window, err := CheckWindow(j.set.Format, j.next.Window)
	if err != nil {
		return err
	}
	c := &content{Reader: r, set: j.set.Key, instead: j.instead, damaged: map[string]bool{}}
	j.damaged = c.damaged
	if c.withheld, err = r.Withheld(j.set.Key); err != nil {
		return err
	}
	if err := c.list(); err != nil {
		return err
	}
	d, err := j.header(c)
	if err != nil {
		return err
	}
	if window == (feed.Window{}) {
		j.next.Complete, j.next.LastComplete, j.next.PendingComplete = "", transport.Written{}, ""
		d.Sharing = sharing(feed.Sharing{}, d.Sharing)
		if same, err := j.asBefore(c, d); same || err != nil {
			j.complete = j.before(j.Address)
			return err
		}
		j.complete, err = j.document(d, j.Address, func(w *feed.Writer) error { return c.all(ctx, w, d.Format) })
	} else {
		err = j.both(ctx, c, d, window)
	}
	j.made = err == nil
	return err
}

// begin reads the list, and how it is to be published.
func (j *job) begin(r store.Reader) error {
	set, err := r.SetOf(j.Target.Set)
	if err != nil {
		return err
	}
	j.set = set
	j.known, j.next = j.set.Publication, j.set.Publication
	if s := j.Share; s != nil {
		j.next.Window, j.next.Public, j.next.List, j.next.Access, j.next.Restored = s.Window, s.Public, s.List, s.Access, false
	}
	if j.served {
		j.next.Public = "" // others read it from the built-in server
	}
	if j.next.Begun.IsZero() {
		j.next.Begun = j.now
	}
	if j.Share != nil || j.Address != j.next.Address {
		j.next.Last, j.next.LastComplete, j.next.Pending, j.next.PendingComplete = transport.Written{}, transport.Written{}, "", ""
	}
	j.next.Address = j.Address
	return nil
}

// both makes the partial feed and the complete one. Only the partial feed links to the other.
func (j *job) both(ctx context.Context, c *content, d feed.Document, w feed.Window) error {
	ledger, err := feed.ReadLedger(j.next.Ledger)
	if err != nil {
		return err
	}
	from, some, all, ledger := ledger.Publish(d.Dialect, c.stamps, w, j.now)
	if j.next.Ledger, err = ledger.Text(); err != nil {
		return err
	}
	j.next.Until = some.Until
	j.next.Complete = transport.Sibling(j.Address, transport.CompleteName(j.Address))
	some.Related = []feed.Related{{Link: j.link(j.next.Complete), Type: feed.Complete}}
	whole, part := d, d
	whole.Sharing, part.Sharing = sharing(all, d.Sharing), sharing(some, d.Sharing)
	if same, err := j.asBefore(c, whole, part, from); same || err != nil {
		j.complete, j.partial = j.before(j.next.Complete), j.before(j.Address)
		return err
	}
	if j.complete, err = j.document(whole, j.next.Complete, func(w *feed.Writer) error { return c.all(ctx, w, d.Format) }); err != nil {
		return err
	}
	j.partial, err = j.document(part, j.Address, func(w *feed.Writer) error { return c.some(ctx, w, c.ids[from:]) })
	return err
}

// document writes a feed into a temporary file.
func (j *job) document(d feed.Document, address string, items func(*feed.Writer) error) (*document, error) {
	d.Self = j.self(address)
	made, err := transport.Compose(j.TempFiles, func(to io.Writer) error {
		w := feed.NewWriter(to, d)
		if err := items(w); err != nil {
			return err
		}
		return w.Close()
	})
	if err != nil {
		return nil, err
	}
	last, pending := j.lastAt(address)
	return &document{address: address, body: made.TempFile, size: made.Size, hash: made.Hash, last: last, pending: pending}, nil
}

// lastAt returns what was last written to an address, and what was announced for it.
func (j *job) lastAt(address string) (transport.Written, pending) {
	if address == j.next.Complete {
		return j.next.LastComplete, pending(j.next.PendingComplete)
	}
	return j.next.Last, pending(j.next.Pending)
}

// header returns the feed-level data. Its Sharing has what both documents have in common.
func (j *job) header(c *content) (feed.Document, error) {
	updated := j.next.Begun
	if n := len(c.stamps); n > 0 {
		updated = c.stamps[n-1].Time()
	}
	merged, err := aggregated(c, j.set.Key, j.Address)
	if err != nil {
		return feed.Document{}, err
	}
	devices, err := devices(c, j.set.Key, j.Endpoint)
	return feed.Document{
		Format:  j.set.Format,
		Dialect: j.set.Dialect,
		Title:   cmp.Or(j.next.List, j.set.Name),
		ID:      j.set.FeedID,
		Author:  j.Endpoint,
		Updated: updated,
		Devices: devices,
		Foreign: j.set.Foreign,
		Sharing: &feed.Sharing{Related: merged},
	}, err
}

// devices returns the device names in a feed: this device's name, if a person consented, and
// the names that the publishers of merged feeds give themselves there. Names from this
// device's address book are private, and names from third parties are not passed on, because
// nobody could withdraw them.
func devices(r store.Reader, set int64, own string) (all []feed.Device, err error) {
	consent, err := r.Consent(own)
	if err != nil {
		return nil, err
	}
	if consent == store.Public {
		given, err := r.Names()
		if err != nil {
			return nil, err
		}
		if name := item.CleanName(given[own]); name != "" {
			all = append(all, feed.Device{ID: own, Name: name})
		}
	}
	subscriptions, err := r.Subscriptions(set)
	heard := map[string]string{}
	for _, s := range subscriptions {
		if s.Mode != store.BothWays || s.Unnamed {
			continue
		}
		for _, address := range slices.Sorted(maps.Keys(s.Feeds)) {
			for _, n := range s.Feeds[address].Names {
				if n.By == s.Feeds[address].Author && n.By != own {
					heard[n.By] = n.Name
				}
			}
		}
	}
	for _, by := range slices.Sorted(maps.Keys(heard)) {
		all = append(all, feed.Device{ID: by, Name: heard[by]})
	}
	return all, err
}
