//go:build !windows

package location

import (
	"io"
	"path/filepath"
	"syscall"
	"testing"
)

// TestAPipeWithoutAWriterIsNotWaitedFor: a named pipe in a shared folder must
// not keep every other feed from being read.
func TestAPipeWithoutAWriterIsNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "Groceries.pipe.xml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Disk{}.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err != nil || len(text) != 0 {
		t.Errorf("read %q, %v; want nothing", text, err)
	}
}
