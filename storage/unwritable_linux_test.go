package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs a function without the right to write where others may not, even if the tests
// run as root. Only this thread loses the right, and it ends with the goroutine.
func asNobody(t *testing.T, do func()) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := syscall.Setfsuid(65534)
		do()
		done <- err
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// readable makes a folder and its contents readable, but not writable, for everybody.
func readable(t *testing.T, dir string) {
	t.Helper()
	for path := range files(t, dir) {
		if err := os.Chmod(path, 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
}

func TestFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	empty := t.TempDir()
	full, _ := filled(t)
	for name, dir := range map[string]string{"empty": empty, "with a store": full} {
		t.Run(name, func(t *testing.T) {
			readable(t, dir)
			before := files(t, dir)
			var err error
			asNobody(t, func() { _, err = Open(t.Context(), dir) })
			if err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "permissions") {
				t.Errorf("got error %v", err)
			}
			if name == "empty" && !errors.Is(err, fs.ErrPermission) {
				t.Errorf("got error %v", err)
			}
			if after := files(t, dir); len(after) != len(before) {
				t.Errorf("there are %d files, there were %d", len(after), len(before))
			}
		})
	}
}
