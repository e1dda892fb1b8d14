package transport_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
)

func putting(path, text string) transport.Put {
	return transport.Put{
		Target: transport.Target{Address: path}, Body: strings.NewReader(text), Size: int64(len(text)), Hash: hashOf(text),
	}
}

func TestFoldersAreMadeOnlyWhereThatIsAskedFor(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a", "b", "c", "d.jpg")
	disk := transport.OnDisk{Files: transport.Disk{}}
	p := putting(path, "text")
	if _, err := disk.Write(context.Background(), p); trouble(err) != transport.NotFound {
		t.Errorf("without: %v, want NotFound", err)
	}
	p.Folders = true
	for range 2 {
		if w, err := disk.Write(context.Background(), p); err != nil || w.Hash != p.Hash {
			t.Fatalf("got %+v, %v", w, err)
		}
	}
	if b, err := os.ReadFile(path); string(b) != "text" || err != nil {
		t.Errorf("there lies %q, %v", b, err)
	}
}

func TestNoFolderIsMadeInAFile(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a"), "a file", noon)
	p := putting(filepath.Join(root, "a", "b", "c.jpg"), "text")
	p.Folders = true
	if _, err := (transport.OnDisk{Files: transport.Disk{}}).Write(context.Background(), p); err == nil {
		t.Error("it was written; want it refused")
	}
	if b, err := os.ReadFile(filepath.Join(root, "a")); string(b) != "a file" || err != nil {
		t.Errorf("the file is %q now, %v", b, err)
	}
}

func TestAFolderThatCannotBeMadeIsSaid(t *testing.T) {
	failing := &transporttest.Failing{Files: transport.Disk{}}
	p := putting(filepath.Join(t.TempDir(), "a", "b.jpg"), "text")
	p.Folders = true
	failing.FailCall(4, os.ErrPermission) // the calls: check, open, ask for the folder, create it
	if _, err := (transport.OnDisk{Files: failing}).Write(context.Background(), p); trouble(err) != transport.Forbidden {
		t.Errorf("got %v, want Forbidden", err)
	}
}

func TestEmptyFoldersGoWithTheirLastFile(t *testing.T) {
	root := t.TempDir()
	disk := transport.OnDisk{Files: transport.Disk{}}
	first, second := filepath.Join(root, "tree", "a", "b", "1.jpg"), filepath.Join(root, "tree", "a", "2.jpg")
	for _, path := range []string{first, second} {
		p := putting(path, "text")
		p.Folders = true
		if _, err := disk.Write(context.Background(), p); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(path, within string) {
		t.Helper()
		at := transport.Target{Address: path, Within: within}
		if err := disk.Remove(context.Background(), at, transport.Written{Hash: hashOf("text")}); err != nil {
			t.Fatal(err)
		}
	}
	is := func(name string) bool {
		_, err := os.Lstat(filepath.Join(root, name))
		return !errors.Is(err, os.ErrNotExist)
	}
	remove(first, filepath.Join(root, "tree")+"/")
	if is("tree/a/b") || !is("tree/a") {
		t.Errorf("b stayed: %v; a stayed: %v; want a alone, which has a file", is("tree/a/b"), is("tree/a"))
	}
	remove(second, filepath.Join(root, "tree")+"/")
	if is("tree/a") || !is("tree") {
		t.Errorf("a stayed: %v; the folder that was given stayed: %v; want that alone", is("tree/a"), is("tree"))
	}
}

func TestFoldersStayWhereNobodySaysThatTheyAreOurs(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a.xml"), "text", noon)
	at := transport.Target{Address: filepath.Join(root, "a.xml")}
	if err := (transport.OnDisk{Files: transport.Disk{}}).Remove(context.Background(), at, transport.Written{Hash: hashOf("text")}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(root); err != nil {
		t.Error("the folder is gone")
	}
}

func TestALinkToAnEmptyFolderIsNoFolderToTakeAway(t *testing.T) {
	root := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(root, "a"), 0o755), os.Symlink("a", filepath.Join(root, "b"))); err != nil {
		t.Skip("this file system has no links")
	}
	if err := (transport.Disk{}).RemoveFolder(filepath.Join(root, "b")); err == nil {
		t.Error("it was taken away")
	}
}
