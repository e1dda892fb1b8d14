package memory_test

import (
	"errors"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/store"
)

// sync makes ten calls: the start, eight of the writer, one of them for an item, and the
// commit.
func sync(w store.Writer) error {
	key, err := w.PutLibrary(store.Library{Address: "a"})
	if err != nil {
		return err
	}
	err = w.PutContentFeed(key, store.ContentFeed{Address: "a"}, func(add func(store.ContentItem) error) error {
		return add(store.ContentItem{ID: "x", Links: []store.ContentLink{{Address: "f"}}})
	})
	if err != nil {
		return err
	}
	if _, err := w.Enqueue(key, store.ContentWanted{Address: "f"}); err != nil {
		return err
	}
	if err := w.PutContentFile(key, store.ContentFile{Address: "f", State: store.FileHere}); err != nil {
		return err
	}
	if err := w.Dequeue(key, 1); err != nil {
		return err
	}
	folder, err := w.PutPublishedFolder(store.PublishedFolder{Address: "a"})
	if err != nil {
		return err
	}
	return w.PutFolderFile(folder, store.FolderFile{Path: "p"})
}

func TestEachCallOfASyncCanFailAndNothingIsKept(t *testing.T) {
	s := memory.New()
	const calls = 10
	for n := 1; n <= calls; n++ {
		s.FailCall(n, errDisk)
		if err := s.Update(t.Context(), sync); !errors.Is(err, errDisk) {
			t.Errorf("call %d: got error %v", n, err)
		}
		wantStored(t, s, 0)
	}
	s.FailCall(calls+1, errDisk)
	if err := s.Update(t.Context(), sync); err != nil || s.Calls() != calls {
		t.Errorf("%d calls, error %v", s.Calls(), err)
	}
	wantStored(t, s, 1)
}

// wantStored counts the libraries and published folders, with no call failing.
func wantStored(t *testing.T, s *memory.Store, want int) {
	t.Helper()
	s.FailCall(0, nil)
	err := s.View(t.Context(), func(r store.Reader) error {
		libraries, err := r.Libraries()
		folders, errFolders := r.PublishedFolders()
		if len(libraries) != want || len(folders) != want {
			t.Errorf("%d libraries and %d publications, want %d", len(libraries), len(folders), want)
		}
		return errors.Join(err, errFolders)
	})
	if err != nil {
		t.Error(err)
	}
}
