//go:build !windows

package location_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"crossfeed/engine/location"
)

// opened makes a folder that, with all above it, lets everyone in.
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
		want               location.Audience
	}{
		"open to all":                       {0o755, 0o755, 0, location.ThisComputer},
		"open to a group":                   {0o755, 0o750, 0, location.ThisComputer},
		"the folder is closed":              {0o755, 0o700, 0, location.ThisUser},
		"the folder around it is closed":    {0o700, 0o755, 0, location.ThisUser},
		"the file that is there is closed":  {0o755, 0o755, 0o600, location.ThisUser},
		"the file that is there is open":    {0o755, 0o755, 0o644, location.ThisComputer},
		"others may pass, but list nothing": {0o711, 0o711, 0, location.ThisComputer},
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
		got, err := location.OnDisk{Files: location.Disk{}}.Readers(t.Context(), location.Target{Address: file})
		if err != nil || got.Who != c.want || got.Detail == "" {
			t.Errorf("%s: %+v, %v; want %v", name, got, err, c.want)
		}
		if c.file != 0 {
			continue
		}
		if got, err := (location.OnDisk{Files: location.Disk{}}).Readers(t.Context(), location.Target{Address: dir + "/"}); err != nil || got.Who != c.want {
			t.Errorf("%s: the folder: %+v, %v; want %v", name, got, err, c.want)
		}
	}
	_, err := location.OnDisk{Files: location.Disk{}}.Readers(t.Context(), location.Target{Address: filepath.Join(t.TempDir(), "gone", "a.xml")})
	if trouble(err) != location.NotFound {
		t.Errorf("a folder that is gone: %v", err)
	}
}
