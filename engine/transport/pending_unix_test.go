//go:build !windows

package transport

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A rename is stored in the folder, not in the file: until the folder is on the disk, a crash
// brings the old file back.
func TestTheFolderIsForcedToTheDiskOnceTheFileIsInItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	p, err := newPending(path, false)
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	pending := p.(unixPending)
	pending.syncFolder = func(folder string) error {
		there = append(there, folder, read(t, path))
		return os.ErrInvalid
	}
	if err := writing("new")(pending); err != nil {
		t.Fatal(err)
	}
	if err := pending.commit(); err != nil {
		t.Errorf("a file system that cannot force folders: %v", err)
	}
	if len(there) != 2 || there[0] != filepath.Dir(path) || there[1] != "new" {
		t.Errorf("forced: %q", there)
	}
}

func TestSyncFolder(t *testing.T) {
	dir := t.TempDir()
	if err := syncFolder(dir); err != nil {
		t.Error(err)
	}
	if err := syncFolder(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}
