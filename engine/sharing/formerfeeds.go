package sharing

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

// InStep adopts the identifier that another process gave this device.
func (sh *Service) InStep(ctx context.Context) error {
	return sh.Store.View(ctx, func(r store.Reader) error { return sh.Device.Refresh(r) })
}

func (sh *Service) setOf(ctx context.Context, key int64) (store.Set, error) {
	return store.Read(ctx, sh.Store, func(r store.Reader) (store.Set, error) { return r.SetOf(key) })
}

// found describes the feed at the address where this device publishes a list.
type found struct {
	// ours reports whether it is entirely the feed of the list, as this device or a copy of it
	// writes it, and own whether its author is this device.
	ours, own bool
	// ahead reports whether it has changes by this device that were never made here or, if its
	// author is this device, anything that the store never had.
	ahead bool
}

// inspect inspects the address where this device publishes a list. It leaves errors of reading
// to the publishing.
func (sh *Service) inspect(ctx context.Context, set store.Set, address string) (f found, err error) {
	f.ours, f.own = true, true
	for _, at := range transport.WithComplete(address) {
		by, ours, news, err := sh.writerAt(ctx, set, at)
		if transport.IsMissing(err) {
			continue
		}
		if err != nil {
			return found{}, err
		}
		f.ours, f.own = f.ours && ours, f.own && ours && by == sh.Device.ID()
		f.ahead = f.ahead || f.ours && news.Unmade || f.own && news.Unknown
	}
	return f, nil
}

// writerAt returns the author of the feed at an address, and what of it the store never had.
func (sh *Service) writerAt(ctx context.Context, set store.Set, address string) (by string, ours bool, news intake.News, err error) {
	target := transport.Target{Address: address, Access: set.Publication.Access}
	answer, err := sh.Places.Read(ctx, transport.Request{Target: target, Whole: true, Now: sh.Clock.Now()})
	if err != nil {
		return "", false, news, err
	}
	defer answer.Body.Close()
	in := feed.NewReader(answer.Body, address)
	err = sh.Store.View(ctx, func(r store.Reader) error {
		for {
			entry, err := in.Next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			if news.Unmade || entry.Item == nil {
				continue
			}
			if err := news.Add(r, set, sh.Device.ID(), entry.Item); err != nil {
				return err
			}
		}
	})
	d := in.Document()
	return d.Author, d.ID == set.FeedID, news, err
}

// beforeWritingOver preserves the contents of the feed that is about to be replaced. A change by
// this device that the store never had means that a backup was restored or a copy of the data
// folder is in use: this device takes a new identifier and merges the feed as a former one. A
// copy that took a new identifier may say so as well; its other changes are merged.
func (sh *Service) beforeWritingOver(ctx context.Context, set store.Set, address string) error {
	f, err := sh.inspect(ctx, set, address)
	switch {
	case err != nil:
	case f.ahead:
		_, err = sh.renewAfter(ctx, set, address)
		return err
	case f.ours && !f.own:
		_, _ = sh.Subscriptions.MergeFeedAt(ctx, set, address) // publishing will report what cannot be read
	}
	return ctx.Err()
}

func (sh *Service) renewAfter(ctx context.Context, set store.Set, address string) (renewed bool, err error) {
	err = sh.changePublication(ctx, set.Key, func(p *store.Publication) { p.Former = p.Former.With(address) })
	if err != nil {
		return false, err
	}
	return sh.Device.RenewFor(ctx, safekeeping.Ahead)
}

// secondWriter handles a feed at the address of a list that differs from the last one written
// there. A new change by this device means that its identifier is used twice, so it takes a new
// one. An old feed of this device, restored by a program that syncs files, is replaced. A feed
// of another device, such as a copy that took a new identifier, is merged, and publishing fails
// until a person says who writes there. again reports whether another try may help.
func (sh *Service) secondWriter(ctx context.Context, set store.Set, address string) (again bool, err error) {
	f, err := sh.inspect(ctx, set, address)
	switch {
	case err != nil:
		return false, ctx.Err()
	case f.ahead:
		return sh.renewAfter(ctx, set, address)
	case f.own:
		return true, sh.changePublication(ctx, set.Key, func(p *store.Publication) {
			p.Last, p.LastComplete, p.State = transport.Written{}, transport.Written{}, ""
		})
	case f.ours:
		_, _ = sh.Subscriptions.MergeFeedAt(ctx, set, address) // what cannot be read now is merged the next time
	}
	return false, ctx.Err()
}

// changePublication changes how a list is published.
func (sh *Service) changePublication(ctx context.Context, key int64, change func(*store.Publication)) error {
	return sh.local().Update(ctx, func(w store.Writer) error {
		set, err := w.SetOf(key)
		if err != nil {
			return err
		}
		change(&set.Publication)
		_, err = w.PutSet(set)
		return err
	})
}

// mergeFormer merges the feeds that this device published under former identifiers, as those of
// another device. A missing feed has nothing to merge; an unreadable one is tried again when the
// list is next published.
func (sh *Service) mergeFormer(ctx context.Context, set store.Set) error {
	for _, address := range set.Publication.Former.All() {
		merged, _ := sh.Subscriptions.MergeFeedAt(ctx, set, address)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !merged {
			continue
		}
		if err := sh.renameUnpublished(ctx, set, address); err != nil {
			return err
		}
		err := sh.changePublication(ctx, set.Key, func(p *store.Publication) { p.Former = p.Former.Without(address) })
		if err != nil {
			return err
		}
	}
	return nil
}

// renameUnpublished repeats under the present identifier the changes that this device made under
// its last one and that the feed at an address does not have. It does so only if the last
// identifier may be in use elsewhere; a copied data folder and a restored backup have no such
// changes. Others may have received them under the last identifier anyway, so the feeds of the
// list are read again and all merge both.
func (sh *Service) renameUnpublished(ctx context.Context, set store.Set, address string) error {
	d, err := sh.Device.Stored(ctx)
	if err != nil || len(d.Former) == 0 || d.ID != sh.Device.ID() {
		return err
	}
	last := d.Former[0]
	if last.Why != safekeeping.Ahead && last.Why != safekeeping.Asked {
		return nil
	}
	told, found, err := sh.changesAt(ctx, set, address, last.ID)
	if err != nil || !found {
		return ctx.Err() // nothing is known about what is published
	}
	now := sh.Clock.Now()
	return sh.Edit.DoUnjournaled(ctx, func(t *edit.Transaction) error {
		stamps, err := t.Stamps(set.Key)
		if err != nil {
			return err
		}
		own, again := trust.Own{By: d.ID, Counted: set.Dialect == item.SSE091}, false
		for _, s := range stamps {
			it, err := t.Item(set.Key, s.ID)
			if err != nil {
				return err
			}
			var failed error
			renamed := own.Unpublished(last.ID, told, it, func() (n int) {
				n, failed = t.Used(set.Key, s.ID, d.ID)
				return n
			})
			if failed == nil && renamed != it {
				again, failed = true, t.PutItem(set.Key, renamed, store.Seen{At: now})
			}
			if failed != nil {
				return failed
			}
		}
		if !again {
			return nil
		}
		return safekeeping.ReadAnew(t, set.Key, "")
	})
}

// changesAt returns what the feed at an address and its complete feed say about the changes of
// an endpoint. found reports whether either exists.
func (sh *Service) changesAt(ctx context.Context, set store.Set, address, by string) (told trust.FeedChanges, found bool, err error) {
	told = trust.FeedChanges{}
	for _, at := range transport.WithComplete(address) {
		target := transport.Target{Address: at, Access: set.Publication.Access}
		answer, err := sh.Places.Read(ctx, transport.Request{Target: target, Whole: true, Now: sh.Clock.Now()})
		if transport.IsMissing(err) {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		found = true
		in := feed.NewReader(answer.Body, at)
		for err == nil {
			var entry *feed.Entry
			if entry, err = in.Next(); err == nil && entry.Item != nil {
				told.Add(by, entry.Item)
			}
		}
		if err = errors.Join(unlessEnd(err), answer.Body.Close()); err != nil {
			return nil, false, err
		}
	}
	return told, found, nil
}

func unlessEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
