//go:build !windows

package transport

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestANewFeedIsReadableAsFarAsTheUmaskAllows(t *testing.T) {
	before := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(before) })
	for umask, want := range map[int]os.FileMode{0o022: 0o644, 0o027: 0o640, 0o077: 0o600} {
		syscall.Umask(umask)
		path := filepath.Join(t.TempDir(), "a.xml")
		if err := (Disk{}).Replace(t.Context(), path, writing("x")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("umask %o: mode %v, %v; want %v", umask, info.Mode(), err, want)
		}
	}
}
