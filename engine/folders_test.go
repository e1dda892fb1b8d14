package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
)

func TestFoldersArePublishedListedAndStopped(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "pub")
	if err := os.WriteFile(filepath.Join(from, "a.jpg"), []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := parts(memory.New(), 1)
	p.Files = location.Disk{}
	e := open(t, p)
	var group sync.WaitGroup
	for range 4 { // one after another: the first writes, the others find it written
		group.Go(func() {
			if _, err := e.PublishFolder(t.Context(), folder.Options{Folder: from, Address: to}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	all, err := e.PublishedFolders(t.Context())
	if err != nil || len(all) != 1 || all[0].Folder != from || all[0].Address != filepath.Join(to, folder.RootName) || all[0].Revision != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	if err := e.StopFolder(t.Context(), all[0].Key, true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(all[0].Address); !errors.Is(err, os.ErrNotExist) {
		t.Error("the feed is still there:", err)
	}
	if err := e.StopFolder(t.Context(), all[0].Key, true); !errors.Is(err, store.ErrNoPublication) {
		t.Error(err)
	}
}
