package contentsync

import (
	"context"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
)

// recover finishes what the last run left: "Once the sync process starts, it runs to
// completion" may not hold. It stores files that are in place but unknown to the store,
// without a request. It runs before any feed is read, because what a feed then says is newer.
func (r *run) recover() error {
	err := r.Store.View(r.ctx, func(s store.Reader) error {
		var after int64
		return r.pages(s, &after, func(w store.ContentWanted) (bool, error) {
			if w.Nested {
				return true, nil
			}
			l, there, err := r.arrived(s, w)
			if there {
				r.unsaved = append(r.unsaved, l)
			}
			return r.stopped == nil, err
		})
	})
	if err == nil {
		err = r.save()
	}
	if err != nil || !r.Root || r.stopped != nil {
		return err
	}
	return r.compare()
}

// arrived returns a downloaded file that the store does not know of. If the store does know
// it, the program was stopped before the cache was told, and the entry is a later one.
func (r *run) arrived(s store.Reader, w store.ContentWanted) (l landing, there bool, err error) {
	name := cache.Name(w.Address)
	note, there, broken := r.cache.Unconfirmed(name)
	if broken != nil {
		return l, false, r.stop(broken)
	}
	if !there {
		return l, false, nil
	}
	l = landing{entry: entry{ContentWanted: w}, file: r.receivedFile(name, note)}
	l.file.Address = w.Address
	l.entry.file, l.here, err = s.ContentFile(r.Library, w.Address)
	known := l.entry.file.Known
	if l.entry.file.State == store.FileHere && known.Hash == note.Hash && known.ETag == note.Known.ETag && known.LastModified == note.Known.LastModified {
		if broken := r.cache.Confirm(name); broken != nil && err == nil {
			err = r.stop(broken)
		}
		return l, false, err
	}
	return l, err == nil, err
}

// measure counts the space used by files and by partial downloads.
func (r *run) measure() error {
	err := r.Store.View(r.ctx, func(s store.Reader) error {
		use, err := s.ContentUse(r.Library)
		r.budget.freed(-use.Bytes)
		return err
	})
	if err != nil {
		return err
	}
	err = r.cache.Unfinished(func(name string) error {
		came, _, err := r.cache.Received(name)
		r.budget.freed(-came)
		return err
	})
	if err != nil {
		return r.stop(err)
	}
	return nil
}

// complete fills in defaults.
func (p Parts) complete() Parts {
	if p.Others == nil {
		p.Others = store.Nobody{}
	}
	return p
}

// update is Store.Update, after all waiting writers.
func (p Parts) update(ctx context.Context, write func(store.Writer) error) error {
	p.Others.Wait(ctx)
	return p.Store.Update(ctx, write)
}

// turns is how often other writers may go before a transaction that must not be split. The
// bound makes sure that it finishes, however busy they are.
const turns = 20

// whole is update for work that must be one transaction but may take long
// (store.UpdateYielding).
func (p Parts) whole(ctx context.Context, write func(w store.Writer, yields func() error) error) error {
	p.Others.Wait(ctx)
	return store.UpdateYielding(ctx, p.Store, p.Others, turns, write)
}
