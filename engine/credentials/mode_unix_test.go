//go:build !windows

package credentials_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
)

func TestOnlyTheUserReadsTheFileWhateverTheUmask(t *testing.T) {
	before := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(before) })
	folder := t.TempDir()
	want, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	f := credentials.NewFile(filepath.Join(folder, "passwords"))
	for range 2 {
		save(t, f, place, user, "word")
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if info, err := e.Info(); err != nil || info.Mode() != 0o600 {
				t.Errorf("%s has mode %v, %v", e.Name(), info.Mode(), err)
			}
		}
	}
	if got, err := os.Stat(folder); err != nil || got.Mode() != want.Mode() {
		t.Errorf("the folder has mode %v, %v; want %v as before", got.Mode(), err, want.Mode())
	}
}

func TestAFileThatOthersCanReadIsNotUsed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords")
	f := credentials.NewFile(path)
	save(t, f, place, user, "word")
	before := text(t, path)
	for _, mode := range []os.FileMode{0o644, 0o640, 0o620, 0o604, 0o610} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, reading := f.Password(t.Context(), place, user)
		for what, err := range map[string]error{
			"reading": reading, "keeping": f.Save(t.Context(), place, user, "more"), "forgetting": f.Forget(t.Context(), place, user),
		} {
			if !errors.Is(err, credentials.ErrReadable) || !strings.Contains(err.Error(), "chmod 600 \""+path+`"`) {
				t.Errorf("%s with mode %o: error %v, want ErrReadable and the remedy", what, mode, err)
			}
		}
		if !errors.Is(reading, transport.ErrNoPassword) || text(t, path) != before {
			t.Errorf("mode %o: error %v; the file is\n%s", mode, reading, text(t, path))
		}
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	has(t, f, place, user, "word")
}
