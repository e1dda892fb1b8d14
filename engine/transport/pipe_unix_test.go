//go:build !windows

package transport

import (
	"errors"
	"io"
	"path/filepath"
	"syscall"
	"testing"
)

// A named pipe in a shared folder must not prevent every other feed from being read.
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

// The contents of a pipe have no known end.
func TestAPipeIsNoFileToStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{path, "/dev/zero"} {
		d := Download{Request: Request{Target: Target{Address: at}}}
		if _, err := (OnDisk{Files: Disk{}}).Download(t.Context(), d); !errors.Is(err, ErrNoFile) {
			t.Errorf("%s: got %v; want it refused", at, err)
		}
	}
	r := Request{Target: Target{Address: path, From: filepath.Join(filepath.Dir(path), "feed.xml")}}
	if _, err := (OnDisk{Files: Disk{}}).Read(t.Context(), r); !errors.Is(err, ErrNoFile) {
		t.Errorf("named by a feed: got %v; want it refused", err)
	}
}
