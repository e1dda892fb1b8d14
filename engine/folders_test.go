package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

func TestFoldersArePublishedListedAndStopped(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "pub")
	if err := os.WriteFile(filepath.Join(from, "a.jpg"), []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := parts(memory.New(), 1)
	p.Files = transport.Disk{}
	e := open(t, p)
	var group sync.WaitGroup
	for range 4 { // sequential: the first writes, the others find it written
		group.Go(func() {
			if _, err := e.Library.PublishFolder(t.Context(), folder.Options{Folder: from, Address: to}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	all, err := e.Library.PublishedFolders(t.Context())
	if err != nil || len(all) != 1 || all[0].Folder != from || all[0].Address != filepath.Join(to, folder.RootName) || all[0].Revision != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	if err := e.Library.StopFolder(t.Context(), all[0].Key, true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(all[0].Address); !errors.Is(err, os.ErrNotExist) {
		t.Error("the feed is still there:", err)
	}
	if err := e.Library.StopFolder(t.Context(), all[0].Key, true); !errors.Is(err, store.ErrNoPublication) {
		t.Error(err)
	}
}

func TestThePasswordOfAPublishedFolderIsForgottenWithIt(t *testing.T) {
	keeper, p := &credentials.Memory{}, parts(memory.New(), 1)
	p.Files, p.Secrets, p.Places = transport.Disk{}, keeper, &transporttest.Places{Files: transport.Disk{}}
	e := open(t, p)
	const place = "https://photos.example"
	if err := keeper.Save(t.Context(), place, "member", "secret"); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"/pub/", "/other/"} {
		from := t.TempDir()
		if err := os.WriteFile(filepath.Join(from, "a.jpg"), []byte("one"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Library.PublishFolder(t.Context(), folder.Options{Folder: from, Address: place + to, Access: transport.Access{User: "member"}}); err != nil {
			t.Fatal(err)
		}
	}
	all, err := e.Library.PublishedFolders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range all {
		if err := e.Library.StopFolder(t.Context(), one.Key, true); err != nil {
			t.Fatal(err)
		}
		_, err := keeper.Password(t.Context(), place, "member")
		if gone := errors.Is(err, transport.ErrNoPassword); gone != (i == 1) {
			t.Errorf("after %d of 2 ended the password is gone: %t (%v)", i+1, gone, err)
		}
	}
}
