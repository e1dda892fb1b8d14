package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/store"
)

// files returns the contents of the files in a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// wantRefused checks that the store in a folder is refused for that reason, with its path, and
// that no file has changed.
func wantRefused(t *testing.T, dir string, reason error) {
	t.Helper()
	before := files(t, dir)
	s, err := Open(context.Background(), dir)
	if err == nil {
		_ = s.Close()
		t.Fatal("it was opened")
	}
	if !errors.Is(err, reason) || !strings.Contains(err.Error(), filepath.Join(dir, fileName)) {
		t.Errorf("got error %v", err)
	}
	for path, text := range files(t, dir) {
		if was, ok := before[path]; ok && was != text {
			t.Errorf("%s was changed", path)
		}
	}
	for path := range before {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// filled creates a store with some data, and closes it.
func filled(t *testing.T) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(w store.Writer) error {
		_, err := w.PutSet(store.Set{Name: "Groceries", Foreign: strings.Repeat("x", 50_000)})
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, fileName)
}

func TestDamagedStoreIsRefusedAndNotTouched(t *testing.T) {
	randomBytes := make([]byte, 20_000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range randomBytes {
		randomBytes[i] = byte(random.Uint32())
	}
	for name, damage := range map[string]func(whole []byte) []byte{
		"empty":                    func([]byte) []byte { return nil },
		"one byte":                 func(whole []byte) []byte { return whole[:1] },
		"cut in the header":        func(whole []byte) []byte { return whole[:headerSize-1] },
		"cut after the header":     func(whole []byte) []byte { return whole[:headerSize] },
		"cut in the middle":        func(whole []byte) []byte { return whole[:len(whole)/2] },
		"cut by a byte":            func(whole []byte) []byte { return whole[:len(whole)-1] },
		"random bytes":             func([]byte) []byte { return randomBytes },
		"a text":                   func([]byte) []byte { return []byte(strings.Repeat("milk, eggs\n", 1000)) },
		"zeroes":                   func(whole []byte) []byte { return make([]byte, len(whole)) },
		"random bytes in the body": func(whole []byte) []byte { copy(whole[headerSize:], randomBytes); return whole },
		"longer than it says":      func(whole []byte) []byte { return append(whole, randomBytes[:4096]...) },
		"another program's":        withWord(68, 0),
		"version 0":                withWord(60, 0),
		"a negative version":       withWord(60, 1<<31),
		"another encoding":         withWord(56, 2),
		"another schema format":    withWord(44, 9),
		"more pages than it has":   withWord(28, 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			dir, path := filled(t)
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(whole), 0o600); err != nil {
				t.Fatal(err)
			}
			wantRefused(t, dir, store.ErrDamaged)
		})
	}
}

// withWord changes four bytes of the header.
func withWord(at int, value uint32) func([]byte) []byte {
	return func(whole []byte) []byte {
		changed := bytes.Clone(whole)
		binary.BigEndian.PutUint32(changed[at:], value)
		return changed
	}
}

func TestNewerStoreIsRefusedAndNotTouched(t *testing.T) {
	dir, path := filled(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer := withWord(60, uint32(len(migrations())+1))(whole)
	if err := os.WriteFile(path, newer, 0o600); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, dir, store.ErrNewer)
}

func TestFolderInPlaceOfTheStoreIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, fileName), 0o700); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, dir, store.ErrDamaged)
}

func TestFileInPlaceOfTheFolderIsAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(dir, []byte("a text"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), dir)
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("got error %v", err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func replace(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
