package contentsync

import (
	"context"
	"fmt"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Library returns a library, or store.ErrNoLibrary if it does not exist or was removed.
func Library(s store.Reader, key int64) (store.Library, error) {
	l, err := s.Library(key)
	if err == nil && l.Gone {
		err = fmt.Errorf("library %d: %w", key, store.ErrNoLibrary)
	}
	return l, err
}

// Leave removes a library, effective at once: its address can be added again. Its data stays
// until Forget deletes it.
func Leave(ctx context.Context, p Parts, library int64) error {
	return p.Store.Update(ctx, func(w store.Writer) error {
		if _, err := Library(w, library); err != nil {
			return err
		}
		_, err := w.PutLibrary(store.Library{Key: library, Address: fmt.Sprint("removed ", library), Gone: true})
		return err
	})
}

// Forget deletes all data of a library except its row and its files. It works in portions, so
// that other writers do not have to wait. If it is interrupted, it can be called again.
func Forget(ctx context.Context, p Parts, library int64) error {
	p = p.complete()
	var feeds, files []string
	err := p.Store.View(ctx, func(s store.Reader) error {
		all, err := s.ContentFeeds(library)
		for _, f := range all {
			feeds = append(feeds, f.Address)
		}
		if err != nil {
			return err
		}
		return s.ContentFiles(library, func(f store.ContentFile) error {
			files = append(files, f.Address)
			return nil
		})
	})
	if err != nil {
		return err
	}
	if err := p.forgetFeeds(ctx, library, feeds); err != nil {
		return err
	}
	if err := p.forgetFiles(ctx, library, files); err != nil {
		return err
	}
	return p.forgetQueue(ctx, library)
}

// forgetFeeds removes feeds from the cache. A feed with many items is removed in portions; its
// date goes first, so that the feed is read again if it is wanted again in the meantime.
func (p Parts) forgetFeeds(ctx context.Context, library int64, feeds []string) error {
	for len(feeds) > 0 {
		err := p.update(ctx, func(w store.Writer) error {
			for room := portion; room > 0 && len(feeds) > 0; {
				left, used, err := forgetFeed(w, library, feeds[0], room)
				if err != nil {
					return err
				}
				if room -= used; !left {
					feeds = feeds[1:]
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetFeed removes as much of a feed as there is room for. It reports whether anything is
// left, and returns how much room it used.
func forgetFeed(w store.Writer, library int64, address string, room int) (left bool, used int, err error) {
	f, there, err := w.ContentFeed(library, address)
	switch {
	case err != nil || !there:
		return false, 1, err
	case f.Items <= room:
		return false, f.Items + 1, w.RemoveContentFeed(library, address)
	}
	if !f.Built.IsZero() || f.Known != (transport.Known{}) {
		f.Built, f.Known = store.ContentFeed{}.Built, transport.Known{}
		if err := w.TouchContentFeed(library, f); err != nil {
			return true, 0, err
		}
	}
	_, err = w.CutContentItems(library, address, room)
	return true, room, err
}

func (p Parts) forgetFiles(ctx context.Context, library int64, files []string) error {
	for len(files) > 0 {
		some := files[:min(len(files), portion)]
		files = files[len(some):]
		err := p.update(ctx, func(w store.Writer) error {
			for _, address := range some {
				if err := w.RemoveContentFile(library, address); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (p Parts) forgetQueue(ctx context.Context, library int64) error {
	for more := true; more; {
		err := p.update(ctx, func(w store.Writer) error {
			some, err := w.Wanted(library, 0, portion)
			more = len(some) == portion
			var numbers []int64
			for _, one := range some {
				numbers = append(numbers, one.Number)
			}
			if err != nil || len(some) == 0 {
				return err
			}
			return w.Dequeue(library, numbers...)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
