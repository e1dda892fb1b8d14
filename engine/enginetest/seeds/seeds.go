// Package seeds stores the seeds with which a random test failed, so that later runs try them
// first.
package seeds

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Seeds are the seeds of a random test: the flags -NAME.seeds and -NAME.first set how many are
// tried and which is the first. Seeds that fail are stored in testdata/NAME/seeds.
type Seeds struct {
	count, first *uint64
	file         string
}

// New defines the flags of a test; what names the objects that it generates, for the help text.
func New(name, what string) Seeds { return NewFrom(name, what, 0) }

// NewFrom is New with a first seed.
func NewFrom(name, what string, first uint64) Seeds {
	return Seeds{
		flag.Uint64(name+".seeds", 0, "how many "+what+" are tried; 0 is the usual number"),
		flag.Uint64(name+".first", first, "the first seed"), filepath.Join("testdata", name, "seeds"),
	}
}

// All returns the seeds to try, starting with those that failed before; usual is the usual
// number of the others.
func (s Seeds) All(t *testing.T, usual uint64) []uint64 {
	t.Helper()
	n := *s.count
	if n == 0 {
		n = usual
	}
	all := s.failed(t)
	for i := range n {
		all = append(all, *s.first+i)
	}
	return all
}

// Try runs a test for each seed, and stores those that fail.
func (s Seeds) Try(t *testing.T, usual uint64, try func(t *testing.T, seed uint64)) {
	t.Helper()
	for _, seed := range s.All(t, usual) {
		if !t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { try(t, seed) }) {
			s.Save(t, seed)
		}
	}
}

// failed reads the seeds from the file, one per line; none if there is no file.
func (s Seeds) failed(t *testing.T) (all []uint64) {
	t.Helper()
	text, err := os.ReadFile(s.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var seed uint64
		if _, err := fmt.Sscan(line, &seed); err != nil {
			t.Fatalf("%s: %q: %v", s.file, line, err)
		}
		all = append(all, seed)
	}
	return all
}

// Save stores a seed that failed, unless it is stored already.
func (s Seeds) Save(t *testing.T, seed uint64) {
	t.Helper()
	if slices.Contains(s.failed(t), seed) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(s.file), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(s.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintln(f, seed); err != nil {
		t.Fatal(err)
	}
}
