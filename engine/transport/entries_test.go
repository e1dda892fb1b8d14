package transport_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"crossfeed/engine/transport"
)

func TestEntriesTellFilesFromFoldersAndLinks(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "b.txt"), []byte("four"), 0o600),
		os.Mkdir(filepath.Join(dir, "a"), 0o700),
		os.Symlink("nowhere", filepath.Join(dir, "c")),
	); err != nil {
		t.Skip(err) // not everyone may create links on Windows
	}
	all, err := transport.Disk{}.Entries(dir)
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	if all[0].Name != "a" || !all[0].Mode.IsDir() {
		t.Errorf("%+v is no folder a", all[0])
	}
	if all[1].Name != "b.txt" || !all[1].Mode.IsRegular() || all[1].Size != 4 || all[1].Changed.IsZero() {
		t.Errorf("%+v is no file b.txt", all[1])
	}
	if all[2].Name != "c" || all[2].Mode&fs.ModeSymlink == 0 {
		t.Errorf("%+v is no link c", all[2])
	}
	if _, err := (transport.Disk{}).Entries(filepath.Join(dir, "b.txt")); !errors.Is(err, transport.ErrNotFolder) {
		t.Errorf("a file was listed: %v", err)
	}
}
