package logging_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/logging"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestNothingIsMadeBeforeSomethingIsWritten(t *testing.T) {
	dir := t.TempDir()
	f := logging.In(dir)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, logging.Name)); !os.IsNotExist(err) {
		t.Errorf("there is a log: %v", err)
	}
	logging.To(f).Info("read", "bytes", 12)
	if got := read(t, filepath.Join(dir, logging.Name)); !strings.Contains(got, "msg=read bytes=12\n") {
		t.Errorf("the log is %q", got)
	}
	info, err := os.Stat(filepath.Join(dir, logging.Name))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: others can read the log", info.Mode(), err)
	}
}

// Two processes write to one log, which is rotated again and again. No record may be torn,
// both must continue in the new log, and there must be at most two files.
func TestTheLogStaysSmallWithTwoWriters(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for writer := range 2 {
		f := logging.In(dir)
		t.Cleanup(func() { _ = f.Close() })
		all.Go(func() {
			for n := range 3000 {
				fmt.Fprintf(f, "%d %04d %s\n", writer, n, strings.Repeat("x", 1000))
			}
		})
	}
	all.Wait()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Fatalf("%d files, %v; want two", len(entries), err)
	}
	whole := 0
	for _, name := range []string{logging.Name, logging.Name + logging.Older} {
		text := read(t, filepath.Join(dir, name))
		if len(text) > 1<<20+4096 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
		for line := range strings.Lines(text) {
			if whole++; len(line) != 1008 {
				t.Fatalf("%s has a torn record of %d bytes: %.40q", name, len(line), line)
			}
		}
	}
	if whole < 1000 {
		t.Errorf("only %d records are left", whole)
	}
}

// A full disk or a missing folder must not make other work fail.
func TestALogThatCannotBeWrittenStopsNobody(t *testing.T) {
	var terminal bytes.Buffer
	f := logging.In(filepath.Join(t.TempDir(), "gone"))
	logging.To(f, &terminal).Info("read")
	if !strings.Contains(terminal.String(), "msg=read") {
		t.Errorf("the terminal has %q", terminal.String())
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
