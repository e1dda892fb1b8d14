//go:build !windows

package transport_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"crossfeed/engine/transport"
)

// opened creates a folder that everyone can enter, along with all folders above it.
func opened(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "crossfeed-readers-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	inner := filepath.Join(dir, "shared")
	if err := errors.Join(os.Mkdir(inner, 0o755), os.Chmod(dir, 0o755), os.Chmod(inner, 0o755)); err != nil {
		t.Fatal(err)
	}
	return inner
}

func TestWhoCanReadAFolder(t *testing.T) {
	for name, c := range map[string]struct {
		outer, inner, file os.FileMode
		want               transport.Audience
	}{
		"open to all":                       {0o755, 0o755, 0, transport.ThisComputer},
		"open to a group":                   {0o755, 0o750, 0, transport.ThisComputer},
		"the folder is closed":              {0o755, 0o700, 0, transport.ThisUser},
		"the folder around it is closed":    {0o700, 0o755, 0, transport.ThisUser},
		"the file that is there is closed":  {0o755, 0o755, 0o600, transport.ThisUser},
		"the file that is there is open":    {0o755, 0o755, 0o644, transport.ThisComputer},
		"others may pass, but list nothing": {0o711, 0o711, 0, transport.ThisComputer},
	} {
		dir := opened(t)
		file := filepath.Join(dir, "a.xml")
		if c.file != 0 {
			if err := os.WriteFile(file, nil, c.file); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(os.Chmod(dir, c.inner), os.Chmod(filepath.Dir(dir), c.outer)); err != nil {
			t.Fatal(err)
		}
		got, err := transport.OnDisk{Files: transport.Disk{}}.Readers(t.Context(), transport.Target{Address: file})
		if err != nil || got.Who != c.want || got.Detail == "" {
			t.Errorf("%s: %+v, %v; want %v", name, got, err, c.want)
		}
		if c.file != 0 {
			continue
		}
		if got, err := (transport.OnDisk{Files: transport.Disk{}}).Readers(t.Context(), transport.Target{Address: dir + "/"}); err != nil || got.Who != c.want {
			t.Errorf("%s: the folder: %+v, %v; want %v", name, got, err, c.want)
		}
	}
	_, err := transport.OnDisk{Files: transport.Disk{}}.Readers(t.Context(), transport.Target{Address: filepath.Join(t.TempDir(), "gone", "a.xml")})
	if trouble(err) != transport.NotFound {
		t.Errorf("a folder that is gone: %v", err)
	}
}
