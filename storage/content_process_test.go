package storage_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/store"
	"crossfeed/storage"
)

// ofLibrary is the number of files in the library of these tests.
const ofLibrary = 4000

// fetch endlessly moves the files of a library from the queue to the cache, some in each
// transaction, and starts over when all are cached. It reports each commit.
func fetch(ctx context.Context, s *storage.Store) error {
	for {
		err := s.Update(ctx, func(w store.Writer) error {
			libraries, err := w.Libraries()
			if err != nil {
				return err
			}
			return fetchSome(w, libraries[0].Key)
		})
		if err != nil {
			return err
		}
		fmt.Println("fetched")
	}
}

func fetchSome(w store.Writer, library int64) error {
	wanted, err := w.Wanted(library, 0, 64)
	if err != nil {
		return err
	}
	if len(wanted) == 0 {
		return beginAnew(w, library)
	}
	var numbers []int64
	for _, one := range wanted {
		err = errors.Join(err, w.PutContentFile(library, store.ContentFile{Address: one.Address, State: store.FileHere, Size: 1}))
		numbers = append(numbers, one.Number)
	}
	return errors.Join(err, w.Dequeue(library, numbers...))
}

// beginAnew puts all files into the queue, and caches the feed that links to them.
func beginAnew(w store.Writer, library int64) error {
	return w.PutContentFeed(library, contentRoot, func(add func(store.ContentItem) error) error {
		for n := range ofLibrary {
			_, err := w.Enqueue(library, store.ContentWanted{Address: address(n)})
			if err := errors.Join(err, add(contentItem(n)), w.RemoveContentFile(library, address(n))); err != nil {
				return err
			}
		}
		return nil
	})
}

// wantWhole checks that each file is either in the queue or in the cache.
func wantWhole(t *testing.T, s store.Store, library int64) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error {
		use, err := r.ContentUse(library)
		if use.Files+use.Waiting != ofLibrary || use.Items != ofLibrary || use.Bytes != int64(use.Files) {
			t.Errorf("%+v, of %d", use, ofLibrary)
		}
		if err != nil {
			return err
		}
		return r.ContentPage(library, contentRoot.Address, func(i store.ContentItem, at []store.ContentAt) error {
			if (at[0].File == nil) == (at[0].Wanted == nil) {
				return fmt.Errorf("%s: %+v", i.ID, at[0])
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRunsKilledAtAnyMomentKeepWholeStepsAlone(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	var library int64
	err := s.Update(t.Context(), func(w store.Writer) (err error) {
		if library, err = w.PutLibrary(store.Library{Address: contentRoot.Address}); err != nil {
			return err
		}
		return beginAnew(w, library)
	})
	if err != nil {
		t.Fatal(err)
	}
	for round := range testsize.Of(3, 6) {
		c := start(t, "fetch", dir)
		for range round {
			c.line(t)
			wantWhole(t, s, library) // while the other process writes
		}
		time.Sleep(time.Duration(round*9) * time.Millisecond) // in the middle of whatever it does
		c.kill(t)
		wantWhole(t, s, library)
		wantWhole(t, opened(t, dir), library)
	}
}
