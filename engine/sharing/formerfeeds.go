package sharing

import (
	"context"
	"errors"
	"io"

	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
	"crossfeed/engine/item"
	"crossfeed/engine/location"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// inStep takes over the identifier that another process gave this device.
func (sh *Service) InStep(ctx context.Context) error {
	return sh.Store.View(ctx, func(r store.Reader) error { return sh.Device.Refresh(r) })
}

// setOf is a set by its key.
func (sh *Service) setOf(ctx context.Context, key int64) (set store.Set, err error) {
	err = sh.Store.View(ctx, func(r store.Reader) error {
		set, err = r.SetOf(key)
		return err
	})
	return set, err
}

// found is what lies where this device publishes a list.
type found struct {
	// ours tells that all of it is the feed of the list, as this device or a copy of it
	// writes it, and own that it says to be by this device.
	ours, own bool
	// ahead tells that it has changes by this device that were never made here or, where it
	// says to be by this device, anything that the store never had.
	ahead bool
}

// lying finds out what lies where this device publishes a list. What cannot be read is for
// the publishing to tell.
func (sh *Service) lying(ctx context.Context, set store.Set, address string) (f found, err error) {
	f.ours, f.own = true, true
	for _, at := range location.WithComplete(address) {
		by, ours, news, err := sh.writerAt(ctx, set, at)
		if location.IsMissing(err) {
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

// writerAt finds out who wrote the feed at an address, and what it says that the store never
// had.
func (sh *Service) writerAt(ctx context.Context, set store.Set, address string) (by string, ours bool, news incorporate.News, err error) {
	target := location.Target{Address: address, Access: set.Publication.Access}
	answer, err := sh.Places.Read(ctx, location.Request{Target: target, Whole: true, Now: sh.Clock.Now()})
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

// beforeWritingOver keeps what the feed of a list at an address has, which is about to be
// written over. Something by this device that the store never had tells that a backup was put
// back, or that a copy of the data folder is in use: this device takes another identifier, and
// merges it as a former feed. A copy that took another identifier may tell it, too. What else
// such a copy wrote there is merged.
func (sh *Service) beforeWritingOver(ctx context.Context, set store.Set, address string) error {
	f, err := sh.lying(ctx, set, address)
	switch {
	case err != nil:
	case f.ahead:
		_, err = sh.renewAfter(ctx, set, address)
		return err
	case f.ours && !f.own:
		_, _ = sh.Subscriptions.MergeFeedAt(ctx, set, address) // what cannot be read is for the publishing to tell
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

// secondWriter does what can be done where something else lies at the address of a list than
// was written there last. Something new by this device tells that its identifier is in use
// twice: it takes another one. An old feed by it, which a program that carries files put back,
// is written over. What another device wrote, a copy of this one that took a new identifier,
// is merged, and the publishing goes on to fail until a person says who writes there. again
// tells that one more try may help.
func (sh *Service) secondWriter(ctx context.Context, set store.Set, address string) (again bool, err error) {
	f, err := sh.lying(ctx, set, address)
	switch {
	case err != nil:
		return false, ctx.Err()
	case f.ahead:
		return sh.renewAfter(ctx, set, address)
	case f.own:
		return true, sh.changePublication(ctx, set.Key, func(p *store.Publication) {
			p.Last, p.LastComplete, p.State = location.Written{}, location.Written{}, ""
		})
	case f.ours:
		_, _ = sh.Subscriptions.MergeFeedAt(ctx, set, address) // what cannot be read now is merged the next time
	}
	return false, ctx.Err()
}

// changePublication changes how a set is published.
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

// mergeFormer merges what is where a set was published under former identifiers, as the feed
// of another device. What is gone has nothing to merge; what cannot be read now is tried again
// when the set is published next.
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

// renameUnpublished says under the present identifier what this device did to a list under its
// last one, and the feed at an address under that one does not tell. It does so where the last
// one may be in use elsewhere; a copy of a data folder and a backup have nothing of their own.
// Others may have it under the last one all the same. The feeds of the list are read again then,
// so that all merge both.
func (sh *Service) renameUnpublished(ctx context.Context, set store.Set, address string) error {
	d, err := sh.Device.Stored(ctx)
	if err != nil || len(d.Former) == 0 || d.ID != sh.Device.ID() {
		return err
	}
	last := d.Former[0]
	if last.Why != safekeeping.Ahead && last.Why != safekeeping.Asked {
		return nil
	}
	told, found, err := sh.toldAt(ctx, set, address, last.ID)
	if err != nil || !found {
		return ctx.Err() // nothing is known of what is published
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
		return safekeeping.ReadAnew(t, set.Key)
	})
}

// toldAt is what the feed at an address and the complete one next to it tell of the changes of
// an endpoint. found tells that one of them is there.
func (sh *Service) toldAt(ctx context.Context, set store.Set, address, by string) (told trust.Told, found bool, err error) {
	told = trust.Told{}
	for _, at := range location.WithComplete(address) {
		target := location.Target{Address: at, Access: set.Publication.Access}
		answer, err := sh.Places.Read(ctx, location.Request{Target: target, Whole: true, Now: sh.Clock.Now()})
		if location.IsMissing(err) {
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
