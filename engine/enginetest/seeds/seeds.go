// Package seeds stores the seeds with which a random test failed, so that it tries them
// first from then on.
package seeds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Failed returns the seeds in a file, one a line; none if there is no file.
func Failed(t *testing.T, file string) (all []uint64) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var seed uint64
		if _, err := fmt.Sscan(line, &seed); err != nil {
			t.Fatalf("%s: %q: %v", file, line, err)
		}
		all = append(all, seed)
	}
	return all
}

// Keep adds a seed to a file, once.
func Keep(t *testing.T, file string, seed uint64) {
	t.Helper()
	if slices.Contains(Failed(t, file), seed) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintln(f, seed); err != nil {
		t.Fatal(err)
	}
}
